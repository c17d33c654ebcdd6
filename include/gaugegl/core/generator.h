// The random number generators of the heat bath, and how many trials each has numbers for; CONVENTIONS.md, "Random
// numbers", defines their numbers.
#pragma once

#include "gaugegl/core/group.h"

#include <string>

namespace gaugegl {

/// A generator; the words in run files are "philox", "ranlux" and "lcg".
enum class GeneratorType {
    Philox, ///< a function of seed, sweep, site and draw: no state
    Ranlux, ///< core/ranlux.h, a state for each site
    Lcg     ///< core/lcg.h: to repeat published benchmarks, not for physics
};

/// A generator and what can be chosen of it.
struct GeneratorChoice {
    GeneratorType type = GeneratorType::Philox; ///< which one
    int luxury = 3;                             ///< RANLUX: 0 to 4
};

/// "Philox 4x32-10", "RANLUX, luxury level 3", "linear congruential".
std::string describe(const GeneratorChoice& choice);

/// Trials of a heat bath that does not say how many: 16, with RANLUX 5.
int defaultTrials(GeneratorType type);

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
