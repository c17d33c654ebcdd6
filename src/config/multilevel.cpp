#include "gaugegl/config/multilevel.h"

#include "config/sections.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl {
namespace {

void checkLevels(const MultilevelSection& section, const Lattice& lattice)
{
    const std::vector<int>& thickness = section.thickness;
    const std::string found = fmt::format("[{}]", fmt::join(thickness, ", "));
    if (thickness.empty()) config::reject("multilevel", "thickness", found, "one number for each level");
    for (std::size_t k = 0; k < thickness.size(); ++k) {
        if (thickness[k] < 1 || lattice.extent(3) % thickness[k] != 0)
            config::reject("multilevel", "thickness", found,
                           fmt::format("divisors of {}, the extent in time", lattice.extent(3)));
        if (k > 0 && (thickness[k] == thickness[k - 1] || thickness[k] % thickness[k - 1] != 0))
            config::reject("multilevel", "thickness", found, "rising, each a multiple of the one before");
    }
    const std::string updates = fmt::format("[{}]", fmt::join(section.updates, ", "));
    if (section.updates.size() != thickness.size())
        config::reject("multilevel", "updates", updates,
                       fmt::format("one number for each of the {} levels of thickness", thickness.size()));
    constexpr double mostOfAll = 1e9;
    double ofAll = 1;
    for (const int one : section.updates) {
        if (one < 0) config::reject("multilevel", "updates", updates, "not negative");
        ofAll *= std::max(one, 1);
    }
    if (ofAll > mostOfAll)
        config::reject("multilevel", "updates", updates,
                       fmt::format("at most {:.0f} in all, the product of those of all levels", mostOfAll));
}

} // namespace

void MultilevelSection::check(const RunConfig& run)
{
    checkLevels(*run.multilevel, Lattice(run.lattice.extents));
    if (!gaugeActionOf(run.action).loops().plaquettesOnly())
        throw RunConfigError("action", "type",
                             fmt::format("type = '{}' in [action] must be 'wilson' for [multilevel]: rectangles reach "
                                         "over the fixed time slices",
                                         choiceName(run.action.type)));
    if (run.hmc && !run.hmc->parameters.fermions.empty())
        throw RunConfigError("hmc", "fermions",
                             "[multilevel] is for ensembles without quarks, whose determinant couples the slabs");
}

} // namespace gaugegl
