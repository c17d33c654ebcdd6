#include "gaugegl/fermion/measure/spectrum.h"

#include "fermion/measure/quark_smearer.h"
#include "fermion/solve/solve_each.h"
#include "gaugegl/fermion/fermion_domain.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace gaugegl {
namespace {

/// The sources of all components, of which smeared ones are made from one field: smearing leaves spins alone, so that the vector of
/// each colour is kept as that of a spin.
class Sources {
public:
    Sources(const SpectrumRequest& request, const SharedLattice& shared, const FermionDomain& space,
            QuarkSmearer* smearer)
        : source_(request.source), lattice_(shared.lattice()), kind_(space.kind), group_(space.group)
    {
        source_.oneComponent = true;
        if (!request.smearing.source.smears()) return;
        assert(colours(group_) <= spins(kind_));
        for (int colour = 0; colour < colours(group_); ++colour) {
            source_.spin = source_.colour = colour;
            const FermionVector one = sourceVector(source_, lattice_, kind_, group_);
            smeared_.resize(one.size());
            for (std::size_t k = 0; k < one.size(); ++k)
                smeared_[k] += one[k];
        }
        smearer->smear(smeared_, request.smearing.source);
    }
    FermionVector of(int component)
    {
        const int n = colours(group_), spin = component / n, colour = component % n;
        if (smeared_.empty()) {
            source_.spin = spin;
            source_.colour = colour;
            return sourceVector(source_, lattice_, kind_, group_);
        }
        const auto all = std::size_t(fermionComponents(kind_, group_));
        FermionVector b(smeared_.size());
        for (std::size_t site = 0; site < b.size(); site += all)
            std::copy_n(&smeared_[site + std::size_t(colour * n)], n, &b[site + std::size_t(spin * n)]);
        return b;
    }

private:
    Source source_;
    Lattice lattice_;
    FermionKind kind_;
    Group group_;
    FermionVector smeared_; ///< [site][colour of the source][colour]; empty: nothing is smeared
};

CorrelatorGeometry geometryOf(const SharedLattice& shared, const FermionDomain& space, const SpectrumRequest& request)
{
    const Source& source = request.source;
    const bool spread = source.isWall() && request.direction != 3; // over the whole direction
    const int origin = spread ? 0 : source.at[std::size_t(request.direction)];
    return {shared, space.kind, space.group, request.direction, origin, request.momenta, source.at};
}

void requireStrange(const SpectrumRequest& request, const Propagator* strange)
{
    if (request.strange.has_value() != (strange != nullptr))
        throw std::logic_error("a strange quark and its propagator go together");
}

} // namespace

std::vector<MesonCorrelator> contract(const Propagator& propagator, const SharedLattice& shared,
                                      const FermionDomain& space, const SpectrumRequest& request,
                                      const Propagator* strange)
{
    validate(request, {shared.lattice().whole(), space.group, space.kind});
    requireStrange(request, strange);
    const CorrelatorGeometry geometry = geometryOf(shared, space, request);
    std::vector<MesonCorrelator> correlators;
    const auto add = [&](std::vector<MesonCorrelator> some) {
        correlators.insert(correlators.end(), std::move_iterator(some.begin()), std::move_iterator(some.end()));
    };
    add(mesonCorrelators(propagator, geometry, request.channels));
    if (strange != nullptr) {
        add(mesonCorrelators(MesonQuarks{propagator, *strange, lightStrange}, geometry, request.channels));
        add(mesonCorrelators(MesonQuarks{*strange, *strange, strangeStrange}, geometry, request.channels));
    }
    for (const Baryon baryon : request.baryons()) {
        const DiracParameters& quark = request.nucleon ? *request.nucleon : *request.delta;
        add(baryonCorrelators(baryon, propagator, {geometry, quark.boundary}, strange));
    }
    return correlators;
}

PropagatorSolution solvePropagator(Inverter& inverter, const FermionDomain& space, const SpectrumRequest& request,
                                   const std::function<void(int columns)>& solved, QuarkSmearer* smearer)
{
    const SharedLattice& shared = inverter.lattice();
    validate(request, {shared.lattice().whole(), space.group, space.kind});
    PropagatorSolution result;
    result.columns.reserve(std::size_t(space.components()));
    if (request.smearing.smears() && smearer == nullptr) throw std::logic_error("there is nothing that smears quarks");
    Sources sources(request, shared, space, smearer);
    solveEach(
        inverter, space.components(), request.choice,
        [&](std::int64_t component) { return sources.of(int(component)); },
        [&](std::int64_t, const FermionVector&, Inversion column) {
            result.iterations += column.iterations;
            result.seconds += column.seconds;
            result.largestResidual = std::max(result.largestResidual, column.relativeResidual);
            result.status = column.status;
            if (!column.converged()) return false;
            if (request.smearing.sink.smears()) smearer->smear(column.solution, request.smearing.sink);
            result.columns.push_back(std::move(column.solution));
            if (request.residual) {
                if (request.smearing.sink.smears()) smearer->smear(column.midpoint, request.smearing.sink);
                result.midpoints.push_back(std::move(column.midpoint));
            }
            if (solved) solved(int(result.columns.size()));
            return true;
        });
    if (result.status != SolverStatus::Converged) return result;
    if (request.keep) request.keep(result.columns, [&](int component) { return sources.of(component); });
    return result;
}

SpectrumMeasurement measureSpectrum(Inverter& inverter, const FermionDomain& space, const SpectrumRequest& request,
                                    const std::function<void(int columns)>& solved, QuarkSmearer* smearer,
                                    const Propagator* strange)
{
    requireStrange(request, strange);
    const PropagatorSolution light = solvePropagator(inverter, space, request, solved, smearer);
    SpectrumMeasurement result{light, {}};
    if (light.status != SolverStatus::Converged) return result;
    const SharedLattice& shared = inverter.lattice();
    result.correlators = contract(light.columns, shared, space, request, strange);
    if (request.residual) {
        CorrelatorGeometry atRest = geometryOf(shared, space, request);
        atRest.momenta = {};
        MesonCorrelator midpoint = mesonCorrelators(light.midpoints, atRest, {"pion"}).front();
        midpoint.name = midpointName;
        result.correlators.push_back(std::move(midpoint));
    }
    return result;
}

} // namespace gaugegl
