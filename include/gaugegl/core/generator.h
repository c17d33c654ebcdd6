// The random number generators of a run: how they start, and how many trials of a heat bath each has numbers for;
// CONVENTIONS.md, "Random numbers", defines their numbers.
#pragma once

#include "gaugegl/core/choice.h"
#include "gaugegl/core/random.h"
#include "gaugegl/core/ranlux.h"

#include <span>
#include <string>

namespace gaugegl {

/// A generator; the words in run files are "philox", "ranlux" and "lcg".
enum class GeneratorType {
    Philox, ///< a function of seed, sweep, site and draw: no state
    Ranlux, ///< core/ranlux.h, a state for each site
    Lcg     ///< core/lcg.h: to repeat published benchmarks, not for physics
};
/// Its texts.
template<>
inline constexpr auto choiceTexts<GeneratorType> = std::to_array<NamedChoice<GeneratorType>>(
    {{GeneratorType::Philox, "philox"}, {GeneratorType::Ranlux, "ranlux"}, {GeneratorType::Lcg, "lcg"}});

/// A generator and what can be chosen of it.
struct GeneratorChoice {
    GeneratorType type = GeneratorType::Philox; ///< which one
    int luxury = 3;                             ///< RANLUX: 0 to 4
};

/// "Philox 4x32-10", "RANLUX, luxury level 3", "linear congruential".
std::string describe(const GeneratorChoice& choice);

/// Trials of a heat bath that does not say how many: 16, with RANLUX 5.
int defaultTrials(GeneratorType type);

/// The state of a site before its first block: the upper 24 bits of 24 words of Philox, no carry.
RanluxState ranluxStart(std::uint64_t seed, std::uint32_t site);
/// The number of a site before its first one: a word of Philox.
std::uint32_t lcgStart(std::uint64_t seed, std::uint32_t site);

/// Words of RANLUX in a draw of four numbers.
constexpr int ranluxWordsPerDraw(Precision precision) { return precision == Precision::Single ? 4 : 8; }
/// The four uniform numbers of so many words.
std::array<double, 4> ranluxUniforms(std::span<const std::uint32_t> words, Precision precision);

/// Throws InputError for a luxury level that does not exist, and for the linear congruential generator, which has
/// numbers for the heat bath alone.
void requireStarts(const GeneratorChoice& choice);

/// The draws with which a site begins: of RANLUX its first blocks, of Philox the family `at`.  Throws as requireStarts.
SiteDraws firstDraws(const GeneratorChoice& choice, const RandomSite& at, Precision precision);

/// A block of RANLUX makes so many draws: a draw is four numbers of one word each, in double precision of two.
constexpr int ranluxDrawsPerBlock(Precision precision) { return precision == Precision::Single ? 6 : 3; }

/// A heat bath reads RANLUX numbers from at most so many textures: of the 16 of every driver, eight hold links.
constexpr int ranluxMostBlocks = 8;

/// The largest number of trials: 255, with RANLUX as many as fit its textures.
int mostTrials(GeneratorType type, Group group, Precision precision);

/// "1 to 255", with RANLUX also why not more.
std::string trialsAllowed(GeneratorType type, Group group, Precision precision);

/// Throws InputError unless 1 <= trials <= mostTrials.
void requireTrials(GeneratorType type, Group group, Precision precision, int trials);

} // namespace gaugegl
