// Measures links of one lattice and group on either backend.
#pragma once

#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/observables/topology.h"
#include "gaugegl/gauge/observables/wilson_loops.h"
#include "host/loops.h"

#include <optional>

namespace gaugegl {

/// Keeps what devices need between calls.
class LinkMeter {
public:
    /// Energy and charge.
    TopologyObservables topology(const GaugeField& u, bool improved)
    {
        if (!topology_) topology_.emplace(u.device(), u.lattice(), u.group());
        return topology_->measure(u, improved);
    }
    /// Energy and charge.
    static TopologyObservables topology(const host::LinkField& u, bool improved)
    {
        const auto [energy, charge] = host::cloverTopology(u, /*improved=*/false);
        return {energy, charge, improved ? host::cloverTopology(u, true).charge : 0};
    }
    /// Plaquettes and what follows from them.
    GaugeObservables plaquettes(const GaugeField& u)
    {
        if (!plaquettes_) plaquettes_.emplace(u.device(), u.lattice(), u.group());
        return plaquettes_->measurePlaquette(u);
    }
    /// Plaquettes and what follows from them.
    static GaugeObservables plaquettes(const host::LinkField& u) { return observablesOf(u); }

    /// WilsonLoopMeter::measure().
    std::vector<WilsonLoop> loops(const GaugeField& temporal, const GaugeField& spatial,
                                  const WilsonLoopRequest& request, const std::function<bool()>& goesOn = {})
    {
        if (!loops_) loops_.emplace(temporal.device(), temporal.lattice(), temporal.group());
        return loops_->measure(temporal, spatial, request, goesOn);
    }
    /// WilsonLoopMeter::measure(); without multihit.
    static std::vector<WilsonLoop> loops(const host::LinkField& temporal, const host::LinkField& spatial,
                                         const WilsonLoopRequest& request, const std::function<bool()>& goesOn = {})
    {
        return wilsonLoops(temporal, spatial, request, goesOn);
    }

private:
    std::optional<WilsonLoopMeter> loops_;
    std::optional<TopologyMeter> topology_;
    std::optional<ObservableMeter> plaquettes_;
};

/// f(links) with the links of either backend, const GaugeField& or const host::LinkField&.
template<class F>
auto onLinks(const AnyLinks& links, const F& f)
{
    return std::visit([&](const auto& one) { return f(*one); }, links);
}

} // namespace gaugegl
