#include "gaugegl/analysis/correlator_fit.h"

#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace gaugegl::analysis {

std::vector<std::string> CorrelatorModel::names() const
{
    std::vector<std::string> all;
    for (int k = 0; k < states + oscillating; ++k) {
        const int state = k < states ? k : k - states;
        const char* prefix = k < states ? "" : "oscillating_";
        if (form != CorrelatorForm::Constant) all.push_back(fmt::format("{}E{}", prefix, state));
        all.push_back(fmt::format("{}A{}", prefix, state));
    }
    return all;
}

double CorrelatorModel::at(double t, std::span<const double> parameters) const
{
    if (form == CorrelatorForm::Constant) return parameters[0];
    double sum = 0;
    for (int k = 0; k < states + oscillating; ++k) {
        const double energy = parameters[std::size_t(2 * k)], amplitude = parameters[std::size_t(2 * k + 1)];
        const double back = form == CorrelatorForm::Exponential ? 0 : std::exp(-energy * (extent - t));
        const double value = std::exp(-energy * t) + (form == CorrelatorForm::Sinh ? -back : back);
        sum += amplitude * value * (k < states ? 1 : std::cos(std::numbers::pi * t));
    }
    return sum;
}

} // namespace gaugegl::analysis
