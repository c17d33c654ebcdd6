#include "gaugegl/base/error.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/measure/spectrum.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <span>

namespace gaugegl {

std::vector<Baryon> SpectrumRequest::baryons() const
{
    std::vector<Baryon> all;
    const auto add = [&all](bool asked, std::initializer_list<Baryon> some) {
        if (asked) all.insert(all.end(), some);
    };
    const bool octet = nucleon.has_value(), decuplet = delta.has_value(), both = strange.has_value();
    add(octet, {Baryon::Nucleon});
    add(octet && both, {Baryon::Lambda, Baryon::Sigma, Baryon::Xi});
    add(decuplet, {Baryon::Delta});
    add(decuplet && both, {Baryon::SigmaStar, Baryon::XiStar});
    add((octet || decuplet) && both, {Baryon::Omega});
    return all;
}

std::vector<std::string> SpectrumRequest::names(FermionKind kind) const
{
    std::vector<std::string> all;
    const auto add = [&](const std::vector<std::string>& correlators, const char* flavours) {
        for (const std::string& name : correlators)
            all.push_back(name + flavours);
        for (const WaveVector& momentum : momenta.momenta)
            for (const std::string& name : correlators)
                all.push_back(name + flavours + momentumName(momentum));
    };
    const std::vector<std::string> mesons = channels.empty() ? mesonNames(kind) : channels;
    add(mesons, "");
    if (strange) {
        add(mesons, lightStrange);
        add(mesons, strangeStrange);
    }
    for (const Baryon baryon : baryons())
        add(baryonNames(baryon), "");
    if (residual) all.emplace_back(midpointName);
    return all;
}

void validateMomenta(const SpectrumRequest& request, const Lattice& lattice)
{
    if (request.momenta.momenta.empty()) return;
    if (request.source.type != Source::Type::Point)
        throw InputError(
            fmt::format("source '{}' makes quarks of momentum 0: momenta need a point", request.source.name()));
    std::vector<int> extents;
    for (int mu = 0; mu < 4; ++mu)
        if (mu != request.direction) extents.push_back(lattice.extent(mu));
    if (request.momenta.averaged && !(extents[0] == extents[1] && extents[1] == extents[2]))
        throw InputError(
            fmt::format("the extents across the correlators are {}: momenta are averaged over permutations "
                        "where these are equal; measure them with separate_momenta",
                        fmt::join(extents, ", ")));
    const bool inTime = std::ranges::any_of(request.momenta.momenta, [](const WaveVector& n) { return n.back() != 0; });
    if (request.isospinMu != 0 && request.direction != 3 && (request.momenta.averaged || inTime))
        throw InputError(
            fmt::format("isospin_mu = {}: momenta along t are not measured, since p_t and -p_t, and p_t and momenta in "
                        "space, are not alike; give those of space alone with separate_momenta",
                        request.isospinMu));
    for (const WaveVector& n : request.momenta.momenta)
        for (std::size_t j = 0; j < n.size(); ++j)
            if (2 * std::abs(n[j]) > extents[j])
                throw InputError(fmt::format("momentum {}: a component is at most half of the extent {}",
                                             momentumName(n), extents[j]));
}

void validateNoise(const SpectrumRequest& request)
{
    if (request.source.type != Source::Type::Noise) return;
    if (request.direction != 3)
        throw InputError(fmt::format("source '{}' is for correlators along t: along another direction distances from "
                                     "its sites are not measured",
                                     request.source.name()));
    if ((request.nucleon || request.delta) && request.source.noise != NoiseType::Z3)
        throw InputError(fmt::format("source '{}': baryons need z3, as the noise of three quarks is 1 for z3 alone",
                                     request.source.name()));
    for (const std::optional<DiracParameters>& quark : {request.nucleon, request.delta})
        if (quark && std::ranges::any_of(std::span(quark->boundary.theta).first(3), [](double t) { return t != 0; }))
            throw InputError(
                fmt::format("source '{}': baryons from a noise wall need quarks that are periodic in space, "
                            "here with the phases {}; with others every point of the wall has a phase of "
                            "its own, which does not cancel for three quarks",
                            request.source.name(), fmt::join(quark->boundary.theta, ", ")));
}

void validateStrange(const SpectrumRequest& request, FermionKind kind)
{
    if (!request.strange) return;
    const DiracParameters& strange = *request.strange;
    if (strange.kind() != kind)
        throw InputError(fmt::format("strange quarks of {} are made of {}s, but light ones of {}s: there are no mesons "
                                     "of both",
                                     choiceName<DiracType>(strange.type), traits(strange.kind()).field,
                                     traits(kind).field));
    if (request.isospinMu != 0 || strange.isospinMu != 0)
        throw InputError(
            fmt::format("isospin_mu = {}: mesons of a light and a strange quark would not be symmetric; measure "
                        "without a strange quark",
                        request.isospinMu != 0 ? request.isospinMu : strange.isospinMu));
    for (const std::optional<DiracParameters>& light : {request.nucleon, request.delta})
        if (light && light->boundary != strange.boundary)
            throw InputError("baryons are made of light and strange quarks with one boundary, here they differ");
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
        throw InputError(fmt::format("source '{}' has no components to make a propagator of; use point:x,y,z,t, "
                                     "wall:t or z2:t",
                                     request.source.name()));
    if (request.source.oneComponent)
        throw InputError(fmt::format("source '{}' is one component, but a propagator needs all: omit :spin:colour",
                                     request.source.name()));
    validate(request.source, space.lattice, space.kind, space.group);
    validate(request.smearing, space.kind);
    if (!request.channels.empty() && !hasSpin(space.kind))
        throw InputError("staggered quarks have one channel, the pion: channels are those of wilson and twisted-mass");
    validateMomenta(request, space.lattice);
    validateNoise(request);
    const bool hasBaryons = request.nucleon || request.delta;
    if (request.isospinMu != 0 && (request.direction == 3 || hasBaryons))
        throw InputError(fmt::format("isospin_mu = {}: {}; mesons along x, y or z, condensates and solves have it",
                                     request.isospinMu,
                                     hasBaryons ? "a baryon has quarks of both signs, of which one is computed"
                                                : "correlators along t are not symmetric, as their masses need"));
    if (request.residual) validateResidualMass(request);
    validateStrange(request, space.kind);
    for (const std::optional<DiracParameters>& quark : {request.nucleon, request.delta}) {
        if (!quark) continue;
        validateBaryons(space.kind, space.group);
        if (quark->mu != 0 || (request.strange && request.strange->mu != 0))
            throw InputError(
                "baryons of twisted-mass quarks need the propagators of both flavours, of which one alone is "
                "computed; use wilson");
    }
}

} // namespace gaugegl
