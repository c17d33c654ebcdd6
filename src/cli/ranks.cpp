#include "ranks.h"

#include "report.h"

#include "base/one_line.h"
#include "base/output_file.h"
#include "base/platform.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/gl/context.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fmt/ranges.h>
#include <thread>

namespace gaugegl::cli {
namespace {

std::shared_ptr<const Communicator>& ranksOfProgram()
{
    static std::shared_ptr<const Communicator> ranks = singleRank();
    return ranks;
}

/// The commands that several ranks carry out together.
constexpr std::array<std::string_view, 12> commandsOfRanks = {
    "run", "scan", "generate", "hmc", "measure", "solve", "spectrum", "eigen", "flow", "potential", "fix", "info"};

std::FILE* errors = stderr; // where messages of errors go

bool anyOf(const Communicator& ranks, bool here)
{
    const std::byte own[] = {std::byte(here ? 1 : 0)};
    return std::ranges::any_of(ranks.gather(own), [](const auto& one) { return one.at(0) != std::byte(0); });
}

} // namespace

const std::shared_ptr<const Communicator>& programRanks() { return ranksOfProgram(); }

std::vector<std::string> textsOfRanks(const std::string& own)
{
    std::vector<std::string> texts;
    for (const std::vector<std::byte>& one : programRanks()->gather(std::as_bytes(std::span(own))))
        texts.emplace_back(reinterpret_cast<const char*>(one.data()), one.size());
    return texts;
}

namespace {

/// How the texts of ranks differ; empty if they do not.
std::string differenceOf(const std::string& what, const std::string& own)
{
    const std::vector<std::string> all = textsOfRanks(own);
    for (std::size_t rank = 1; rank < all.size(); ++rank)
        if (all[rank] != all[0])
            return fmt::format("the ranks differ in their {}, so that their bits would: rank 0 has '{}', rank {} '{}'",
                               what, all[0], rank, all[rank]);
    return {};
}

} // namespace

void requireSame(const std::string& what, const std::string& own)
{
    if (const std::string difference = differenceOf(what, own); !difference.empty()) throw InputError(difference);
}

void requireSameUnlessMixed(const std::string& what, const std::string& own, const CommonOptions& options)
{
    const std::string difference = differenceOf(what, own);
    if (difference.empty()) return;
    if (!options.allowMixed) throw InputError(difference + "; --allow-mixed does without the same bits");
    warned({difference + "; the results are not those of one rank, bit for bit"});
}

void requireSameDriver(const gl::Capabilities& c, const CommonOptions& options)
{
    requireSameUnlessMixed("driver", fmt::format("{}, {}, {}", c.vendor, c.renderer, c.version), options);
}

void requireSameKernels(const Device& device, const CommonOptions& options)
{
    requireSameDriver(device.context().capabilities(), options);
    requireSame("kernels", fmt::format("{} shaders for {} registers", name(device.path()),
                                       device.registers() == Registers::Few ? "few" : "many"));
}

Ranks::Ranks(int argc, char** argv)
{
    auto& ranks = ranksOfProgram();
    ranks = launchedRanks();
    if (ranks->size() == 1) {
        ranks = singleRank();
        return;
    }
    setAgreement([&ranks](bool here) { return anyOf(*ranks, here); });
    if (ranks->rank() > 0) {
        setWritesFiles(false);
        errors = silenceStandardStreams();
    }
    if (ranks->rank() > 0) // launchers kill the others when one ends: the first one, which reports results, ends before
        last_.emplace([] { std::this_thread::sleep_for(std::chrono::milliseconds(300)); });
    requireSame("version", GAUGEGL_VERSION);
    requireSame("options", fmt::format("{}", fmt::join(argv + 1, argv + argc, " ")));
}

Ranks::~Ranks()
{
    setAgreement({});
    ranksOfProgram() = singleRank();
}

void Ranks::fail(int code, const std::string& message) const
{
    const Communicator& ranks = *programRanks();
    if (ranks.size() == 1) return;
    constexpr double patience = 0.5; // in which those that have an error too say so
    const std::vector<std::string> all = ranks.gatherErrors(message, patience);
    const bool everybody = std::ranges::all_of(all, [&](const std::string& one) { return one == all[0]; });
    const auto first = std::ranges::find_if(all, [](const std::string& one) { return !one.empty(); }) - all.begin();
    std::fflush(stdout);
    if (errors != nullptr && first == ranks.rank()) {
        const std::string who = everybody ? "" : fmt::format("rank {} on {}: ", ranks.rank(), ranks.host());
        std::fprintf(errors, "gaugegl: error: %s\n", printable(who + message).c_str());
        std::fflush(errors);
    }
    removeUnfinishedFiles();
    // The one that says it ends all, so that its words are out before.
    if (first != ranks.rank()) std::this_thread::sleep_for(std::chrono::duration<double>(2 * patience));
    ranks.abort(code);
}

void requireOneRank(const std::string& command)
{
    if (const int size = programRanks()->size(); size > 1)
        throw InputError(fmt::format("`gaugegl {}` works on one rank, and {} were started; {}, verify --ranks and "
                                     "bench --suite scaling work on several",
                                     command, size, fmt::join(commandsOfRanks, ", ")));
}

void requireRanks(const std::string& command)
{
    const bool some = command == "verify" || command == "bench"; // which say themselves what needs one
    if (!some && std::ranges::count(commandsOfRanks, command) == 0) requireOneRank(command);
}

void addDivisionOptions(CLI::App& command, CommonOptions& options)
{
    command.add_option("--grid", options.grid,
                       "With mpirun: number of blocks in each direction, 1x1xPzxPt; by default those with the fewest "
                       "sites to exchange");
    command.add_option("--shares", options.shares,
                       "With mpirun: relative sizes of the ranks' parts in t, such as 3,1 for unequal cards");
    command.add_flag(
        "--allow-mixed", options.allowMixed,
        "With mpirun: allow ranks with different drivers; results then differ from those of one rank in the last bits");
}

DivisionRequest divisionOf(const CommonOptions& options)
{
    DivisionRequest request;
    if (!options.grid.empty()) request.grid = Grid::parse(options.grid);
    if (!options.shares.empty()) request.shares = parseShares(options.shares);
    const int size = programRanks()->size();
    const int blocks = request.grid ? request.grid->size() : int(request.shares.size());
    if (blocks > 0 && blocks != size)
        throw InputError(fmt::format("{} {} needs {} ranks; {}", request.grid ? "--grid" : "--shares",
                                     request.grid ? options.grid : options.shares, blocks,
                                     size == 1 ? fmt::format("start them with mpirun -np {}", blocks)
                                               : fmt::format("there are {}", size)));
    return request;
}

SharedLattice sharedByRanks(const Lattice& lattice, const CommonOptions& options)
{
    const auto& ranks = programRanks();
    return {sharedLattice(lattice, ranks->rank(), ranks->size(), divisionOf(options), GhostWidth{}), ranks};
}

int deviceOfRank(int requested)
{
    const Communicator& ranks = *programRanks();
    if (ranks.size() == 1 || requested >= 0) return requested;
    const auto devices = gl::listDevices();
    std::vector<int> usable;
    for (const auto& device : devices)
        if (device.usable) usable.push_back(device.index);
    if (usable.empty()) return requested;
    if (ranks.nodeSize() > int(usable.size()) && ranks.nodeRank() == 0)
        printError("gaugegl: {} ranks share {} {} of {}\n", ranks.nodeSize(), usable.size(),
                   usable.size() == 1 ? "device" : "devices", ranks.host());
    return usable[std::size_t(ranks.nodeRank()) % usable.size()];
}

} // namespace gaugegl::cli
