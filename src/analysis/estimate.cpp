#include "gaugegl/analysis/estimate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::analysis {
namespace {

constexpr double smallestPlain = 1e-6; // below, numbers have a power of ten

} // namespace

bool known(const Estimate& estimate) { return std::isfinite(estimate.mean) && std::isfinite(estimate.error); }

std::string formatEstimate(double mean, double error)
{
    if (!std::isfinite(mean)) return "unknown";
    if (!std::isfinite(error) || error < 0) return fmt::format("{:.6g}(unknown)", mean);
    if (error == 0) return fmt::format("{:.10g}", mean);

    const double size = std::max(std::abs(mean), error);
    if (size < smallestPlain) {
        const int power = int(std::floor(std::log10(size)));
        const double unit = std::pow(10.0, power);
        return fmt::format("{}e{}", formatEstimate(mean / unit, error / unit), power);
    }

    // "{:.1e}" rounds the error to two digits, so 0.00996 becomes 1.0e-02 and the exponent is the right one.
    const std::string rounded = fmt::format("{:.1e}", error);
    const int exponent = std::stoi(rounded.substr(rounded.find('e') + 1));
    const int decimals = 1 - exponent;
    if (decimals <= 0) { // the error is 10 or more: round both to its second digit
        const double unit = std::pow(10.0, -decimals);
        return fmt::format("{:.0f}({:.0f})", std::round(mean / unit) * unit, std::round(error / unit) * unit);
    }
    if (exponent >= 0) return fmt::format("{:.{}f}({:.{}f})", mean, decimals, error, decimals);
    return fmt::format("{:.{}f}({}{})", mean, decimals, rounded[0], rounded[2]);
}

std::string formatEstimate(const Estimate& estimate) { return formatEstimate(estimate.mean, estimate.error); }

} // namespace gaugegl::analysis
