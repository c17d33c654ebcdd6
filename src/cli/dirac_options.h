// What `solve` and `spectrum` share: operator and solver from options, and where the systems are solved.
#pragma once

#include "command.h"
#include "report.h"
#include "shared_links.h"

#include "device/compilation_notes.h"
#include "fermion/solve/inverter_backend.h"
#include "report/profile_report.h"

namespace gaugegl::cli {

struct DiracOptions {
    CommonOptions common;
    std::string type = "wilson", boundary = "antiperiodic", solver, precision = "mixed", shifts;
    std::string preconditioner = "none", stout;
    std::optional<std::string> blocks;
    std::optional<int> blockSteps;
    std::array<std::optional<double>, diracNumbers.size()> numbers; ///< in that order
    double tolerance = SolverChoice().tolerance;
    int maxIterations = SolverChoice().maxIterations, rhs = SolverChoice().rhs;
    std::string group, lattice;
};

/// "--lambda-min": the key with hyphens.
std::string optionOf(const DiracNumber& number);
/// The numbers of the operator, by their keys.
void addNumbers(Json& json, const DiracParameters& dirac);
/// The numbers of operators, stout smearing and the boundary.
void addQuarkOptions(CLI::App& command, DiracOptions& options);
/// Path, files' hints, outputs and the device.
void addBackendOptions(CLI::App& command, DiracOptions& options);
/// --rhs.
void addRhsOption(CLI::App& command, DiracOptions& options);
/// Those, operator and solver.
void addDiracOptions(CLI::App& command, DiracOptions& options);

/// The name of the solver: the one of the options, or what suits the preconditioner.
std::string solverName(const DiracOptions& options);

/// Throw InputError for a number that the operator lacks, or needs and did not get, and as validate().
DiracParameters diracOf(const DiracOptions& options);
SolverChoice solverOf(const DiracOptions& options);

/// The links of a file with all its checks; together.
SharedLinks readFermionLinks(const std::string& path, const DiracOptions& options);

/// Solves the systems of each configuration on the path of the options.
class SolveBackend {
public:
    /// Throws InputError for a profile of the CPU.
    explicit SolveBackend(const DiracOptions& options);
    /// The place must outlive it.
    std::unique_ptr<Inverter> inverter(const SharedLinks& of, const DiracParameters& dirac)
    {
        return place_.inverter(of.links, dirac, of.shared);
    }
    /// Smears sources and sinks; the place must outlive it.
    std::unique_ptr<QuarkSmearer> smearer(const SmearedLinks& in, const SharedLattice& shared)
    {
        return place_.smearer(in, shared);
    }
    /// What finds the modes of a matrix; the place must outlive it.
    std::unique_ptr<ModeFinder> modeFinder(const SharedLinks& of, const SpectralParameters& matrix)
    {
        return place_.modeFinder(of.links, matrix, of.shared);
    }
    /// Tells on this line what is compiled until the result goes; null on the CPU.
    std::unique_ptr<CompilationNotes> notes(Progress& progress);
    /// Tells on this line what is compiled of the programs of a solve, and how many there are, until the result goes; null on the CPU.
    std::unique_ptr<CompilationNotes> notes(Progress& progress, const SharedLinks& of, const DiracParameters& dirac,
                                            const SolverChoice& choice);
    /// The variants of kernels that were used; null on the CPU.
    Json tuning();
    /// Where the time went since the beginning; nothing without --profile.
    std::optional<ProfileReport> spent() const;

private:
    InverterBackend place_;
    std::unique_ptr<Profile> profile_;
};

/// Inverter::setUp() with a progress line of its own where it takes long; false if Ctrl-C stopped it.
bool setUp(Inverter& inverter, const DiracOptions& options);

/// The operator, the solver and the boundary as both commands report them.
Json toJson(const DiracOptions& options, const DiracParameters& dirac);

} // namespace gaugegl::cli
