#include "gaugegl/config/run_config.h"

#include <algorithm>
#include <cmath>

namespace gaugegl {

int sweepsOf(const RunConfig& run) { return run.update.thermalisation + run.update.sweeps; }

GhostWidth ghostsOf(const MeasurementSections& sections, GhostWidth least)
{
    const auto add = [&](const auto& section) {
        if constexpr (requires { section->ghosts(); })
            if (section) least = {std::max(least.z, section->ghosts().z), std::max(least.t, section->ghosts().t)};
    };
#define GAUGEGL_ADD(member, ...) add(sections.member);
    GAUGEGL_MEASUREMENTS(GAUGEGL_ADD)
#undef GAUGEGL_ADD
    return least;
}

std::string updateName(const RunConfig& run, int number)
{
    if (run.hmc) return number == 1 ? "trajectory" : "trajectories";
    return number == 1 ? "sweep" : "sweeps";
}

HeatBath heatBathOf(const RunConfig& config)
{
    HeatBath result;
    result.beta = config.action.beta;
    result.trials = trialsOf(config.update);
    result.action = gaugeActionOf(config.action);
    // Staples of a strongly coupled field are random and their squares add: for one k = 1 in SU(2), 1/sqrt(3) for the
    // 2x2 blocks of SU(3).
    double staples = 0;
    result.action.forEachLoop([&](const LoopTraits& shape, double c) { staples += shape.staples * c * c; });
    const double k =
        std::sqrt(traits(config.lattice.group).quaternions ? staples : staples / colours(config.lattice.group));
    const double alpha = 2 * config.action.beta * k / colours(config.lattice.group);
    constexpr double crossing = 1.68;
    const auto better = alpha < crossing ? HeatBathAlgorithm::Creutz : HeatBathAlgorithm::KennedyPendleton;
    result.algorithm = config.update.heatbath.value_or(better);
    return result;
}

} // namespace gaugegl
