#include "charts.h"

#include "plot.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace gaugegl::view {
namespace {

constexpr ImU32 dataColour = IM_COL32(96, 176, 240, 255), knownColour = IM_COL32(245, 176, 72, 255),
                meanColour = IM_COL32(230, 234, 240, 255), bandColour = IM_COL32(230, 234, 240, 60),
                oldColour = IM_COL32(96, 176, 240, 110), barColour = IM_COL32(78, 142, 194, 255);

/// Colours of curves, which eyes without one kind of cones tell apart; those of Okabe and Ito, lighter where they are dark.
constexpr std::array curveColours = {dataColour,
                                     knownColour,
                                     IM_COL32(0, 190, 140, 255),
                                     IM_COL32(222, 144, 190, 255),
                                     IM_COL32(240, 228, 66, 255),
                                     IM_COL32(236, 112, 58, 255),
                                     meanColour};

using report::Curve;
using report::CurveStyle;
using report::FigureData;

ImU32 colourOf(const Curve& curve, std::size_t number)
{
    return curveColours[curve.colour.value_or(number) % curveColours.size()];
}

bool isLine(const Curve& curve) { return curve.style >= CurveStyle::Line; }

double errorOf(const Curve& curve, std::size_t point) { return curve.error.empty() ? 0 : curve.error.at(point); }

/// What the axes must show: the points with their error bars.
std::array<Interval, 2> boundsOf(const FigureData& figure)
{
    std::vector<double> x, y;
    for (const Curve& curve : figure.curves) {
        if (!curve.shapesAxes) continue;
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            const double error = std::isfinite(errorOf(curve, i)) ? errorOf(curve, i) : 0;
            if (!std::isfinite(curve.y[i]) || (figure.axes.logY && curve.y[i] <= 0)) continue;
            x.push_back(curve.x[i]);
            y.insert(y.end(), {std::max(curve.y[i] - error, figure.axes.logY ? curve.y[i] / 1000 : -HUGE_VAL),
                               curve.y[i] + error});
        }
    }
    if (known(figure.estimate))
        y.insert(y.end(), {figure.estimate.mean - figure.estimate.error, figure.estimate.mean + figure.estimate.error});
    if (figure.axes.zeroY) y.push_back(0);
    const auto logarithmic = [](std::vector<double>& numbers, bool log) {
        if (log) std::ranges::transform(numbers, numbers.begin(), [](double number) { return std::log10(number); });
    };
    logarithmic(x, figure.axes.logX);
    logarithmic(y, figure.axes.logY);
    return {covering(x, 1e-9), covering(y, figure.axes.logY ? 0.1 : 1e-9)};
}

void drawCurve(const Plot& plot, const Curve& curve, ImU32 colour)
{
    if (curve.style != CurveStyle::Points && curve.style != CurveStyle::OpenPoints)
        plot.line(curve.x, curve.y, colour, curve.style > CurveStyle::Line);
    if (isLine(curve)) return;
    const float radius = curve.x.size() > 60 ? 1.5F : 2.5F;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        if (!std::isfinite(curve.y[i])) continue;
        const double error = errorOf(curve, i);
        if (!std::isfinite(error)) {
            plot.cross(curve.x[i], curve.y[i], colour);
            continue;
        }
        if (error > 0) plot.error(curve.x[i], {curve.y[i] - error, curve.y[i] + error}, colour);
        plot.point(curve.x[i], curve.y[i], colour, radius, curve.style == CurveStyle::OpenPoints);
    }
}

/// The labels of the curves in their colours, as many in a line as fit.
void drawLegend(const FigureData& figure)
{
    const float space = ImGui::GetFontSize();
    float room = 0;
    bool crosses = false;
    const auto write = [&](const std::string& text, ImU32 colour) {
        const float width = ImGui::CalcTextSize(text.c_str()).x + space;
        if (width < room) ImGui::SameLine(0, space);
        room = (width < room ? room : ImGui::GetContentRegionAvail().x) - width;
        ImGui::PushStyleColor(ImGuiCol_Text, colour);
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopStyleColor();
    };
    for (std::size_t k = 0; k < figure.curves.size(); ++k) {
        const Curve& curve = figure.curves[k];
        if (!curve.label.empty()) write(curve.label, colourOf(curve, k));
        crosses = crosses || std::ranges::any_of(curve.error, [](double error) { return !std::isfinite(error); });
    }
    if (crosses) write("\xc3\x97 error unknown", IM_COL32(176, 182, 193, 255));
}

