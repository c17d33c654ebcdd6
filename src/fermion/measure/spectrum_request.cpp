#include "gaugegl/base/error.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/measure/nucleon.h"
#include "gaugegl/fermion/measure/spectrum.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace gaugegl {

std::vector<std::string> SpectrumRequest::names(FermionKind kind) const
{
    std::vector<std::string> all = channels.empty() ? mesonNames(kind) : channels;
    if (nucleon)
        for (std::string& name : nucleonNames())
            all.push_back(std::move(name));
    if (residual) all.emplace_back(midpointName);
    return all;
}

namespace {

void validateResidualMass(const SpectrumRequest& request)
{
    const DiracParameters& dirac = *request.residual;
    if (!hasSlices(dirac.type))
        throw InputError(fmt::format("quarks of {} have no residual mass; domain-wall is expected",
                                     choiceName<DiracType>(dirac.type)));
    if (dirac.slices() % 2 != 0)
        throw InputError(
            fmt::format("ls = {} has no slices half way, between which a residual mass is measured; an even number "
                        "is expected",
                        dirac.slices()));
    const auto has = [&](const char* name) { return std::ranges::count(request.channels, name) > 0; };
    if (!request.channels.empty() && !has("pion") && !has("pseudoscalar"))
        throw InputError("a residual mass is a ratio to the pion: neither pion nor pseudoscalar is among the channels");
}

} // namespace

void validate(const SpectrumRequest& request, const FermionDomain& space)
{
    assert(request.direction >= 0 && request.direction < 4);
    validate(request.choice);
    if (request.choice.type == SolverType::MultiShift)
        throw InputError("the solver multishift gives no propagator; use cg or bicgstab");
    if (!request.source.hasComponents())
        throw InputError(fmt::format("source '{}' has no components to make a propagator of; use point:x,y,z,t or "
                                     "wall:t",
                                     request.source.name()));
    if (request.source.oneComponent)
        throw InputError(fmt::format("source '{}' is one component, but a propagator needs all: omit :spin:colour",
                                     request.source.name()));
    validate(request.source, space.lattice, space.kind, space.group);
    validate(request.smearing, space.kind);
    if (!request.channels.empty() && !hasSpin(space.kind))
        throw InputError("staggered quarks have one channel, the pion: channels are those of wilson and twisted-mass");
    if (request.isospinMu != 0 && (request.direction == 3 || request.nucleon))
        throw InputError(fmt::format("isospin_mu = {}: {}; mesons along x, y or z, condensates and solves have it",
                                     request.isospinMu,
                                     request.nucleon ? "a nucleon has quarks of both signs, of which one is computed"
                                                     : "correlators along t are not symmetric, as their masses need"));
    if (request.residual) validateResidualMass(request);
    if (!request.nucleon) return;
    validateNucleon(space.kind, space.group);
    if (request.nucleon->mu != 0)
        throw InputError(
            "a nucleon of twisted-mass quarks needs the propagators of both flavours, of which one alone is "
            "computed; use wilson");
}

} // namespace gaugegl
