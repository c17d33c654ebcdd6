#include "analysis/residual_mass.h"

#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/base/error.h"

#include <fmt/format.h>
#include <numeric>

namespace gaugegl::analysis {
namespace {

/// f of each configuration.
template<class F>
std::vector<double> ofEach(const CorrelatorSeries& series, const F& f)
{
    std::vector<double> values;
    values.reserve(series.size());
    for (const std::vector<double>& one : series)
        values.push_back(f(one));
    return values;
}

Estimate quotient(const std::vector<double>& midpoint, const std::vector<double>& pion)
{
    return jackknife({midpoint, pion}, [](std::span<const double> mean) { return mean[0] / mean[1]; });
}

} // namespace

ResidualMass residualMass(const CorrelatorSeries& pions, const CorrelatorSeries& midpoints)
{
    if (pions.size() != midpoints.size())
        throw InputError(fmt::format("pions of {} configurations and midpoints of {} give no residual mass",
                                     pions.size(), midpoints.size()));
    ResidualMass result;
    if (pions.empty()) return result;
    for (std::size_t t = 0; t < pions.front().size(); ++t) {
        const auto at = [t](const std::vector<double>& one) { return one[t]; };
        result.ratios.push_back(quotient(ofEach(midpoints, at), ofEach(pions, at)));
    }
    const auto sum = [](const std::vector<double>& one) { return std::accumulate(one.begin(), one.end(), 0.0); };
    result.mass = quotient(ofEach(midpoints, sum), ofEach(pions, sum));
    return result;
}

} // namespace gaugegl::analysis
