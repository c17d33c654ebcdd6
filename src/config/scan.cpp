#include "gaugegl/config/scan.h"

#include "config/sections.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl {

/// What else depends on couplings and extents is checked for each run of the scan.
void ScanSection::check(const RunConfig& run)
{
    const ScanSection& scan = *run.scan;
    if (run.action.beta != 0)
        throw RunConfigError(
            "action", "beta",
            fmt::format("beta = {} in [action] has no meaning beside the couplings of [scan]; leave it out",
                        run.action.beta));
    if (scan.beta.empty()) config::reject("scan", "beta", "[]", "at least one number");
    for (std::size_t k = 0; k < scan.beta.size(); ++k) {
        config::checkBeta("scan", scan.beta[k]);
        if (k > 0 && !(scan.beta[k - 1] < scan.beta[k]))
            config::reject("scan", "beta", fmt::format("[{}]", fmt::join(scan.beta, ", ")), "a rising list");
    }
    for (auto at = scan.nt.begin(); at != scan.nt.end(); ++at) {
        if (*at < 2 || *at % 2 != 0) config::reject("scan", "nt", std::to_string(*at), "an even number, at least 2");
        if (std::find(scan.nt.begin(), at, *at) != at)
            config::reject("scan", "nt", fmt::format("[{}]", fmt::join(scan.nt, ", ")), "a list without repetitions");
    }
}

} // namespace gaugegl
