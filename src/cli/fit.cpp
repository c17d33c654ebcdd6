// gaugegl fit: energies of a correlator, of this program's records or of other programs' files.
#include "outputs.h"
#include "report.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "measure/fit_report.h"
#include "measure/named_array.h"

#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <tuple>

namespace gaugegl::cli {
namespace {

using analysis::CorrelatorForm;
using analysis::FitCovariance;

struct FitOptions {
    CommonOptions common;
    std::string input, range, plot, form = choiceName(CorrelatorForm::Cosh),
                                    covariance = choiceName(FitCovariance::Auto);
    measure::CorrelatorChoice correlator;
    std::vector<std::string> at;
    analysis::FitTask task;
    std::optional<int> t0, td;
};

/// "5:12", two whole numbers.
std::pair<int, int> rangeOfTimes(const std::string& text)
{
    std::pair<int, int> range;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, range.first);
    const bool colon = first.ec == std::errc() && first.ptr != end && *first.ptr == ':';
    const auto last = colon ? std::from_chars(first.ptr + 1, end, range.second) : first;
    if (!colon || last.ec != std::errc() || last.ptr != end)
        throw InputError(fmt::format("--range '{}' must be the first and the last t, such as 5:12", text));
    return range;
}

int runFit(FitOptions options)
try {
    analysis::FitTask& task = options.task;
    std::tie(task.first, task.last) = rangeOfTimes(options.range);
    task.model.form = parseChoice<CorrelatorForm>(options.form);
    task.covariance = parseChoice<FitCovariance>(options.covariance);
    for (const std::string& one : options.at) {
        const std::size_t sign = one.find('=');
        if (sign == std::string::npos || sign == 0)
            throw InputError(fmt::format("--at '{}' must be an axis and its value or label, such as kappa=0.15", one));
        options.correlator.at.emplace_back(one.substr(0, sign), one.substr(sign + 1));
    }
    std::optional<measure::GevpTimes> times;
    if (options.t0 || options.td) times = measure::GevpTimes{.t0 = options.t0.value_or(1), .td = options.td};
    checkOutputs(options.common, {{"--plot", options.plot, Output::Kind::Figures}}, {options.input});
    const measure::FitReport report =
        measure::reportFits(measure::readCorrelator(options.input, options.correlator), task, times);
    std::vector<std::string> figures;
    if (!options.plot.empty()) {
        const std::string& name = options.correlator.name;
        figures = measure::plotFits(
            {options.plot, fmt::format("{}{}{}", options.input, name.empty() ? "" : ", ", name), "", ""}, report);
    }
    Json json = {{"input", options.input}, {"correlator", options.correlator.name}};
    json.update(measure::resultsOf(report));
    json["figures"] = figures;
    std::string text = measure::fitTable(report);
    if (!figures.empty()) text += fmt::format("\n{}\n", fmt::join(figures, "\n"));
    reportResult(options.common, text, json);
    return success;
} catch (const UnsolvedError&) {
    if (!interrupted()) throw;
    sayOnStandardError("interrupted");
    return interruptedExit;
}

} // namespace

void addFit(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<FitOptions>(
        app, chosen, "fit", "Correlated fits of a correlator: energies, amplitudes, model averages, GEVP", runFit);
    command
        .add_option("input", options.input,
                    "Records of a run (its folder or NAME.jsonl), CSV, .npy, .npz, HDF5, or JSON of pyerrors")
        ->required();
    command.add_option("--correlator", options.correlator.name,
                       "Name of the array, or of a correlator on one of its axes (pion)");
    command.add_option("--at", options.at, "Point on another axis of the array, as kappa=0.15; may be given for each")
        ->allow_extra_args(false);
    addChoice(command, "--model", options.form, choices<CorrelatorForm>(), "Form of a state in t");
    command.add_option("--range", options.range, "First and last t of the fit; averages begin at all t in it")
        ->required();
    command.add_option("--states", options.task.model.states, "States, 1 to 3; averages have all numbers up to it")
        ->capture_default_str();
    command
        .add_option("--oscillating", options.task.model.oscillating,
                    "States with (-1)^t, 0 to 3, as of staggered quarks")
        ->capture_default_str();
    command.add_option("--extent", options.task.model.extent,
                       "T, if the data have t = 0 to T/2 alone; else their number of t");
    addChoice(command, "--covariance", options.covariance, choices<FitCovariance>(),
              "What chi^2 takes for the covariance; auto: full, or shrunk of few bins");
    command
        .add_option("--cut", options.task.cut,
                    "With --covariance cut: least eigenvalue of the correlations in units of the largest")
        ->check(fractionOfOne())
        ->capture_default_str();
    command.add_option("--bin", options.task.bin, "Configurations in a bin; by default from their autocorrelation");
    command.add_option("--bootstrap", options.task.resamples,
                       "Errors from so many resamples of bins instead of the jackknife");
    command.add_option("--seed", options.task.seed, "Of the bootstrap")->capture_default_str();
    command.add_option("--t0", options.t0,
                       "Of a matrix of correlators: its eigenvalue problem is that of C(t0); 1 by default");
    command.add_option("--td", options.td, "Of a matrix: eigenvectors are those at this t; 2 t0 by default");
    command.add_option(
        "--plot", options.plot,
        "Draw PREFIX-correlator.png, -energy, -quality (chi^2 and p by range) and -stability, and as SVG");
    addOutputOptions(command, options.common);
}

} // namespace gaugegl::cli
