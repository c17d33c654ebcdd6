#include "gaugegl/core/generator.h"

#include "core/philox.h"
#include "gaugegl/base/error.h"

#include <fmt/format.h>
#include <vector>

namespace gaugegl {
namespace {

std::array<std::uint32_t, 4> startWords(std::uint64_t seed, std::uint32_t site, std::uint32_t draw, std::uint32_t sweep)
{
    return philox({site, draw, sweep, 16 * static_cast<std::uint32_t>(Purpose::GeneratorStart)},
                  {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
}

} // namespace

RanluxState ranluxStart(std::uint64_t seed, std::uint32_t site, std::uint32_t sweep)
{
    RanluxState state;
    for (std::uint32_t i = 0; i < state.words.size(); ++i)
        state.words[i] = startWords(seed, site, i / 4, sweep)[i % 4] >> 8;
    return state;
}

std::uint32_t lcgStart(std::uint64_t seed, std::uint32_t site) { return startWords(seed, site, 0, 0)[0]; }

std::array<double, 4> ranluxUniforms(std::span<const std::uint32_t> words, Precision precision)
{
    std::array<double, 4> u{};
    for (std::size_t i = 0; i < 4; ++i)
        u[i] = precision == Precision::Double ? (words[2 * i] * 0x1p24 + words[2 * i + 1] + 0.5) * 0x1p-48
                                              : ((words[i] >> 1) + 0.5) * 0x1p-23;
    return u;
}

void requireStarts(const GeneratorChoice& choice)
{
    if (choice.type == GeneratorType::Lcg)
        throw InputError("the linear congruential generator has numbers for the heat bath alone");
    if (choice.type == GeneratorType::Ranlux) ranluxPeriod(choice.luxury);
}

SiteDraws firstDraws(const GeneratorChoice& choice, const RandomSite& at, Precision precision)
{
    requireStarts(choice);
    if (choice.type == GeneratorType::Philox) return philoxDraws(at, precision);
    Ranlux ranlux(choice.luxury, ranluxStart(at.seed, at.site));
    return [ranlux, words = std::vector<std::uint32_t>(), precision](std::uint32_t draw) mutable {
        const std::size_t size = std::size_t(ranluxWordsPerDraw(precision)), first = draw * size;
        while (words.size() < first + size) {
            ranlux.advance();
            words.insert(words.end(), ranlux.block().begin(), ranlux.block().end());
        }
        return ranluxUniforms(std::span(words).subspan(first, size), precision);
    };
}

std::string describe(const GeneratorChoice& choice)
{
    switch (choice.type) {
    case GeneratorType::Philox:
        return "Philox 4x32-10";
    case GeneratorType::Ranlux:
        return fmt::format("RANLUX, luxury level {}", choice.luxury);
    case GeneratorType::Lcg:
        break;
    }
    return "linear congruential";
}

int defaultTrials(GeneratorType type) { return type == GeneratorType::Ranlux ? 5 : 16; }

int mostTrials(GeneratorType type, Group group, Precision precision)
{
    constexpr int blocksOfPhilox = 256; // of a subgroup; the last one is the direction
    if (type != GeneratorType::Ranlux) return blocksOfPhilox - 1;
    const int subgroups = traits(group).subgroups;
    return ranluxMostBlocks * ranluxDrawsPerBlock(precision) / subgroups - 1; // one draw is the direction
}

std::string trialsAllowed(GeneratorType type, Group group, Precision precision)
{
    std::string range = fmt::format("1 to {}", mostTrials(type, group, precision));
    if (type != GeneratorType::Ranlux) return range;
    return fmt::format("{}: a shader has no more textures for the RANLUX numbers of {} in {} precision", range,
                       name(group), name(precision));
}

void requireTrials(GeneratorType type, Group group, Precision precision, int trials)
{
    if (trials < 1 || trials > mostTrials(type, group, precision))
        throw InputError(
            fmt::format("{} heat bath trials; they must be {}", trials, trialsAllowed(type, group, precision)));
}

} // namespace gaugegl
