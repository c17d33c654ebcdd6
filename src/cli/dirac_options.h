// What `solve` and `spectrum` share: operator and solver from options, and where the systems are solved.
#pragma once

#include "command.h"
#include "compilation_notes.h"
#include "profile_report.h"

#include "fermion/solve/device_inversion.h"

namespace gaugegl::cli {

struct DiracOptions {
    CommonOptions common;
    std::string type = "wilson", boundary = "antiperiodic", solver = "cg", precision = "mixed", shifts;
    std::optional<double> kappa, mu, mass;
    double tolerance = SolverChoice().tolerance;
    int maxIterations = SolverChoice().maxIterations;
    std::string group, lattice;
};

/// Operator, solver, boundary, path and files' hints.
void addDiracOptions(CLI::App& command, DiracOptions& options);

/// Throw InputError for a number that the operator lacks, or needs and did not get, and as validate().
DiracParameters diracOf(const DiracOptions& options);
SolverChoice solverOf(const DiracOptions& options);

/// The links of a file with all its checks.
FermionLinks readFermionLinks(const std::string& path, const DiracOptions& options);

/// What solves the systems of each configuration on the path of the options.
class InverterPlace {
public:
    /// Opens a device if the path needs one.  "auto" is a card where there is one and else the CPU, which is faster
    /// than a software driver.  Throws InputError for a profile of the CPU.
    explicit InverterPlace(const DiracOptions& options);
    /// The place must outlive it.
    std::unique_ptr<Inverter> inverter(const FermionLinks& links, const DiracParameters& dirac);
    /// Tells on this line what is compiled until the result goes; null on the CPU.
    std::unique_ptr<CompilationNotes> notes(Progress& progress, const FermionLinks& links, const DiracParameters& dirac,
                                            const SolverChoice& choice);
    /// Where the time went since the beginning; nothing without --profile.
    std::optional<ProfileReport> spent() const;

private:
    void open(const DiracOptions& options);

    std::optional<Device> device_; ///< none: the CPU
    std::unique_ptr<Profile> profile_;
};

/// The operator, the solver and the boundary as both commands report them.
Json toJson(const DiracOptions& options, const DiracParameters& dirac);

} // namespace gaugegl::cli
