#include "gaugegl/core/generator.h"

#include "gaugegl/core/error.h"

#include <fmt/format.h>

namespace gaugegl {

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
    const int subgroups = group == Group::SU2 ? 1 : 3;
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
