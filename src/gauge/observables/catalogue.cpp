#include "gaugegl/gauge/observables/catalogue.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// Its place in tables: the lower, the earlier.
int placeOf(const ObservableTraits& one) { return one.onRequest ? 2 : one.complex ? 1 : 0; }

void addParts(std::vector<ObservablePart>& parts, const ObservableTraits& one)
{
    const std::size_t first = firstPartOf(one.observable);
    if (partsOf(one) == 1) {
        parts.push_back({&one, first, one.name, one.column, one.title, one.symbol});
        return;
    }
    for (std::size_t i = 0; i < one.along.size(); ++i) {
        const char direction = one.along[i];
        parts.push_back({&one, first + i, fmt::format("{}_{}", one.name, direction),
                         fmt::format("{}_{}", one.column, direction), fmt::format("{} in {}", one.title, direction),
                         fmt::format("{}_{}", one.symbol, direction)});
    }
}

} // namespace

const std::vector<ObservablePart>& observableParts()
{
    static const std::vector<ObservablePart> all = [] {
        std::vector<ObservablePart> parts;
        for (const ObservableTraits& one : observableTraits)
            if (one.observable != Observable::Plaquette) addParts(parts, one);
        std::ranges::stable_sort(parts, {}, [](const ObservablePart& part) { return placeOf(*part.of); });
        return parts;
    }();
    return all;
}

std::vector<ObservablePart> observableParts(const ObservableSet& chosen)
{
    std::vector<ObservablePart> parts;
    for (const ObservablePart& part : observableParts())
        if (chosen.has(part.of->observable)) parts.push_back(part);
    return parts;
}

} // namespace gaugegl
