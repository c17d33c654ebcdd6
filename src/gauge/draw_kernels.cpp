// The random numbers that kernels draw.
#include "gaugegl/core/ranlux.h"
#include "gaugegl/gauge/kernels.h"

#include <fmt/format.h>

namespace gaugegl {

DrawSource drawSource(GeneratorType generator, Group group, Precision precision, int trials)
{
    return drawSource(generator, precision, subgroupCount(group) * (trials + 1));
}

DrawSource drawSource(GeneratorType generator, Precision precision, int draws)
{
    if (generator != GeneratorType::Ranlux) return {generator};
    const int perBlock = ranluxDrawsPerBlock(precision);
    return {generator, (draws + perBlock - 1) / perBlock};
}

void setDraws(KernelSpec& spec, const DrawSource& draws)
{
    const std::string generator = choiceName(draws.generator);
    spec.defines["GENERATOR"] = generator;
    if (draws.generator != GeneratorType::Philox) spec.label += "-" + generator;
    if (draws.generator == GeneratorType::Ranlux) spec.defines["BLOCKS"] = std::to_string(draws.blocks);
}

KernelSpec ranluxSpec(int luxury, Precision precision)
{
    return {.kernel = "ranlux",
            .label = fmt::format("ranlux-level{}", luxury),
            .defines = {{"REMAINDER", std::to_string(ranluxPeriod(luxury) % 24)}},
            .resultPlanes = ranluxPlanes(precision),
            // 24 rounds of steps, of three sums, a comparison and a product each, but for the remainder; then the
            // numbers are put together in double precision, which counts nothing beside that.
            .cost = {5.0 * ranluxPeriod(luxury), 2.0 * ranluxPlanes(precision), 2.0 * ranluxPlanes(precision)}};
}

} // namespace gaugegl
