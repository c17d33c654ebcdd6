#include "chart_data.h"

#include "analysis/plaquette_expansion.h"
#include "gaugegl/analysis/autocorrelation.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::view {
namespace {

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
    std::string text = fmt::format("mean {} of {} sweeps", analysis::formatEstimate(data.plaquette), sweeps);
    for (const std::string& doubt : analysis::doubts(data.plaquette))
        text += "; " + doubt;
    return text;
}

} // namespace gaugegl::view