void drawBins(const FigureData& figure, float height)
{
    const analysis::Histogram& h = *figure.bins;
    std::size_t most = 1;
    for (const std::size_t count : h.counts)
        most = std::max(most, count);
    const Interval x =
        h.counts.empty() ? Interval{0, 1} : Interval{h.lower, h.lower + h.width * double(h.counts.size())};
    const Plot plot(
        {.title = figure.title, .x = x, .y = {0, 1.1 * double(most)}, .height = height, .xName = figure.xLabel});
    for (std::size_t bin = 0; bin < h.counts.size(); ++bin)
        plot.bar({h.lower + double(bin) * h.width, h.lower + double(bin + 1) * h.width}, double(h.counts[bin]),
                 barColour);
    if (!known(figure.estimate)) return;
    const double mean = figure.estimate.mean;
    plot.line(std::array{mean, mean}, std::array{0.0, 1.1 * double(most)}, meanColour);
}

} // namespace

void drawFigure(const FigureData& figure, float height)
{
    if (figure.bins) return drawBins(figure, height);
    const auto [x, y] = boundsOf(figure);
    const bool integers = std::ranges::all_of(figure.curves, [](const Curve& curve) {
        return isLine(curve) || std::ranges::all_of(curve.x, [](double at) { return at == std::floor(at); });
    });
    {
        const Plot plot({.title = figure.title,
                         .x = x,
                         .y = y,
                         .height = height,
                         .integers = integers,
                         .logX = figure.axes.logX,
                         .logY = figure.axes.logY,
                         .xName = figure.xLabel});
        if (known(figure.estimate)) {
            const auto& [mean, error] = std::pair(figure.estimate.mean, figure.estimate.error);
            plot.band({mean - error, mean + error}, bandColour);
            plot.line(std::array{x.low, x.high}, std::array{mean, mean}, meanColour);
        }
        for (std::size_t k = 0; k < figure.curves.size(); ++k)
            drawCurve(plot, figure.curves[k], colourOf(figure.curves[k], k));
    }
    drawLegend(figure);
}

void Charts::refresh(const SteeredChain& chain, const ChartOptions& options)
{
    constexpr std::chrono::milliseconds interval(500);
    const auto time = std::chrono::steady_clock::now();
    // Another chain, or what is known of it, is not waited for.
    const std::string of = fmt::format("{} {} ", static_cast<const void*>(&chain), options.known),
                      wanted = fmt::format("{}{} {}", of, chain.sweeps(), chain.steadySince());
    if (refreshedFor_ == wanted) return;
    if (refreshedFor_.starts_with(of) && !options.waited && time - refreshed_ < interval) return;
    data_ = chartData(chain, options.known);
    refreshed_ = time;
    refreshedFor_ = wanted;
}

void Charts::loops(Group group) const
{
    constexpr std::size_t most = 600;
    const std::size_t first = data_.samples.size() > most ? data_.samples.size() - most : 0;
    double longest = 0.05;
    for (std::size_t i = first; i < data_.samples.size(); ++i)
        longest = std::max(longest, std::abs(data_.samples[i].polyakovLoop));
    const double reach = 1.12 * longest;
    const Plot plot({.title = "Polyakov loops, complex plane",
                     .x = {-reach, reach},
                     .y = {-reach, reach},
                     .height = 150,
                     .square = true,
                     .xName = ""});
    const int sectors = colours(group);
    for (int k = 0; k < sectors; ++k) {
        const double angle = 2 * std::numbers::pi * k / sectors;
        const std::array<double, 2> x = {0, 2 * reach * std::cos(angle)}, y = {0, 2 * reach * std::sin(angle)};
        plot.line(x, y, IM_COL32(245, 176, 72, 130));
    }
    for (std::size_t i = first; i < data_.samples.size(); ++i) {
        const bool last = i + 1 == data_.samples.size();
        const std::complex<double> loop = data_.samples[i].polyakovLoop;
        plot.point(loop.real(), loop.imag(), last ? meanColour : oldColour, last ? 4.0F : 2.0F);
    }
}

