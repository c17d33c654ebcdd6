#include "report/figure_script.h"
#include "report/gnuplot.h"
#include "report/plot_axis.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace gaugegl::report {
namespace {

constexpr const char* dataColour = "#0072B2";
constexpr const char* meanColour = "#D55E00";
constexpr const char* publishedColour = "#009E73";

/// A shaded band of one error around y = value, behind the data.
std::string band(double value, double error, const char* colour)
{
    return fmt::format("set object rectangle from graph 0, first {:.15g} to graph 1, first {:.15g} behind "
                       "fillcolor rgb '{}' fillstyle transparent solid 0.3 noborder\n",
                       value - error, value + error, colour);
}

/// A line at y = value from left to right, with its text in the key.
std::string level(double value, const char* colour, const std::string& text)
{
    return fmt::format(", {:.15g} with lines lw 1.2 lc rgb '{}' title {}", value, colour, gnuplotString(text));
}

} // namespace

std::vector<std::string> plotHistory(const Figure& figure, const History& history)
{
    const auto listOf = [](std::span<const double> numbers) {
        return std::vector<double>(numbers.begin(), numbers.end());
    };
    if (collected(figure,
                  {.curves = {{.x = listOf(history.sweep), .y = listOf(history.value)}}, .estimate = history.estimate}))
        return {};
    Range x;
    Range y;
    std::string rows;
    for (std::size_t i = 0; i < std::min(history.sweep.size(), history.value.size()); ++i) {
        if (!finite({history.sweep[i], history.value[i]})) continue;
        rows += row({history.sweep[i], history.value[i]});
        x.include(history.sweep[i]);
        y.include(history.value[i]);
    }
    const double pointSize = history.value.size() > 400 ? 0.3 : 0.7;
    std::string settings = dataBlock("history", rows);
    std::string plot = fmt::format("plot $history with linespoints lw 1.2 pt 7 ps {} lc rgb '{}' title 'measurements'",
                                   pointSize, dataColour);
    if (known(history.estimate)) {
        const double mean = history.estimate.mean;
        const double error = history.estimate.error;
        y.include(mean - error);
        y.include(mean + error);
        settings += band(mean, error, meanColour);
        plot += level(mean, meanColour, "mean " + analysis::formatEstimate(mean, error));
    }
    if (history.published) {
        const analysis::PublishedPlaquette& published = *history.published;
        y.include(published.value - published.error);
        y.include(published.value + published.error);
        settings += band(published.value, published.error, publishedColour);
        const std::string number = analysis::formatEstimate(published.value, published.error);
        plot += level(published.value, publishedColour,
                      "known " + number + (published.sameLattice ? "" : " on " + published.lattice));
    }
    const Range wide = x.least == x.most ? Range{x.least - 1, x.most + 1} : x.widened(0.01);
    settings += linearAxis('x', wide, /*leastStep=*/1) + linearAxis('y', y.widened(0.08));
    return draw(figure, settings, plot);
}

std::vector<std::string> plotHistogram(const Figure& figure, const analysis::Histogram& bins,
                                       const analysis::Estimate& estimate)
{
    if (collected(figure, {.bins = bins, .estimate = estimate})) return {};
    Range x;
    std::string rows;
    std::size_t highest = 1;
    for (std::size_t bin = 0; bin < bins.counts.size(); ++bin) {
        rows += row({bins.centre(bin), static_cast<double>(bins.counts[bin])});
        x.include(bins.centre(bin) - bins.width);
        x.include(bins.centre(bin) + bins.width);
        highest = std::max(highest, bins.counts[bin]);
    }
    const double top = 1.06 * static_cast<double>(highest);
    std::string settings = dataBlock("bins", rows);
    settings += fmt::format("set boxwidth {:.15g} absolute\nset style fill solid 0.55 border lc rgb '{}'\n", bins.width,
                            dataColour);
    std::string plot = fmt::format("plot $bins with boxes lw 1.2 lc rgb '{}' title '{} measurement{}'", dataColour,
                                   bins.total(), bins.total() == 1 ? "" : "s");
    if (known(estimate)) {
        const auto upright = [top](double at) { return row({at, 0}) + row({at, top}) + "\n"; };
        settings += dataBlock("mean", upright(estimate.mean));
        settings +=
            dataBlock("error", upright(estimate.mean - estimate.error) + upright(estimate.mean + estimate.error));
        plot +=
            fmt::format(", $mean with lines lw 2.5 lc rgb '{0}' title {1}, $error with lines lw 1.8 dt 2 lc rgb '{0}' "
                        "title 'its error'",
                        meanColour, gnuplotString("mean " + analysis::formatEstimate(estimate)));
    }
    settings += linearAxis('x', x.widened(0)) + linearAxis('y', {0, top}, 1);
    return draw(figure, settings, plot);
}

std::vector<std::string> plotScatter(const Figure& figure, std::span<const std::complex<double>> values, Group group)
{
    double radius = 0;
    std::string rows;
    for (const std::complex<double>& value : values) {
        if (!finite({value.real(), value.imag()})) continue;
        rows += row({value.real(), value.imag()});
        radius = std::max(radius, std::abs(value));
    }
    radius = radius > 0 ? 1.1 * radius : 1;

    const int n = colours(group);
    std::string rays;
    for (int k = 0; k < n; ++k) {
        const double angle = 2 * std::numbers::pi * k / n;
        rays += row({0, 0}) + row({radius * std::cos(angle), radius * std::sin(angle)}) + "\n";
    }
    const Range range = {-radius, radius};
    const std::string settings = dataBlock("loops", rows) + dataBlock("centre", rays) + "set size ratio -1\n" +
                                 linearAxis('x', range) + linearAxis('y', range);
    const std::string plot = fmt::format("plot $centre with lines lw 2 dt 2 lc rgb '{}' title 'centre of SU({})', "
                                         "$loops with points pt 7 ps 0.9 lc rgb '{}' title 'configurations'",
                                         meanColour, n, "#600072B2");
    return draw(figure, settings, plot, "900,900");
}

} // namespace gaugegl::report
