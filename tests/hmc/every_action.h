// Every kind of action of hybrid Monte Carlo.
#pragma once

#include "core/fermion_source.h"
#include "hmc/action.h"

#include <iterator>

namespace gaugegl::testing_support {

inline FermionTerm wilson() { return {.action = FermionAction::Wilson, .kappa = 0.11}; }
inline FermionTerm twisted()
{
    return {.action = FermionAction::TwistedMass, .kappa = 0.12, .mu = 0.1, .ratios = {{0.12, 0.4}, {0.1, 0.4}}};
}
inline FermionTerm staggered() { return {.action = FermionAction::Staggered, .mass = 0.6}; }
inline FermionTerm rational()
{
    return {.action = FermionAction::RationalStaggered, .mass = 0.6, .flavours = 2, .rationalTolerance = 1e-9};
}

/// Two flavours of opposite chemical potential, and eight tastes.
inline FermionTerm isospin() { return {.action = FermionAction::Wilson, .kappa = 0.12, .isospinMu = 0.3}; }
inline FermionTerm isospinStaggered()
{
    return {.action = FermionAction::IsospinStaggered, .mass = 0.6, .isospinMu = 0.3};
}

/// With a ratio, and of Pauli and Villars.
inline FermionTerm walls()
{
    return {.action = FermionAction::DomainWall,
            .ratios = {{.mass = 0.6}},
            .mass = 0.3,
            .m5 = 1.3,
            .ls = 3,
            .b5 = 1.5,
            .c5 = 0.5};
}
inline FermionTerm oneWall()
{
    return {.action = FermionAction::RationalDomainWall,
            .mass = 0.4,
            .flavours = 1,
            .rationalTolerance = 1e-9,
            .range = SpectralRange{0.01, 40},
            .m5 = 1.2,
            .ls = 2,
            .stout = {.rho = 0.1, .steps = 1}};
}

/// All the actions, Hasenbusch's ratios among them: one gauge and eight of fermions.
inline HmcParameters allActions(HmcPrecision precision)
{
    HmcParameters parameters{.beta = 5.5, .action = actions::symanzik};
    parameters.fermions = {wilson(), twisted(), staggered(), rational(), isospin(), isospinStaggered()};
    parameters.precision = precision;
    if (precision == HmcPrecision::Double) parameters.forceTolerance = 1e-10;
    return parameters;
}

/// With clover terms (also with a twist and in ratios) and with stout links.
inline HmcParameters improvedActions(HmcPrecision precision)
{
    HmcParameters parameters = allActions(precision);
    const StoutSteps stout{.rho = 0.12, .steps = 2};
    FermionTerm clover = wilson(), stoutClover = wilson();
    clover.clover = 1.6;
    stoutClover.clover = 1.1;
    stoutClover.stout = stout;
    FermionTerm twistedClover = twisted();
    twistedClover.clover = 1.3;
    FermionTerm stoutStaggered = staggered(), stoutRational = rational();
    stoutStaggered.stout = stoutRational.stout = stout;
    parameters.fermions = {clover, stoutClover, twistedClover, stoutStaggered, stoutRational};
    if (precision != HmcPrecision::Single) { // in which energies of so many numbers round too much for a slope
        parameters.fermions.push_back(walls());
        parameters.fermions.push_back(oneWall());
    }
    return parameters;
}

/// The plain actions, then the improved ones without the gauge action, on links u of a device or of the host.
template<class Links>
auto everyAction(const Links& u, HmcPrecision precision)
{
    auto result = actionsOf(u, allActions(precision));
    auto improved = actionsOf(u, improvedActions(precision));
    std::move(improved.begin() + 1, improved.end(), std::back_inserter(result));
    return result;
}

/// Gaussian noise for an action with that title on the whole lattice.
inline FermionVector noiseFor(const std::string& title, const Lattice& lattice, Group group, std::uint64_t seed)
{
    const FermionKind kind = title.starts_with("staggered") ? FermionKind::Staggered : FermionKind::Wilson;
    const auto has = [&](const char* text) { return title.find(text) != std::string::npos; };
    return gaussianSlices(lattice, kind, group, seed, has("ls = 3") ? 3 : has("ls = 2") ? 2 : 1);
}

} // namespace gaugegl::testing_support
