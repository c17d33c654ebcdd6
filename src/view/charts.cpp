#include "charts.h"

#include "plot.h"

#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/analysis/plaquette_expansion.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace gaugegl::view {
namespace {

constexpr ImU32 dataColour = IM_COL32(96, 176, 240, 255), knownColour = IM_COL32(245, 176, 72, 255),
                meanColour = IM_COL32(230, 234, 240, 255), bandColour = IM_COL32(230, 234, 240, 60),
                oldColour = IM_COL32(96, 176, 240, 110), barColour = IM_COL32(78, 142, 194, 255);

std::vector<double> plaquettesOf(std::span<const Sample> samples)
{
    std::vector<double> values;
    values.reserve(samples.size());
    for (const Sample& sample : samples)
        values.push_back(sample.plaquette);
    return values;
}

/// Where one of the expansions of the Wilson action is good to about a per mille.
void findExpansion(ChartData& data, Group group, double beta, const GaugeAction& action)
{
    if (action != actions::wilson) return;
    if (beta <= traits(group).beta.strongCouplingTo) {
        data.expansion = analysis::strongCouplingPlaquette(group, beta);
        data.expansionName = "strong-coupling series";
    } else if (beta >= traits(group).beta.weakCouplingFrom) {
        data.expansion = analysis::weakCouplingPlaquette(group, beta);
        data.expansionName = "weak-coupling series";
    }
}

} // namespace

std::vector<double> autocorrelation(std::span<const double> series, std::size_t most)
{
    constexpr std::size_t fewest = 10;
    if (series.size() < fewest) return {};
    double mean = 0;
    for (const double value : series)
        mean += value / double(series.size());
    std::vector<double> result;
    for (std::size_t t = 0; t <= std::min(most, series.size() / 4); ++t) {
        double sum = 0;
        for (std::size_t i = 0; i + t < series.size(); ++i)
            sum += (series[i] - mean) * (series[i + t] - mean);
        sum /= double(series.size() - t);
        constexpr double rounding = 1e-24;
        if (t == 0 && !(sum > rounding)) return {};
        result.push_back(t == 0 ? sum : sum / result[0]);
    }
    result[0] = 1;
    return result;
}

ChartData chartData(const SteeredChain& chain, bool known)
{
    ChartData data;
    data.samples = chain.equalSamples();
    constexpr std::size_t mostAveraged = 5000, part = 5;
    data.leftOut = std::max(data.samples.size() / part,
                            data.samples.size() > mostAveraged ? data.samples.size() - mostAveraged : 0);
    const std::vector<double> values = plaquettesOf(std::span(data.samples).subspan(data.leftOut));
    data.plaquette = analysis::gammaMethod(values);
    data.histogram = analysis::histogram(values);
    constexpr std::size_t mostDistance = 40;
    data.autocorrelation = autocorrelation(values, mostDistance);
    if (!known) return data;
    const RunConfig& run = chain.run();
    const GaugeAction action = gaugeActionOf(run.action);
    data.published = analysis::publishedPlaquette(run.lattice.group, chain.field().lattice(), run.action.beta, action);
    if (!data.published) findExpansion(data, run.lattice.group, run.action.beta, action);
    return data;
}

void Charts::refresh(const SteeredChain& chain, const ChartOptions& options)
{
    constexpr std::chrono::milliseconds interval(500);
    const auto time = std::chrono::steady_clock::now();
    const bool same = refreshedChain_ == &chain && refreshedKnown_ == options.known;
    const bool changed = chain.sweeps() != refreshedSweep_ || chain.steadySince() != refreshedSince_;
    if (same && (!changed || (!options.waited && time - refreshed_ < interval))) return;
    data_ = chartData(chain, options.known);
    refreshed_ = time;
    refreshedSweep_ = chain.sweeps();
    refreshedSince_ = chain.steadySince();
    refreshedChain_ = &chain;
    refreshedKnown_ = options.known;
}

void Charts::history() const
{
    constexpr std::size_t most = 400;
    const std::size_t first = data_.samples.size() > most ? data_.samples.size() - most : 0;
    std::vector<double> x, y, seen;
    for (std::size_t i = first; i < data_.samples.size(); ++i) {
        x.push_back(data_.samples[i].sweep);
        y.push_back(data_.samples[i].plaquette);
    }
    seen = y;
    const std::optional<double> known = data_.published ? std::optional(data_.published->value) : data_.expansion;
    if (known) seen.push_back(*known);
    const Interval sweeps = x.size() < 2 ? Interval{0, 10} : Interval{x.front(), x.back()};
    const Plot plot(
        {.title = "Plaquette", .x = sweeps, .y = covering(seen, 0.001), .integers = true, .xName = "sweep"});
    if (known) plot.level(*known, knownColour, true);
    if (analysis::known(data_.plaquette)) {
        plot.band({data_.plaquette.mean - data_.plaquette.error, data_.plaquette.mean + data_.plaquette.error},
                  bandColour);
        plot.level(data_.plaquette.mean, meanColour, false);
    }
    plot.line(x, y, dataColour);
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

void Charts::histogram() const
{
    const analysis::Histogram& h = data_.histogram;
    std::size_t most = 1;
    for (const std::size_t count : h.counts)
        most = std::max(most, count);
    const Interval x =
        h.counts.empty() ? Interval{0, 1} : Interval{h.lower, h.lower + h.width * double(h.counts.size())};
    const Plot plot(
        {.title = "Histogram of the plaquette", .x = x, .y = {0, 1.1 * double(most)}, .height = 80, .xName = ""});
    for (std::size_t bin = 0; bin < h.counts.size(); ++bin)
        plot.bar({h.lower + double(bin) * h.width, h.lower + double(bin + 1) * h.width}, double(h.counts[bin]),
                 barColour);
    if (analysis::known(data_.plaquette)) plot.mark(data_.plaquette.mean, meanColour);
}

void Charts::correlation() const
{
    const std::vector<double>& rho = data_.autocorrelation;
    std::vector<double> x;
    for (std::size_t t = 0; t < rho.size(); ++t)
        x.push_back(double(t));
    const Plot plot({.title = "Autocorrelation of the plaquette",
                     .x = {0, std::max(10.0, double(rho.size()) - 1)},
                     .y = {-0.4, 1.1},
                     .height = 70,
                     .integers = true,
                     .xName = "sweeps"});
    plot.level(0, IM_COL32(150, 156, 168, 160), false);
    plot.line(x, rho, dataColour);
    for (std::size_t t = 0; t < rho.size(); ++t)
        plot.point(double(t), rho[t], dataColour, 2);
}

std::string rateText(double perSecond, const char* unit)
{
    const double million = 1e6, thousand = 1e3;
    if (perSecond >= million) return fmt::format("{:.3g} million {}/s", perSecond / million, unit);
    if (perSecond >= thousand) return fmt::format("{:.0f} {}/s", perSecond, unit);
    return fmt::format("{:.3g} {}/s", perSecond, unit);
}

std::string meanText(const ChartData& data)
{
    const std::size_t sweeps = data.samples.size() - data.leftOut;
    if (sweeps == 0) return "no sweep yet";
    if (sweeps == 1) return fmt::format("{:.5f} after one sweep", data.samples.back().plaquette);
    return fmt::format("mean {} of {} sweeps", analysis::formatEstimate(data.plaquette), sweeps);
}

void Charts::draw(const Session& session, const std::string& path, const ChartOptions& options)
{
    const SteeredChain& chain = session.chain();
    refresh(chain, options);
    history();
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
    histogram();
    correlation();
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
