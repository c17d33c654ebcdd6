#include "gaugegl/gauge/update/generator.h"

#include "gaugegl/base/error.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl {

std::vector<double> planesFromRanlux(std::span<const RanluxState> states, Precision precision)
{
    const bool isDouble = precision == Precision::Double;
    const auto planes = std::size_t(ranluxPlanes(precision));
    std::vector<double> values(4 * planes * states.size());
    for (std::size_t texel = 0; texel < states.size(); ++texel) {
        const auto& [words, carry] = states[texel];
        const auto number = [&](std::size_t i) -> double& {
            return values[4 * (i / 4 * states.size() + texel) + i % 4];
        };
        for (std::size_t i = 0; i < 4 * (planes - 1); ++i)
            number(i) = isDouble ? words[2 * i] * 0x1p24 + words[2 * i + 1] : words[i];
        number(4 * (planes - 1)) = carry;
    }
    return values;
}

std::vector<RanluxState> ranluxFromPlanes(std::span<const double> planes, Precision precision)
{
    const bool isDouble = precision == Precision::Double;
    const auto count = std::size_t(ranluxPlanes(precision)), texels = planes.size() / 4 / count;
    const double end = isDouble ? 0x1p48 : 0x1p24;
    const auto number = [&](std::size_t texel, std::size_t i) {
        const double x = planes[4 * (i / 4 * texels + texel) + i % 4];
        if (!(x >= 0 && x < end && x == std::floor(x)))
            throw InputError(fmt::format("{} is no number of a RANLUX state", x));
        return std::uint64_t(x);
    };
    std::vector<RanluxState> states(texels);
    for (std::size_t texel = 0; texel < texels; ++texel) {
        auto& [words, carry] = states[texel];
        for (std::size_t i = 0; i < words.size(); ++i)
            words[i] = isDouble ? std::uint32_t(number(texel, i / 2) >> (i % 2 == 0 ? 24 : 0) & 0xffffff)
                                : std::uint32_t(number(texel, i));
        carry = std::uint32_t(number(texel, 4 * (count - 1)));
        if (carry > 1) throw InputError(fmt::format("{} is no carry of a RANLUX state", carry));
    }
    return states;
}

} // namespace gaugegl
