#include "gaugegl/config/loops.h"

#include "config/sections.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl {

void LoopsSection::check(const RunConfig& run)
{
    const LoopsSection& loops = *run.loops;
    const Lattice lattice(run.lattice.extents);
    const int farthest = std::min({lattice.extent(0), lattice.extent(1), lattice.extent(2)}) / 2;
    config::checkRange("loops", "r_max", rMostOf(loops.rMost, lattice), KeyRange::between(1, farthest));
    if (lattice.extent(3) < 4)
        throw RunConfigError(
            "lattice", "extents",
            fmt::format("{} has {} sites in t (extents in [lattice]), but [loops] needs 4 at least: effective masses "
                        "take Wilson loops of T = 1 and 2, and T is at most half of them",
                        lattice.name(), lattice.extent(3)));
    const int longest = lattice.extent(3) / 2;
    config::checkRange("loops", "t_max", tMostOf(loops.tMost, lattice), KeyRange::between(2, longest));
    if (loops.multihit && !gaugeActionOf(run.action).loops().plaquettesOnly())
        config::reject("loops", "multihit", "true",
                       "false for actions with rectangles, whose neighbouring links share loops");
    const auto& range = loops.fitRange;
    if (!range.empty() && !(range.size() == 2 && range[0] > 0 && range[0] < range[1]))
        config::reject("loops", "fit_range", fmt::format("[{}]", fmt::join(range, ", ")),
                       "two distances above 0, the smaller one first");
    if (loops.plateau)
        config::checkRange("loops", "plateau", *loops.plateau, KeyRange::between(1, tMostOf(loops.tMost, lattice) - 1));
}

int rMostOf(const std::optional<int>& rMost, const Lattice& lattice)
{
    constexpr int enough = 8;
    return rMost.value_or(std::min({lattice.extent(0) / 2, lattice.extent(1) / 2, lattice.extent(2) / 2, enough}));
}

int tMostOf(const std::optional<int>& tMost, const Lattice& lattice)
{
    constexpr int enough = 8;
    return tMost.value_or(std::min(lattice.extent(3) / 2, enough));
}

} // namespace gaugegl
