// The chain of a run in a window: steered, heated and cooled while it goes on, and measured after every sweep.
#pragma once

#include "gaugegl/chain/chain.h"

#include <cstddef>
#include <map>
#include <vector>

namespace gaugegl::view {

/// What is kept of a sweep.
struct Sample {
    int sweep = 0;                     ///< from 1
    double plaquette = 0;              ///< mean of all planes
    std::complex<double> polyakovLoop; ///< mean over space
};

/// A chain between two sweeps, on the host: what outlives a lost context.
struct ChainState {
    RunConfig run;                                          ///< as steered
    std::map<std::string, std::vector<std::byte>> sections; ///< links and random numbers
    std::vector<Sample> samples;                            ///< of its sweeps
    GaugeObservables observables;                           ///< of the links
    int sweeps = 0;                                         ///< so far
    int steadySince = 0;                                    ///< since it was steered
    bool touched = false;                                   ///< `run` from its start does not give these links
};

/// A chain whose sweeps are those of Ensemble, bit for bit, as long as nothing is steered.
class SteeredChain {
public:
    /// Reads the links of a start from a file; any other start is made by start(), so that its programs need not be
    /// compiled here.  Throws as Chain, and InputError for a run that the window cannot show: double precision or
    /// buffers.  The device must outlive the chain.
    SteeredChain(Device& device, const RunConfig& run);

    /// Makes and measures the start, if that was not yet done; everything that works on the links does it first.
    void start();
    /// Does the next slice; Slice::Measured when it has ended a sweep, which was then measured.
    Slice advance(Polling polling = Polling::Return);
    /// Does slices until a sweep has ended and is measured.
    void sweep();
    /// Sweeps so far, with the part that is done of the one under way.
    double progress() const { return chain_.progress(); }
    /// Whether no sweep is under way.
    bool betweenSweeps() const { return chain_.betweenSweeps() && !pending_; }
    /// Whether the last sweep has ended and its numbers are not there yet.
    bool measuring() const { return pending_.has_value(); }
    /// The sweep whose numbers are there.
    int measuredSweeps() const { return sweeps() - (measuring() ? 1 : 0); }

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
    void precompile();

    /// Reads the chain back; only between two sweeps, after start().
    ChainState state() const;
    /// Goes on from there: the next sweeps are those that would have come, bit for bit on the same driver.  Group and lattice
    /// must be those of the state.
    void restore(const ChainState& state);

    /// The links as they are now; before start() they are nothing.
    const GaugeField& field() const { return chain_.field(); }
    /// What the chain does.
    const RunConfig& run() const { return chain_.run(); }
    /// Sweeps so far.
    int sweeps() const { return chain_.sweeps(); }
    /// The random numbers of sweeps that the links rest on.
    RandomPast past() const { return chain_.past(); }
    /// The key of the random numbers.
    std::uint64_t key() const { return chain_.key(); }
    /// The number of the first sweep among those of the key.
    std::uint32_t firstSweep() const { return chain_.firstSweep(); }
    /// What is doubtful about the file that it began from.
    const Warnings& warnings() const { return warnings_; }
    /// Whether `run` from its start gives these links after sweeps().
    bool reproducible() const { return !touched_; }
    /// One for each sweep, the last mostSamples of them.
    const std::vector<Sample>& samples() const { return samples_; }
    /// Those since the chain was steered, if any: what may be averaged.
    std::vector<Sample> equalSamples() const;
    /// The number of the first sweep since the chain was steered.
    int steadySince() const { return steadySince_; }
    /// What was measured last: plaquettes and Polyakov loops of the links between two sweeps.
    const ObservableMeter& meter() const { return chain_.meter(); }
    /// The observables of the last measurement, of start() to begin with.
    const GaugeObservables& observables() const { return observables_; }
    /// Bytes that a sweep must read and write (docs/performance.md).
    double bytesOfSweep() const;
    /// Links that a sweep updates.
    double linksOfSweep() const;

    /// Of samples().
    static constexpr std::size_t mostSamples = 20000;

private:
    void measureNow();
    void takeSample();
    void disturb(const std::function<void(GaugeField&)>& change);
    void use(const RunConfig& run);

    Chain chain_;
    std::optional<RunConfig> next_; // from the next sweep on
    GaugeObservables observables_;
    std::optional<PendingObservables> pending_; ///< the measurement under way
    Warnings warnings_;
    std::vector<Sample> samples_;
    int steadySince_ = 0;
    bool started_ = false, touched_ = false;
};

} // namespace gaugegl::view
