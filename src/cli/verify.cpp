// gaugegl verify: every kernel against the CPU reference on this driver.
#include "command.h"
#include "outputs.h"
#include "report.h"
#include "verification_run.h"

#include "gaugegl/base/interrupt.h"

#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct VerifyOptions {
    VerificationRequest request;
    std::string lattice = "4x6x8x10";
    std::vector<std::string> groups = {"su2", "su3"};
};

nlohmann::json toJson(const Check& check)
{
    return {{"name", check.name},
            {"group", name(check.group)},
            {"path", name(check.path)},
            {"precision", name(check.precision)},
            {"storage", name(check.storage)},
            {"largest_deviation", cli::toJson(check.largestDeviation)},
            {"tolerance", check.tolerance},
            {"passed", check.passed},
            {"note", check.note}};
}

void printCheck(const Check& check)
{
    fmt::print("{:<28} {:<4} {:<9} {:<7} {:>12.3g} {:>10.1e}  {}{}\n", check.name, name(check.group),
               name(check.path, check.storage), name(check.precision), check.largestDeviation, check.tolerance,
               check.passed ? "passed" : "FAILED", check.note.empty() ? "" : "  (" + check.note + ")");
    std::fflush(stdout);
}

int runVerify(VerifyOptions& options)
{
    VerificationRequest& request = options.request;
    const CommonOptions& common = request.common;
    request.lattice = Lattice::parse(options.lattice);
    for (const std::string& group : options.groups)
        request.groups.push_back(parseGroup(group));
    checkOutputs(common, {}, {});
    const InterruptGuard guard;
    const std::shared_ptr<gl::Context> context = openContext(common, /*debug=*/true);
    Verification verification(request, context);
    const bool prints = printsText(common);
    if (prints) {
        fmt::print("{} on {}, lattice {}: {} checks{}\n", context->capabilities().renderer,
                   context->capabilities().version, request.lattice.name(), verification.total(),
                   request.variants ? "" : "; --all adds variants that are not chosen by default");
        fmt::print("{:<28} {:<4} {:<9} {:<7} {:>12} {:>10}\n", "kernel", "", "path", "", "deviation", "allowed");
    }
    nlohmann::json checks = nlohmann::json::array();
    int failed = 0;
    const auto tell = [&](const Check& check) {
        checks.push_back(toJson(check));
        if (!check.passed) ++failed;
        if (prints) printCheck(check);
    };
    const auto end = [&] {
        const int left = verification.total() - int(checks.size());
        const std::set<std::string> notRun =
            left == 0 && request.kernels == "all" ? verification.kernelsNotRun() : std::set<std::string>();
        if (prints)
            fmt::print("{} checks, {} failed{}\n", checks.size(), failed,
                       left > 0 ? fmt::format(", {} left", left) : "");
        if (prints && !notRun.empty())
            fmt::print("kernels that no check ran: {}{}\n", fmt::join(notRun, ", "),
                       request.variants ? "" : "; --all adds variants");
        std::fflush(stdout);
        const bool everyKernelRan = !request.variants || notRun.empty();
        const bool passed = failed == 0 && left == 0 && !checks.empty() && everyKernelRan;
        if (!common.json.empty())
            writeJson({{"passed", passed}, {"complete", left == 0}, {"kernels_not_run", notRun}, {"checks", checks}},
                      common.json);
        if (left > 0) fmt::print(stderr, "gaugegl: interrupted; {} checks were not made\n", left);
        return passed;
    };
    const Rescue rescue([&] {
        verification.tellTheRest(tell);
        end();
    });
    verification.run(tell);
    if (end()) return success;
    return interrupted() ? interruptedExit : verificationFailure;
}

} // namespace

void addVerify(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<VerifyOptions>();
    VerificationRequest& request = options->request;
    request.common.path = request.common.precision = request.common.storage = "all";
    CLI::App* command = app.add_subcommand("verify", "Compare every kernel with the CPU reference on this driver");
    command->add_flag("--all", request.variants,
                      "Also variants of kernels that are not chosen by default, and fields in buffers");
    command->add_option("--lattice", options->lattice, "Lattice to compare on")->capture_default_str();
    command->add_option("--group", options->groups, groupWords() + "; both su2 and su3 without it")
        ->capture_default_str();
    command->add_option("--kernels", request.kernels, "all, gauge, fixing, fermions or hmc")
        ->check(CLI::IsMember({"all", "gauge", "fixing", "fermions", "hmc"}))
        ->capture_default_str();
    command
        ->add_option("--jobs", request.jobs,
                     "Contexts that work in parallel, for drivers that compile on one processor (the number of "
                     "processors, at most 4)")
        ->check(positiveNumber());
    addOutputOptions(*command, request.common);
    addContextOptions(*command, request.common);
    addPassOption(*command, request.common);
    command->add_option("--path", request.common.path, "all, fragment or compute")
        ->check(CLI::IsMember({"all", "fragment", "compute"}))
        ->capture_default_str();
    command->add_option("--precision", request.common.precision, "all, single or double")
        ->check(CLI::IsMember({"all", "single", "double"}))
        ->capture_default_str();
    command
        ->add_option("--storage", request.common.storage, "all, texture or buffer; all is texture alone without --all")
        ->check(CLI::IsMember({"all", "texture", "buffer"}))
        ->capture_default_str();
    command->callback([options, &chosen] { chosen = [options] { return runVerify(*options); }; });
}

} // namespace gaugegl::cli
