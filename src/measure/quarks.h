// What measurements of quarks share: links on the host, and where systems are solved.
#pragma once

#include "fermion/solve/inverter_backend.h"
#include "gaugegl/fermion/measure/correlators.h"
#include "measure/measurement.h"

#include "gaugegl/base/progress.h"

#include <functional>

namespace gaugegl::measure {

/// "mass" or "kappa": what the values of a section are.
const char* keyOf(const FermionSection& section);

/// A quark of a section that is solved for.
struct SectionQuark {
    std::string name;      ///< "kappa0.12", "strange_kappa0.11": in names of files
    DiracParameters dirac; ///< its operator
};
/// Those with its values, in their order, then the strange one, if there is one.
std::vector<SectionQuark> quarksOf(const FermionSection& section);

/// Adds the numbers of an operator, by their keys.
void addNumbers(Json& json, const DiracParameters& dirac);

/// The links of a configuration.
struct HostLinks {
    HostGaugeField links; ///< of this rank's part
    SharedLattice shared; ///< the whole lattice
    int device;           ///< that of the field (gl::ContextOptions)
    bool tuning;          ///< whether variants of kernels are timed
};
/// Collective.
HostLinks hostLinks(const AnyLinks& u, bool tuning);
/// Where systems are solved: on the CPU, or on the device of the field.
InverterBackend backendOf(const HostLinks& links, const std::string& path, SolverPrecision precision);
/// The variants of kernels that it used; null on the CPU.
Json tuningOf(InverterBackend& backend);

/// What solves took, of all configurations, and where they show their progress.
struct SolveLog {
    std::string place = {};             ///< where they were
    int iterations = 0;                 ///< of all
    double largestResidual = 0;         ///< |b - M x| / |b| of the worst one
    double seconds = 0;                 ///< of all
    double setupSeconds = 0;            ///< to find or read the modes that deflate them
    std::optional<LowModes> modes = {}; ///< that [eigen] has searched for last
    Progress* line = nullptr;           ///< of the work, in steps of the measurement; null: it is not shown
    std::int64_t steps = 0;             ///< that are done
    /// A further line for work that is not counted in steps, by its label; empty: none is shown.
    std::function<ProgressOptions(const char* label)> further = {};
};

/// A propagator that was solved, before it is contracted.
struct SolvedPropagator {
    const DiracParameters& dirac;
    const std::string& quark;  ///< SectionQuark::name
    const std::string& source; ///< of the sources of its section
    std::uint64_t seed;        ///< of the noise of a noise wall (Source::seed)
    const Propagator& columns;
    const std::function<FermionVector(int component)>& sourceOf; ///< what a column was solved for
};

/// A configuration on the host, and where its systems are solved.
struct HostConfiguration {
    const HostGaugeField& links; ///< of this rank's part
    const SharedLattice& shared; ///< the whole lattice
    InverterBackend& backend;
    std::int64_t sweep = 0;                     ///< as in Configuration
    std::int64_t stream = 0;                    ///< as in Configuration
    std::uint64_t key = 0;                      ///< as in Configuration
    std::shared_ptr<const LowModes> modes = {}; ///< that deflate the solves; null: those that the section asks for
    SolveLog* log = nullptr;                    ///< not null
    std::function<void(const SolvedPropagator& solved)> keep =
        {}; ///< gets the propagators of [spectrum]; empty: nothing does
};

/// A measurement of links on the host.
class HostMeasurement : public Measurement {
public:
    /// Of the links of a field, solved where the section says.
    std::optional<Record> measure(const Configuration& configuration) final;
    /// Of links that are on the host already; with the choices of kernels among the facts.
    std::optional<Record> measure(const HostConfiguration& configuration);

    /// Its steps on one configuration, as progress counts them.
    virtual int steps() const { return 1; }
    /// "columns": what they are.
    virtual const char* nameOfSteps() const { return "configurations"; }

protected:
    /// `path` and `precision` are those of its section.
    HostMeasurement(Layout layout, const RunConfig& run, std::string path, SolverPrecision precision)
        : Measurement(std::move(layout)), tuning_(run.device.tuning), path_(std::move(path)), precision_(precision)
    {}

private:
    /// Nothing where an interrupt ended it.
    virtual std::optional<Record> measureHost(const HostConfiguration& configuration) = 0;

    bool tuning_;
    std::string path_;
    SolverPrecision precision_;
};

/// Inverter::setUp() with a progress line of its own where it takes long; false if Ctrl-C stopped it.
bool setUp(Inverter& inverter, const SolverChoice& choice, SolveLog& log);

/// Finds so many modes of what a solver with this choice inverts, with a progress line of its own; collective.  Null if Ctrl-C
/// stopped it.  Throws UnsolvedError if they are not found.
std::shared_ptr<const LowModes> findModes(int count, const DiracParameters& dirac, SolverPrecision precision,
                                          const HostConfiguration& on);

} // namespace gaugegl::measure
