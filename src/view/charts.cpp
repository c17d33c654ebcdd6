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

} // namespace

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
