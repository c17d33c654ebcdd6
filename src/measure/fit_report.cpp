#include "measure/fit_report.h"

#include "gaugegl/base/error.h"
#include "report/columns.h"
#include "report/warnings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

using analysis::CorrelatorFit;
using analysis::CorrelatorFits;
using analysis::CorrelatorForm;
using analysis::Estimate;
using analysis::FitCovariance;
using analysis::FitTask;
using analysis::formatEstimate;

std::string rangeOf(const CorrelatorFit& fit) { return fmt::format("{}:{}", fit.first, fit.last); }

/// The first parameter is E0, or A0 of a constant.
const Columns<CorrelatorFit>& fitColumns(bool constant)
{
    const auto made = [](const char* name) {
        Columns<CorrelatorFit> columns;
        columns.add("states", "states", [](const CorrelatorFit& fit) { return fit.model.states; })
            .add("t", "range", &rangeOf)
            .add("weight", "weight", &CorrelatorFit::weight, "{:.3f}")
            .add(name, name, [](const CorrelatorFit& fit) { return fit.parameters.front(); })
            .add("chi^2", "chi_squared", &CorrelatorFit::chiSquared, "{:.2f}")
            .add("expected", "expected_chi_squared", &CorrelatorFit::expected, "{:.2f}")
            .add("dof", "degrees_of_freedom", &CorrelatorFit::degrees)
            .add("p", "probability", &CorrelatorFit::probability, "{:.3g}");
        return columns;
    };
    static const Columns<CorrelatorFit> energies = made("E0"), amplitudes = made("A0");
    return constant ? amplitudes : energies;
}

bool isConstant(const CorrelatorFits& fits) { return fits.fit.model.form == CorrelatorForm::Constant; }

/// What stands for the covariance, in words.
std::string covarianceText(const CorrelatorFit& fit, double cut)
{
    switch (fit.covariance) {
    case FitCovariance::Shrunk:
        return fmt::format("correlations shrunk by {:.3f} (Ledoit, Wolf), p by two moments of chi^2", fit.shrinkage);
    case FitCovariance::Cut:
        return fmt::format(
            "{} eigenvalues of the correlations raised to {:g} of the largest, p by two moments of chi^2", fit.raised,
            cut);
    case FitCovariance::Uncorrelated:
        return "correlations left out of chi^2, p by two moments of chi^2";
    default:
        return "full covariance, p by Fisher's distribution (Hotelling)";
    }
}

std::string errorsText(const FitTask& task)
{
    return task.resamples > 0 ? fmt::format("bootstrap, {} resamples, seed {}", task.resamples, task.seed)
                              : "jackknife";
}

/// {"mean", "error"} of each, without words: those of parameters say the same.
Json estimateList(const std::vector<Estimate>& all)
{
    Json list = Json::array();
    for (const Estimate& one : all)
        list.push_back({{"mean", toJson(one.mean)}, {"error", toJson(one.error)}});
    return list;
}

Json resultsOf(const CorrelatorFits& fits, const FitTask& task)
{
    const CorrelatorFit& fit = fits.fit;
    const std::vector<std::string> names = fit.model.names();
    Json parameters = Json::object(), average = Json::object();
    for (std::size_t k = 0; k < names.size(); ++k)
        parameters[names[k]] = briefly(fit.parameters[k]);
    for (std::size_t k = 0; k < fits.average.size(); ++k)
        average[names[k]] = briefly(fits.average[k]);
    Json json = {{"configurations", fits.configurations},
                 {"bins", fits.bins},
                 {"bin_size", fits.binSize},
                 {"model", choiceName(fit.model.form)},
                 {"states", fit.model.states},
                 {"oscillating", fit.model.oscillating},
                 {"extent", fit.model.extent},
                 {"range", {fit.first, fit.last}},
                 {"covariance", choiceName(fit.covariance)},
                 {"errors", errorsText(task)}};
    if (fit.covariance == FitCovariance::Shrunk) json["shrinkage"] = toJson(fit.shrinkage);
    if (fit.covariance == FitCovariance::Cut) json.update(Json{{"cut", task.cut}, {"raised_eigenvalues", fit.raised}});
    json.update(Json{{"parameters", parameters},
                     {"chi_squared", toJson(fit.chiSquared)},
                     {"expected_chi_squared", toJson(fit.expected)},
                     {"degrees_of_freedom", fit.degrees},
                     {"probability", toJson(fit.probability)},
                     {"average", average},
                     {"fits", fitColumns(isConstant(fits)).list(fits.all)},
                     {"correlator", estimateList(fits.correlator)},
                     {"effective_energies", estimateList(fits.energies)}});
    addWarnings(json, fits.warnings);
    return json;
}

