#include "gaugegl/core/ranlux.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr std::uint32_t modulus = 1u << 24;
constexpr std::size_t longLag = 24, shortLag = 10;

/// James' seeds: x' = 40014 x mod 2147483563 by Schrage's method, reduced to 24 bits; the first one is the newest word.
RanluxState seeded(std::uint32_t seed)
{
    std::int64_t x = seed == 0 ? 314159265 : seed;
    RanluxState state;
    for (auto at = state.words.rbegin(); at != state.words.rend(); ++at) {
        const std::int64_t k = x / 53668;
        x = 40014 * (x - k * 53668) - k * 12211;
        if (x < 0) x += 2147483563;
        *at = static_cast<std::uint32_t>(x % modulus);
    }
    return state;
}

} // namespace

int ranluxPeriod(int level)
{
    constexpr std::array periods = {24, 48, 97, 223, 389};
    if (level < 0 || level >= static_cast<int>(periods.size()))
        throw InputError(fmt::format("RANLUX has the luxury levels 0 to 4, not {}", level));
    return periods[static_cast<std::size_t>(level)];
}

Ranlux::Ranlux(int level, std::uint32_t seed) : period_(ranluxPeriod(level)), state_(seeded(seed))
{
    step(static_cast<int>(longLag));
}

Ranlux::Ranlux(int level, const RanluxState& state) : period_(ranluxPeriod(level)), state_(state)
{
    if (std::ranges::max(state.words) >= modulus || state.carry > 1)
        throw InputError("a RANLUX state has 24 words below 2^24 and a carry of 0 or 1; this one has others");
}

void Ranlux::step(int count)
{
    auto& [words, carry] = state_;
    std::size_t oldest = 0; // the words are a ring while they are stepped
    for (int i = 0; i < count; ++i) {
        const std::uint32_t later = words[(oldest + longLag - shortLag) % longLag];
        const std::uint32_t difference = later - words[oldest] - carry;
        carry = difference >> 31;
        words[oldest] = difference % modulus;
        oldest = (oldest + 1) % longLag;
    }
    std::rotate(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(oldest), words.end());
}

} // namespace gaugegl
