// gaugegl potential: Wilson loops of configurations, effective masses, the static potential and its fit.
#include "measured_files.h"

#include "gaugegl/base/error.h"
#include "gaugegl/gauge/smearing/smearing.h"

#include <charconv>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct PotentialOptions {
    explicit PotentialOptions(CLI::App& command) : files(command, runWith("loops")) {}

    FileOptions files;
    std::string ape = "0.5:25", fitRange;
};

/// "2:7".
std::vector<double> parseRange(const std::string& text)
{
    const std::size_t colon = text.find(':');
    const auto number = [](std::string_view part) -> std::optional<double> {
        double value = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (part.empty() || error != std::errc() || end != part.data() + part.size()) return std::nullopt;
        return value;
    };
    if (colon != std::string::npos) {
        const auto first = number(std::string_view(text).substr(0, colon));
        const auto last = number(std::string_view(text).substr(colon + 1));
        if (first && last && *first > 0 && *first < *last) return {*first, *last};
    }
    throw InputError(
        fmt::format("--fit-range '{}' must be two distances above 0, the smaller one first, such as 2:7", text));
}

int runPotential(const PotentialOptions& options)
{
    const ApeSmearing ape = ApeSmearing::parse(options.ape);
    const std::vector<double> range = options.fitRange.empty() ? std::vector<double>() : parseRange(options.fitRange);
    const bool multihit = options.files.keys.isGiven("loops.multihit"),
               beta = options.files.keys.isGiven("action.beta");
    if (multihit && !beta)
        throw InputError("--multihit needs --beta, the coupling of the Wilson action that made the configurations");
    if (beta && !multihit)
        throw InputError(fmt::format("--beta {} is used with --multihit only", options.files.keys.run().action.beta));
    return measureFiles(options.files, "loops", [&](RunConfig& run) {
        run.loops->apeAlpha = ape.alpha;
        run.loops->apeSteps = ape.steps;
        run.loops->fitRange = range;
    });
}

} // namespace

void addPotential(CLI::App& app, Runner& chosen)
{
    CLI::App* command =
        app.add_subcommand("potential", "The static potential: Wilson loops, effective masses, fit, lattice spacing");
    auto options = std::make_shared<PotentialOptions>(*command);
    KeyOptions& keys = options->files.keys;
    addFileOptions(*command, options->files);
    keys.add("--r-max", "loops.r_max");
    keys.add("--t-max", "loops.t_max");
    command->add_option("--ape", options->ape, "ALPHA:STEPS, smearing of the spatial links; 0:0 is none")
        ->capture_default_str();
    keys.add("--off-axis", "loops.off_axis");
    keys.add("--multihit", "loops.multihit");
    keys.add("--beta", "action.beta")->default_str("")->description("Coupling of the Wilson action, for --multihit");
    command->add_option("--fit-range", options->fitRange, "RMIN:RMAX, the distances of the fit, instead of its rule");
    keys.add("--plateau", "loops.plateau");
    keys.add("--sqrt-sigma", "loops.root_sigma_mev");
    addMeasurementOptions(
        *command, options->files,
        "Draw effective masses and the potential: PREFIX-masses.png, PREFIX-potential.png, and as SVG");
    command->callback([options, &chosen] { chosen = [options] { return runPotential(*options); }; });
}

} // namespace gaugegl::cli