std::string tableOfFits(const CorrelatorFits& fits, const FitTask& task)
{
    const CorrelatorFit& fit = fits.fit;
    const std::vector<std::string> names = fit.model.names();
    std::string text =
        fmt::format("{} configurations in {} bins of {}; {}, {} state{}{}, t = {} to {}, T = {}\n{}; errors: {}\n\n",
                    fits.configurations, fits.bins, fits.binSize, choiceName(fit.model.form), fit.model.states,
                    fit.model.states == 1 ? "" : "s",
                    fit.model.oscillating > 0 ? fmt::format(" and {} oscillating", fit.model.oscillating) : "",
                    fit.first, fit.last, fit.model.extent, covarianceText(fit, task.cut), errorsText(task));
    Table table({"parameter", "value"});
    for (std::size_t k = 0; k < names.size(); ++k)
        table.add({names[k], formatEstimate(fit.parameters[k])});
    text += table.text();
    text += fit.degrees == 0
                ? std::string("\nno degrees of freedom\n")
                : fmt::format("\nchi^2 = {:.2f} of {} degree{} of freedom, {:.2f} expected, p = {:.3g}\n",
                              fit.chiSquared, fit.degrees, fit.degrees == 1 ? "" : "s", fit.expected, fit.probability);
    if (!fits.average.empty() && fits.all.size() > 1) { // an average of one is that fit
        constexpr double least = 0.01;                  // a weight that is worth a line
        std::vector<CorrelatorFit> heavy;
        for (const CorrelatorFit& one : fits.all)
            if (one.weight >= least) heavy.push_back(one);
        text += fmt::format("\naverage of {} fits with weights exp(-(chi^2 + 2 parameters + 2 t left out)/2):",
                            fits.all.size());
        for (std::size_t k = 0; k < fits.average.size(); ++k)
            text += fmt::format(" {} = {}", names[k], formatEstimate(fits.average[k]));
        text += fmt::format("\nthose with a weight of {} and more:\n\n{}", least,
                            fitColumns(isConstant(fits)).table(heavy));
    }
    return text + warningLines(resultsOf(fits, task).value("warnings", Warnings()));
}

/// What is known of values at t + shift.
Curve pointsOf(const std::vector<Estimate>& values, const std::string& label, double shift)
{
    Curve curve{.label = label, .style = CurveStyle::Points};
    for (std::size_t t = 0; t < values.size(); ++t) {
        if (!analysis::known(values[t])) continue;
        curve.x.push_back(double(t) + shift);
        curve.y.push_back(values[t].mean);
        curve.error.push_back(values[t].error);
    }
    return curve;
}

/// A value and the ends of its error from x to x.
std::vector<Curve> bandOf(const Estimate& value, const std::string& name, double from, double to, std::size_t colour)
{
    const auto line = [&](double y, CurveStyle style, const std::string& label) {
        return Curve{.label = label, .x = {from, to}, .y = {y, y}, .style = style, .colour = colour};
    };
    return {line(value.mean, CurveStyle::Line, fmt::format("{} = {}", name, formatEstimate(value))),
            line(value.mean - value.error, CurveStyle::DottedLine, ""),
            line(value.mean + value.error, CurveStyle::DottedLine, "")};
}

/// By the first t of fits with so many states.
Curve byRange(const CorrelatorFits& fits, int states, const std::string& label, CurveStyle style,
              const std::function<Estimate(const CorrelatorFit&)>& value)
{
    Curve curve{.label = fmt::format("{}, {} state{}", label, states, states == 1 ? "" : "s"),
                .style = style,
                .colour = std::size_t(states - 1)};
    for (const CorrelatorFit& fit : fits.all) {
        const Estimate one = value(fit);
        if (fit.model.states != states || !std::isfinite(one.mean)) continue;
        curve.x.push_back(fit.first + 0.1 * (states - 1));
        curve.y.push_back(one.mean);
        if (std::isfinite(one.error)) curve.error.push_back(one.error);
    }
    if (curve.error.size() < curve.y.size()) curve.error.clear();
    return curve;
}