void Charts::drawPlaquettes() const
{
    constexpr std::size_t most = 400;
    const std::size_t first = data_.samples.size() > most ? data_.samples.size() - most : 0;
    Curve plaquettes{.style = CurveStyle::Line};
    for (std::size_t i = first; i < data_.samples.size(); ++i) {
        plaquettes.x.push_back(data_.samples[i].sweep);
        plaquettes.y.push_back(data_.samples[i].plaquette);
    }
    FigureData history{.title = "Plaquette", .xLabel = "sweep", .estimate = data_.plaquette};
    const std::optional<double> published = data_.published ? std::optional(data_.published->value) : data_.expansion;
    if (published && !plaquettes.x.empty())
        history.curves.push_back({.x = {plaquettes.x.front(), plaquettes.x.back()},
                                  .y = {*published, *published},
                                  .style = CurveStyle::DashedLine,
                                  .colour = 1});
    plaquettes.colour = 0;
    history.curves.push_back(plaquettes);
    drawFigure(history, 110);
}

void Charts::draw(const Session& session, const AllMeasured& measured, const std::string& path,
                  const ChartOptions& options)
{
    for (const auto& one : measured) {
        ImGui::TextWrapped("%s", one->title.c_str());
        for (const FigureData& figure : one->figures) {
            FigureData shown = figure;
            shown.title = figure.yLabel;
            drawFigure(shown, 130);
        }
        if (!one->note.empty()) ImGui::TextWrapped("%s", one->note.c_str());
        ImGui::Separator();
    }
    const SteeredChain& chain = session.chain();
    refresh(chain, options);
    drawPlaquettes();
    ImGui::TextWrapped("%s", meanText(data_).c_str());
    ImGui::PushStyleColor(ImGuiCol_Text, knownColour);
    if (data_.published)
        ImGui::TextWrapped("known %s on %s",
                           analysis::formatEstimate(data_.published->value, data_.published->error).c_str(),
                           data_.published->lattice.c_str());
    else if (data_.expansion)
        ImGui::TextWrapped("%s %.5f", data_.expansionName.c_str(), *data_.expansion);
    ImGui::PopStyleColor();
    loops(chain.run().lattice.group);
    drawFigure({.title = "Histogram of the plaquette", .bins = data_.histogram, .estimate = data_.plaquette}, 80);
    Curve correlation{.y = data_.autocorrelation, .colour = 0};
    for (std::size_t t = 0; t < correlation.y.size(); ++t)
        correlation.x.push_back(double(t));
    drawFigure({.title = "Autocorrelation of the plaquette",
                .xLabel = "sweeps",
                .curves = {correlation},
                .axes = {.zeroY = true}},
               70);
    if (analysis::known(data_.plaquette))
        ImGui::TextWrapped("integrated time %s sweeps",
                           analysis::formatEstimate(data_.plaquette.tauInt, data_.plaquette.tauError).c_str());
    ImGui::Separator();
    const Rates& rates = session.rates();
    if (rates.linkUpdatesPerSecond > 0) {
        ImGui::TextWrapped("%s", rateText(rates.sweepsPerSecond, "sweeps").c_str());
        ImGui::TextWrapped("%s", rateText(rates.linkUpdatesPerSecond, "link updates").c_str());
    }
    if (rates.copyBytesPerSecond > 0)
        ImGui::TextWrapped("%.0f %% of the bandwidth of a copy", 100 * rates.bytesPerSecond / rates.copyBytesPerSecond);
    ImGui::TextWrapped("%s", path.c_str());
}

} // namespace gaugegl::view
