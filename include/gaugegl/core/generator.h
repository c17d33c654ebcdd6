// The random number generators of a run: their initial states, and the number of heat-bath trials that each supports.
// CONVENTIONS.md, "Random numbers", defines their numbers.
#pragma once

#include "gaugegl/core/choice.h"
#include "gaugegl/core/random.h"
#include "gaugegl/core/ranlux.h"

#include <span>
#include <string>

namespace gaugegl {

/// The generators.
enum class GeneratorType {
    Philox, ///< a function of seed, sweep, site and draw: no state
    Ranlux, ///< core/ranlux.h, a state for each site
    Lcg     ///< core/lcg.h: to repeat published benchmarks, not for physics
};
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<GeneratorType> = std::to_array<NamedChoice<GeneratorType>>(
    {{GeneratorType::Philox, "philox"}, {GeneratorType::Ranlux, "ranlux"}, {GeneratorType::Lcg, "lcg"}});

/// A generator and its parameters.
struct GeneratorChoice {
    GeneratorType type = GeneratorType::Philox; ///< which one
    int luxury = 3;                             ///< RANLUX: 0 to 4
};

/// "Philox 4x32-10", "RANLUX, luxury level 3", "linear congruential".
std::string describe(const GeneratorChoice& choice);

/// The default number of trials of a heat bath: 16, with RANLUX 5.
int defaultTrials(GeneratorType type);

/// The state of a site before the first block of a chain that begins with this sweep: the upper 24 bits of 24 words of Philox, no carry.
RanluxState ranluxStart(std::uint64_t seed, std::uint32_t site, std::uint32_t sweep = 0);
/// The initial state of a site: a word of Philox.
std::uint32_t lcgStart(std::uint64_t seed, std::uint32_t site);

/// RANLUX words in a draw of four numbers.
constexpr int ranluxWordsPerDraw(Precision precision) { return precision == Precision::Single ? 4 : 8; }
/// The four uniform numbers of one draw from its ranluxWordsPerDraw() words.
std::array<double, 4> ranluxUniforms(std::span<const std::uint32_t> words, Precision precision);

/// Throws InputError for a luxury level that does not exist, and for the linear congruential generator, which supports
/// only the heat bath.
void requireStarts(const GeneratorChoice& choice);

/// The first draws of a site: from RANLUX its first blocks, from Philox the family `at`.  Throws as requireStarts.
SiteDraws firstDraws(const GeneratorChoice& choice, const RandomSite& at, Precision precision);

/// The draws in a block of RANLUX: a draw is four numbers of one word each, in double precision of two.
constexpr int ranluxDrawsPerBlock(Precision precision) { return precision == Precision::Single ? 6 : 3; }

/// The most textures from which a heat bath reads RANLUX numbers: of the 16 that every driver supports, eight hold
/// links.
constexpr int ranluxMostBlocks = 8;

/// The largest number of trials: 255, with RANLUX as many as fit into ranluxMostBlocks textures.
int mostTrials(GeneratorType type, Group group, Precision precision);

/// The allowed range as a text, "1 to 255"; with RANLUX also the reason for the limit.
std::string trialsAllowed(GeneratorType type, Group group, Precision precision);

/// Throws InputError unless 1 <= trials <= mostTrials.
void requireTrials(GeneratorType type, Group group, Precision precision, int trials);

} // namespace gaugegl
