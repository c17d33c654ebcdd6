#include "gaugegl/config/measure.h"

#include "config/sections.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {

void MeasureSection::check(const RunConfig& run)
{
    if (run.measure.every > run.update.sweeps)
        config::reject("measure", "every", std::to_string(run.measure.every),
                       fmt::format("1 to {}, the number of {} of the run: make that larger, or set measure.every too",
                                   run.update.sweeps, updateName(run, 2)));
    config::checkRange("measure", "every", run.measure.every, KeyRange::between(1, run.update.sweeps));
    const auto& observables = run.measure.observables;
    if (observables.empty()) config::reject("measure", "observables", "[]", "at least one observable");
    for (auto at = observables.begin(); at != observables.end(); ++at)
        if (std::find(observables.begin(), at, *at) != at)
            config::reject("measure", "observables", fmt::format("[... '{}']", choiceName(*at)),
                           "a list without repetitions");
}

} // namespace gaugegl