std::vector<std::string> plotState(const Figure& figure, const CorrelatorFits& fits)
{
    const CorrelatorFit& fit = fits.fit;
    std::vector<std::string> files;
    const auto draw = [&](const char* name, const char* x, const char* y, const std::vector<Curve>& curves,
                          const Axes& axes) {
        if (std::ranges::none_of(curves, [](const Curve& curve) { return !curve.x.empty(); })) return;
        const auto made = plotLines({figure.path + name, figure.title, x, y}, curves, axes);
        files.insert(files.end(), made.begin(), made.end());
    };
    const std::string first = fit.model.names().front();
    std::vector<double> parameters;
    for (const Estimate& one : fit.parameters)
        parameters.push_back(one.mean);
    std::vector<Curve> correlator = {pointsOf(fits.correlator, "data", 0)};
    Curve& curve = correlator.emplace_back(Curve{.label = "fit", .style = CurveStyle::Line});
    const int steps = fit.model.oscillating > 0 ? 1 : 10; // between whole t the sign is none
    for (int k = steps * fit.first; k <= steps * fit.last; ++k) {
        curve.x.push_back(double(k) / steps);
        curve.y.push_back(fit.model.at(curve.x.back(), parameters));
    }
    const bool positive =
        !isConstant(fits) && std::ranges::all_of(fits.correlator, [](const Estimate& one) { return one.mean > 0; });
    draw("-correlator", "t / a", "C(t)", correlator, {.logY = positive});

    const bool between = fit.model.oscillating == 0 && fit.model.form != CorrelatorForm::Sinh; // from t to t + 1
    if (!isConstant(fits)) {
        std::vector<Curve> energies = bandOf(fit.parameters[0], first, fit.first, fit.last, 1);
        energies.insert(energies.begin(), pointsOf(fits.energies, "effective energy", between ? 0.5 : 0));
        draw("-energy", "t / a", "a E", energies, {.zeroY = true});
    }
    std::vector<Curve> quality, stability;
    for (int states = 1; states <= fit.model.states; ++states) {
        quality.push_back(
            byRange(fits, states, "chi^2 / expected", CurveStyle::LinesAndPoints,
                    [](const CorrelatorFit& one) { return Estimate{.mean = one.chiSquared / one.expected}; }));
        quality.push_back(byRange(fits, states, "p", CurveStyle::DashedLine,
                                  [](const CorrelatorFit& one) { return Estimate{.mean = one.probability}; }));
        stability.push_back(byRange(fits, states, first, CurveStyle::Points,
                                    [](const CorrelatorFit& one) { return one.parameters.front(); }));
    }
    draw("-quality", "first t / a", "chi^2 / expected, p", quality, {.zeroY = true});
    if (!fits.average.empty()) {
        const auto band = bandOf(fits.average[0], "average, " + first, fit.first, fit.last, 6);
        stability.insert(stability.end(), band.begin(), band.end());
    }
    draw("-stability", "first t / a", isConstant(fits) ? "A0" : "a E0", stability, {});
    return files;
}

} // namespace

FitReport reportFits(const analysis::CorrelatorMatrices& correlator, const FitTask& task,
                     const std::optional<GevpTimes>& times)
{
    FitReport report{task, {}};
    if (correlator.size == 1) {
        if (times) throw InputError("t0 and td are those of a matrix of correlators, and this is one correlator");
        report.states = {analysis::fitCorrelators(correlator.series, task)};
        return report;
    }
    report.times = times.value_or(GevpTimes());
    if (!report.times->td) report.times->td = std::max(1, 2 * report.times->t0);
    report.warnings = analysis::asymmetries(correlator, report.times->t0);
    report.energies = analysis::gevpEnergies(correlator, report.times->t0);
    for (const analysis::CorrelatorSeries& state :
         analysis::principalCorrelators(correlator, report.times->t0, *report.times->td))
        report.states.push_back(analysis::fitCorrelators(state, task));
    return report;
}

Json resultsOf(const FitReport& report)
{
    if (!report.times) return resultsOf(report.states.front(), report.task);
    Json energies = Json::array(), states = Json::array();
    for (const std::vector<Estimate>& one : report.energies)
        energies.push_back(estimateList(one));
    for (const CorrelatorFits& one : report.states)
        states.push_back(resultsOf(one, report.task));
    Json json = {{"t0", report.times->t0}, {"td", *report.times->td}, {"gevp_energies", energies}, {"states", states}};
    addWarnings(json, report.warnings);
    return json;
}

std::string fitTable(const FitReport& report)
{
    if (!report.times) return tableOfFits(report.states.front(), report.task);
    std::string text;
    for (std::size_t n = 0; n < report.states.size(); ++n)
        text += fmt::format("{}state {} of the matrix, t0 = {}, td = {}\n{}", n == 0 ? "" : "\n", n, report.times->t0,
                            *report.times->td, tableOfFits(report.states[n], report.task));
    return text + warningLines(report.warnings);
}

std::vector<std::string> plotFits(const Figure& figure, const FitReport& report)
{
    if (!report.times) return plotState(figure, report.states.front());
    std::vector<Curve> curves;
    std::vector<std::string> files;
    for (std::size_t n = 0; n < report.energies.size(); ++n)
        curves.push_back(pointsOf(report.energies[n], fmt::format("state {}", n), 0.5));
    if (std::ranges::any_of(curves, [](const Curve& curve) { return !curve.x.empty(); }))
        files = plotLines({figure.path + "-states", figure.title, "t / a", "a E"}, curves, {.zeroY = true});
    for (std::size_t n = 0; n < report.states.size(); ++n) {
        const auto made =
            plotState({figure.path + fmt::format("-state{}", n), fmt::format("{}, state {}", figure.title, n), "", ""},
                      report.states[n]);
        files.insert(files.end(), made.begin(), made.end());
    }
    return files;
}

} // namespace gaugegl::measure
