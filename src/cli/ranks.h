// The ranks of the program: processes that mpirun has started, of which the first one prints and writes.
#pragma once

#include "command.h"

#include "gaugegl/base/interrupt.h"
#include "gaugegl/comm/shared_lattice.h"

namespace gaugegl::cli {

/// The ranks of this program; known from the start of main on.
const std::shared_ptr<const Communicator>& programRanks();

/// The text of each rank; collective.
std::vector<std::string> textsOfRanks(const std::string& own);

/// While it exists, this process is one of the ranks.  All but the first one print nothing and write no files.
class Ranks {
public:
    /// The command line must be the same for all.
    Ranks(int argc, char** argv);
    ~Ranks();
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    /// Ends all ranks after an error of this one, where there are several, with one message.  An error that not all of them
    /// have is reported with rank and host.
    void fail(int code, const std::string& message) const;

private:
    std::optional<Rescue> last_; ///< of those of this process
};

/// Throws InputError where there are several ranks, for a command that works on one alone.
void requireOneRank(const std::string& command);
/// The same, unless the command works on several.
void requireRanks(const std::string& command);

/// Throws InputError where ranks have other values of a text, which `what` names: bits would differ.
void requireSame(const std::string& what, const std::string& own);

/// Throws InputError as requireSame() where --allow-mixed is not given; with it, only warns of the differing values.
void requireSameUnlessMixed(const std::string& what, const std::string& own, const CommonOptions& options);
/// For the drivers of the ranks.
void requireSameDriver(const gl::Capabilities& c, const CommonOptions& options);
/// That, and in any case what kernels follow from: other ones would have other messages.
void requireSameKernels(const Device& device, const CommonOptions& options);

/// --grid, --shares and --allow-mixed.
void addDivisionOptions(CLI::App& command, CommonOptions& options);
/// How they divide a lattice.  Throws InputError.
DivisionRequest divisionOf(const CommonOptions& options);

/// How the ranks of the program share a lattice.  Throws InputError; collective.
SharedLattice sharedByRanks(const Lattice& lattice, const CommonOptions& options);

/// The device of this rank: the requested one, or that of its number on its host.  Says where ranks share one.
int deviceOfRank(int requested);

} // namespace gaugegl::cli
