#include "device/path_choice.h"

#include <array>

namespace gaugegl {

Path fastestPath(TuningStore& store, TuningKey key, Path rule,
                 const std::function<std::optional<double>(Path)>& seconds, const TuningWatch& watch)
{
    constexpr std::array paths = {Path::Fragment, Path::Compute};
    const std::vector<std::string> names = {name(paths[0]), name(paths[1])};
    const auto named = [&](const std::string& variant) { return variant == names[0] ? paths[0] : paths[1]; };
    key.kernel = "path";
    key.lattice = key.path = "any";
    if (const TuningEntry* entry = remembered(store, key, names)) return named(entry->variant);
    const TuningQuestion question{.kernel = key.kernel,
                                  .lattice = key.lattice,
                                  .variants = names,
                                  .standard = rule == paths[0] ? std::size_t(0) : std::size_t(1)};
    const Trial trial = fastestOf(
        question, [&](std::size_t i) { return seconds(paths[i]); }, watch);
    if (!trial.fastest) return rule;
    keep(store, key, trial, name(rule), watch);
    return paths[*trial.fastest];
}

} // namespace gaugegl
