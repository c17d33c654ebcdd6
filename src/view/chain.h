// The Markov chain of `gaugegl run` in pieces: a set of links each, so that a frame never waits long.
#pragma once

#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"
#include "gaugegl/run/run_config.h"

namespace gaugegl::view {

/// What is kept of a sweep.
struct Sample {
    int sweep = 0;                     ///< from 1
    double plaquette = 0;              ///< mean of all planes
    std::complex<double> polyakovLoop; ///< mean over space
};

/// A chain whose sweeps are those of Ensemble, bit for bit, as long as nothing is steered.
class Chain {
public:
    /// Reads the links of a start from a file; any other start is made by start(), so that its programs need not be
    /// compiled here.  Throws as Ensemble, and InputError for a run that the window cannot show: double precision or
    /// buffers.  The device must outlive the chain.
    Chain(Device& device, const RunConfig& run);

    /// Makes and measures the start, if that was not yet done; everything that works on the links does it first.
    void start();
    /// Does the next piece; true when it has ended a sweep, which was then measured.
    bool advance();
    /// Pieces of a sweep.
    std::size_t pieces() const;
    /// Whether no sweep is under way.
    bool betweenSweeps() const { return piece_ == 0; }

    /// Goes on with another action or algorithm from the next sweep on.  Throws InputError for values that are out of
    /// range, and for rectangles on a lattice that is too small for them; the chain then stays as it is.
    void steer(const RunConfig& run);
    /// Every link drawn from the group: an infinite temperature.
    void heat();
    /// Cooling sweeps of the chain itself: a temperature of zero, for a while.
    void quench(int sweeps);
    /// Every link 1.
    void freeze();
    /// Start, sweep and what is done now and then run once, whatever becomes of the links: for ProgramPrecompiler.
    void rehearse();

    /// The links as they are now; before start() they are nothing.
    const GaugeField& field() const { return field_; }
    /// What the chain does.
    const RunConfig& run() const { return run_; }
    /// Sweeps so far.
    int sweeps() const { return sweeps_; }
    /// Whether `run` from its start gives these links after sweeps().
    bool reproducible() const { return !touched_; }
    /// One for each sweep, the last mostSamples of them.
    const std::vector<Sample>& samples() const { return samples_; }
    /// Those since the chain was steered, if any: what may be averaged.
    std::vector<Sample> equalSamples() const;
    /// The number of the first sweep since the chain was steered.
    int steadySince() const { return steadySince_; }
    /// What was measured last: plaquettes and Polyakov loops of the links between two sweeps.
    const ObservableMeter& meter() const { return meter_; }
    /// The plaquettes of the last measurement, of start() to begin with.
    const GaugeObservables& observables() const { return observables_; }
    /// Bytes that a sweep must read and write (docs/performance.md).
    double bytesOfSweep() const;
    /// Links that a sweep updates.
    double linksOfSweep() const;

    /// Of samples().
    static constexpr std::size_t mostSamples = 20000;

private:
    void endSweep();
    void measure();
    void repair();
    void disturb();
    void use(const RunConfig& run);
    void changeKey();
    void drawStart();
    std::unique_ptr<Generator> newGenerator() const;

    Device* device_;
    RunConfig run_;
    std::optional<RunConfig> next_; // from the next sweep on
    HeatBath heatBath_;
    std::uint64_t key_; // of the random numbers
    GaugeField field_;
    std::unique_ptr<Generator> generator_;
    ObservableMeter meter_;
    GaugeObservables observables_;
    std::vector<LinkSet> sets_;
    std::vector<Sample> samples_;
    std::size_t piece_ = 0;
    int sweeps_ = 0, steadySince_ = 0;
    bool started_ = false, touched_ = false;
};

} // namespace gaugegl::view
