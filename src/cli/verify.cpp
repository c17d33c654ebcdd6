// gaugegl verify: kernels against the CPU reference on this driver, or on parts of a lattice against the whole.
#include "command.h"
#include "outputs.h"
#include "ranks.h"
#include "run_options.h"
#include "verification_report.h"
#include "verification_run.h"

#include "base/platform.h"
#include "gaugegl/base/interrupt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>

namespace gaugegl::cli {
namespace {

/// Mesa's software drivers take minutes and gigabytes to optimise each of the programs for cards with few registers, which they
/// never choose by themselves.  To be called before a context is opened; what the environment says stays.
void compileWithoutOptimisation() { setMissingVariable("GALLIVM_PERF", "nopt"); }

struct VerifyOptions {
    VerificationRequest request;
    std::string run;     ///< file; empty: not the kernels of a run
    std::string lattice; ///< empty: as help() says
    std::string only;
    bool ranks = false;
    std::vector<std::string> groups = {"su2", "su3"};
};

/// What no check is made of, for people.
std::vector<std::string> leftOutOf(const VerificationRequest& request, std::vector<std::string> left)
{
    if (request.run) {
        left.emplace_back("what the run computes on the CPU");
        left.emplace_back("variants of kernels that a card may choose by timing them, and the sizes of sums on the "
                          "run's own lattice");
        return left;
    }
    std::vector<std::string> groups;
    for (const Group group : request.groups)
        groups.push_back(name(group));
    left.push_back(fmt::format("other groups than {}", fmt::join(groups, ", ")));
    if (!request.variants) left.emplace_back("variants of kernels that this device does not choose");
    if (request.common.storage == "all" && !request.variants) left.emplace_back("fields in buffers");
    for (const auto& [what, chosen] : {std::pair("paths", &request.common.path),
                                       {"precisions", &request.common.precision},
                                       {"storages", &request.common.storage}})
        if (*chosen != "all") left.push_back(fmt::format("other {} than {}", what, *chosen));
    return left;
}

int runVerify(VerifyOptions& options)
{
    VerificationRequest& request = options.request;
    const CommonOptions& common = request.common;
    if (!options.ranks) requireOneRank("verify");
    const std::string usual = options.ranks ? "4x6x12x8" : "4x6x8x10";
    request.lattice = Lattice::parse(options.lattice.empty() ? usual : options.lattice);
    for (const std::string& group : options.groups)
        request.groups.push_back(parseGroup(group));
    if (!options.run.empty()) {
        request.run = loadRunConfig(options.run);
        if (common.device >= 0) request.run->device.device = common.device;
        request.common = withDeviceOf(*request.run, common);
    }
    if (request.variants && request.kernels.empty()) request.kernels = {"all"};
    checkOutputs(common, {}, options.run.empty() ? std::vector<std::string>() : std::vector{options.run});
    if (request.variants) compileWithoutOptimisation();
    if (options.ranks) return verifyRanks(request, options.only);
    const InterruptGuard guard;
    const std::shared_ptr<gl::Context> context = openContext(common, /*debug=*/true);
    Verification verification(request, context);
    std::string title = fmt::format("{} on {}, lattice {}: {} checks", context->capabilities().renderer,
                                    context->capabilities().version, request.lattice.name(), verification.total());
    if (const auto left = leftOutOf(request, verification.leftOut()); !left.empty())
        title += fmt::format("\nleft out: {}{}", fmt::join(left, ", "),
                             request.run || request.variants ? "" : "; --all and --kernels NAME,.. add kernels");
    CheckReport report(common, verification.total(), title);
    const auto observe = [&](const Check& check) { report.add(check); };
    const auto end = [&] {
        const bool everyPart = !request.run && verification.leftOut().empty();
        const std::set<std::string> notRun =
            report.left() == 0 && everyPart ? verification.kernelsNotRun() : std::set<std::string>();
        const std::vector<std::string> unchecked = verification.unchecked();
        CheckReport::Ending ending;
        if (!notRun.empty())
            ending.lines = fmt::format("kernels that no check ran: {}{}\n", fmt::join(notRun, ", "),
                                       request.variants ? "" : "; --all adds variants");
        ending.further = {{"left_out", verification.leftOut()}, {"kernels_not_run", notRun}};
        if (request.run && !unchecked.empty())
            ending.note = fmt::format("no check has these programs of the run: {}", fmt::join(unchecked, ", "));
        ending.enough = request.run ? unchecked.empty() : !request.variants || notRun.empty();
        return report.end(ending);
    };
    const Rescue rescue([&] {
        verification.reportRest(observe);
        end();
    });
    verification.run(observe);
    if (end()) return success;
    return interrupted() ? interruptedExit : verificationFailure;
}

} // namespace

void addVerify(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<VerifyOptions>(
        app, chosen, "verify", "Compare kernels with the CPU reference on this driver", runVerify);
    VerificationRequest& request = options.request;
    request.common.path = request.common.precision = request.common.storage = "all";
    auto* run =
        command.add_option("run", options.run, "Run file: the kernels that this run uses, on the device that it uses");
    auto* all = command.add_flag("--all", request.variants,
                                 "All kernels, with variants that are not chosen by default, and fields in buffers; "
                                 "Mesa's software drivers then compile without optimisation");
    auto* ranks = command
                      .add_flag("--ranks", options.ranks,
                                "With mpirun: compare kernels on the parts of ranks with the same kernels on the "
                                "whole lattice, bit for bit")
                      ->excludes(run);
    command.add_option("--only", options.only, "Only kernels whose name contains this, such as heatbath")->needs(ranks);
    command.add_option("--lattice", options.lattice, "Lattice to compare on (4x6x8x10, with --ranks 4x6x12x8)");
    command.add_option("--group", options.groups, groupWords() + "; both su2 and su3 without it")
        ->capture_default_str()
        ->excludes(run);
    command
        .add_option(
            "--kernels", request.kernels,
            "Kernels to compare; by default those of gauge fields, gauge fixing, Wilson and staggered quarks and "
            "their forces; all, or names: gauge, rectangles, fixing, "
            "fermions (linear-algebra, wilson, staggered, clover, domain-wall, overlap, smeared-sources), hmc "
            "(forces, rectangle-forces, clover-forces, stout-forces)")
        ->delimiter(',')
        ->excludes(run);
    all->excludes(run);
    command
        .add_option("--jobs", request.jobs,
                    "Contexts that work in parallel, for drivers that compile on one processor (the number of "
                    "processors, at most 4)")
        ->check(positiveNumber());
    addOutputOptions(command, request.common);
    addContextOptions(command, request.common);
    addDivisionOptions(command, request.common);
    addPassOption(command, request.common);
    for (const auto& [name, value, one, other, help] :
         {std::tuple("--path", &request.common.path, "fragment", "compute", "all, fragment or compute"),
          {"--precision", &request.common.precision, "single", "double", "all, single or double"},
          {"--storage", &request.common.storage, "texture", "buffer",
           "all, texture or buffer; all is texture alone without --all"}})
        addChoice(command, name, *value, {"all", one, other}, help)->excludes(run);
}

} // namespace gaugegl::cli
