#include "report/plot_axis.h"

#include <fmt/format.h>

namespace gaugegl::report {

std::string linearAxis(char axis, const Range& range, double leastStep)
{
    const double raw = (range.most - range.least) / 6;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    const double factor = raw < 1.5 * power ? 1 : raw < 3.5 * power ? 2 : raw < 7.5 * power ? 5 : 10;
    const double step = std::max(factor * power, leastStep);
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step * 1.0001))));
    const std::string format = decimals > 8 || step >= 1e6 ? "%g" : fmt::format("%.{}f", decimals);
    return fmt::format("set {0}range [{1:.15g}:{2:.15g}]\nset {0}tics {3:.15g}\nset format {0} '{4}'\n", axis,
                       range.least, range.most, step, format);
}

std::string logAxis(char axis, const Range& range, double base)
{
    const double decades = std::log10(range.most / range.least);
    const bool wide = base == 2 ? decades > 1.5 * std::log10(2) : decades > 2;
    const std::string format = !wide ? "%g" : base == 2 ? "2^{%L}" : "10^{%T}";
    std::string text = fmt::format("set logscale {0} {1}\nset {0}range [{2:.15g}:{3:.15g}]\nset format {0} '{4}'\n",
                                   axis, base, range.least, range.most, format);
    if (base == 10 && !wide) { // powers of ten alone would leave one label or none
        const char* between = decades > 0.7 ? "2e{0}, 5e{0}" : "2e{0}, 3e{0}, 4e{0}, 5e{0}, 6e{0}, 7e{0}, 8e{0}, 9e{0}";
        for (int power = int(std::floor(std::log10(range.least))); std::pow(10, power) < range.most; ++power)
            text += fmt::format("set {}tics add ({})\n", axis, fmt::format(fmt::runtime(between), power));
    }
    return text;
}

} // namespace gaugegl::report
