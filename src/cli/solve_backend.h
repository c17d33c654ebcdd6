// What `solve`, `spectrum` and `eigen` share: their options beside the keys of their sections, and where they solve.
#pragma once

#include "measured_files.h"
#include "shared_links.h"

#include "device/compilation_notes.h"
#include "measure/quarks.h"
#include "report/profile_report.h"

namespace gaugegl::cli {

/// Outputs and the device; the path is a key of the section.
void addSolveOptions(CLI::App& command, CommonOptions& options);

/// The links of a file with all its checks; collective.
SharedLinks readFermionLinks(const std::string& path, const FileOptions& options);

/// Solves the systems of each configuration on a path: "auto", "fragment", "compute", "cpu".
class SolveBackend {
public:
    /// Throws InputError for a profile of the CPU.
    SolveBackend(const std::string& path, SolverPrecision precision, const CommonOptions& options);

    /// Where the links of a configuration are measured.
    measure::HostConfiguration on(const SharedLinks& of, measure::SolveLog& log)
    {
        return {.links = of.links, .shared = of.shared, .backend = place_, .log = &log};
    }
    /// The place must outlive it.
    std::unique_ptr<Inverter> inverter(const SharedLinks& of, const DiracParameters& dirac)
    {
        return place_.inverter(of.links, dirac, of.shared);
    }
    /// Tells on this line what is compiled until the result goes; null on the CPU.
    std::unique_ptr<CompilationNotes> notes(Progress& progress);
    /// Tells on this line what is compiled of the programs of a solve, and how many there are, until the result goes; null on the CPU.
    std::unique_ptr<CompilationNotes> notes(Progress& progress, const SharedLinks& of, const DiracParameters& dirac,
                                            const SolverChoice& choice);
    /// The variants of kernels that were used; null on the CPU.
    Json tuning() { return measure::tuningOf(place_); }
    /// Where the time went since the beginning; nothing without --profile.
    std::optional<ProfileReport> spent() const;

private:
    InverterBackend place_;
    std::unique_ptr<Profile> profile_;
};

/// A log whose further lines are on standard error.
measure::SolveLog logOnStandardError(bool quiet);

/// The keys of the systems and of the solver, but for `without`; --deflate is an option of its own.
void addSystemOptions(CLI::App& command, KeyOptions& keys, std::vector<std::string> without);
/// The systems of the keys, without --solver for the solver that suits the preconditioner.  Throws InputError where a number of the operator
/// is left out that has no usual value.
void chooseSystems(FermionSection& section, const KeyOptions& keys);

/// The operator, the solver and the boundary as commands report them.
Json toJson(const FermionSection& section, const SolverChoice& choice);

/// Adds --deflate.
void addDeflateOption(CLI::App& command, std::string& deflate);
/// Before the work: the number of modes to find, or nothing for a file or no deflation.  Throws InputError for what is neither a number nor a
/// file that is there, and for what cannot be deflated.
std::optional<int> modesToFind(const std::string& deflate, const FermionSection& section, const SolverChoice& choice);
/// The modes of a file, of these links and this operator.
std::shared_ptr<const LowModes> readDeflation(const std::string& file, const SharedLinks& of,
                                              const DiracParameters& dirac);

} // namespace gaugegl::cli
