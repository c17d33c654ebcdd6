// gaugegl verify: every kernel against the CPU reference on this driver.
#include "command.h"
#include "outputs.h"
#include "report.h"

#include "gaugegl/dirac/verification.h"
#include "gaugegl/fields/lattice_fit.h"
#include "gaugegl/gauge/verification.h"
#include "gaugegl/gauge/verification_fixing.h"
#include "gaugegl/hmc/verification.h"

#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct VerifyOptions {
    CommonOptions common;
    std::string lattice = "4x6x8x10";
    std::vector<std::string> groups = {"su2", "su3"};
    std::string kernels = "all";
};

/// All combinations of path and precision that the context offers and the options permit.
std::vector<DeviceOptions> devicesToVerify(const gl::Capabilities& c, const CommonOptions& options)
{
    std::vector<DeviceOptions> devices;
    constexpr std::pair<Path, Storage> places[] = {
        {Path::Fragment, Storage::Texture}, {Path::Compute, Storage::Texture}, {Path::Compute, Storage::Buffer}};
    for (const auto& [path, storage] : places)
        for (const Precision precision : {Precision::Single, Precision::Double}) {
            const bool wanted = (options.path == "all" || options.path == name(path)) &&
                                (options.storage == "all" || options.storage == name(storage)) &&
                                (options.precision == "all" || options.precision == name(precision));
            const bool offered =
                (path == Path::Fragment || c.compute()) && (precision == Precision::Single || c.doubles());
            const bool named = options.path == name(path) || options.precision == name(precision);
            if (wanted && (offered || named)) // what was asked for by name and is missing is an error, made by Device
                devices.push_back({.path = path,
                                   .precision = precision,
                                   .storage = storage,
                                   .checkErrors = true,
                                   .passes = {.seconds = options.passSeconds}});
        }
    return devices;
}

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

int runVerify(const VerifyOptions& options)
{
    const Lattice lattice = Lattice::parse(options.lattice);
    checkOutputs(options.common, {}, {});
    const auto context = openContext(options.common, /*debug=*/true);
    const bool prints = printsText(options.common);
    if (prints) {
        fmt::print("{} on {}, lattice {}\n", context->capabilities().renderer, context->capabilities().version,
                   lattice.name());
        fmt::print("{:<28} {:<4} {:<9} {:<7} {:>12} {:>10}\n", "kernel", "", "path", "", "deviation", "allowed");
    }
    nlohmann::json checks = nlohmann::json::array();
    int failed = 0;
    for (const DeviceOptions& deviceOptions : devicesToVerify(context->capabilities(), options.common)) {
        Device device(context, deviceOptions);
        for (const std::string& group : options.groups)
            requireFit(context->capabilities(), lattice, parseGroup(group), device.precision(), device.storage());
        const auto observe = [&](const Check& check) {
            checks.push_back(toJson(check));
            if (!check.passed) ++failed;
            if (prints) printCheck(check);
        };
        for (const std::string& group : options.groups) {
            const auto chosen = [&](const char* kernels) {
                return options.kernels == "all" || options.kernels == kernels;
            };
            if (chosen("gauge")) verifyGauge(device, lattice, parseGroup(group), observe);
            if (chosen("fixing")) verifyFixing(device, lattice, parseGroup(group), observe);
            if (chosen("fermions")) verifyFermions(device, lattice, parseGroup(group), observe);
            if (chosen("hmc")) verifyHmc(device, lattice, parseGroup(group), observe);
        }
    }
    if (prints) fmt::print("{} checks, {} failed\n", checks.size(), failed);
    const bool passed = failed == 0 && !checks.empty();
    if (!options.common.json.empty()) writeJson({{"passed", passed}, {"checks", checks}}, options.common.json);
    return passed ? success : verificationFailure;
}

} // namespace

void addVerify(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<VerifyOptions>();
    options->common.path = options->common.precision = options->common.storage = "all";
    CLI::App* command = app.add_subcommand("verify", "Compare every kernel with the CPU reference on this driver");
    command->add_option("--lattice", options->lattice, "Lattice to compare on")->capture_default_str();
    command->add_option("--group", options->groups, "su2, su3 or both")->capture_default_str();
    command->add_option("--kernels", options->kernels, "all, gauge, fixing, fermions or hmc")
        ->check(CLI::IsMember({"all", "gauge", "fixing", "fermions", "hmc"}))
        ->capture_default_str();
    addOutputOptions(*command, options->common);
    addContextOptions(*command, options->common);
    addPassOption(*command, options->common);
    command->add_option("--path", options->common.path, "all, fragment or compute")
        ->check(CLI::IsMember({"all", "fragment", "compute"}))
        ->capture_default_str();
    command->add_option("--precision", options->common.precision, "all, single or double")
        ->check(CLI::IsMember({"all", "single", "double"}))
        ->capture_default_str();
    command->add_option("--storage", options->common.storage, "all, texture or buffer")
        ->check(CLI::IsMember({"all", "texture", "buffer"}))
        ->capture_default_str();
    command->callback([options, &chosen] { chosen = [options] { return runVerify(*options); }; });
}

} // namespace gaugegl::cli
