// Wilson loops of configurations, as JSON too.
#pragma once

#include "gaugegl/analysis/static_potential.h"
#include "report/json.h"

#include <array>

namespace gaugegl::report {

/// The loops of one configuration.
struct LoopTable {
    std::vector<std::array<int, 3>> r;
    int tMost = 0;
    std::vector<double> unsmeared, smeared; ///< [vector * tMost + T - 1]; no smeared ones without smearing
};

Json toJson(const LoopTable& table);
/// The opposite.  Throws nlohmann::json::exception when it is something else.
LoopTable loopTableOf(const Json& json);

/// The loops of all configurations; they have the same vectors.
struct LoopEnsemble {
    analysis::LoopSeries unsmeared, smeared; ///< smeared without values where nothing was smeared

    void add(const LoopTable& table);
    /// Those that a potential is found from: the smeared ones if there are any.
    const analysis::LoopSeries& main() const { return smeared.values.empty() ? unsmeared : smeared; }
};

} // namespace gaugegl::report
