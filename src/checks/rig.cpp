#include "checks/rig.h"

#include "gaugegl/gauge/update/update.h"

namespace gaugegl {

HeatBath benchmarkHeatBath(Group group) { return {.beta = traits(group).beta.scaling}; }

void Rig::hotStart()
{
    gaugegl::hotStart(u_, benchSeed);
    thermal_ = false;
}

void Rig::heatBath(const HeatBath& parameters, std::optional<StapleSource> staples)
{
    for (const LinkSet& set : linkSets(lattice(), parameters.action.loops()))
        gaugegl::heatBath(u_, set, parameters, benchSeed, sweep_, staples);
    ++sweep_;
}

void Rig::thermalise()
{
    constexpr int sweeps = 5; // the plaquette is then within a few percent of equilibrium
    if (thermal_) return;
    hotStart();
    for (int i = 0; i < sweeps; ++i)
        heatBath(benchmarkHeatBath(group()));
    thermal_ = true;
}

std::shared_ptr<GaugeField> Rig::thermalLinks()
{
    thermalise();
    return std::make_shared<GaugeField>(u_);
}

PlaneTexture& Rig::density()
{
    if (!density_) {
        density_ = std::make_unique<PlaneTexture>(device(), halfFieldShape(lattice(), 1));
        density_->upload(std::vector<double>(4 * density_->shape().texels(), 0.5));
    }
    return *density_;
}

} // namespace gaugegl
