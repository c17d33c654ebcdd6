// The terms of fermions from their parameters, wherever their links are.
#pragma once

#include "hmc/overlap_pseudofermion.h"
#include "hmc/rational_pseudofermions.h"

#include <algorithm>

namespace gaugegl {

/// The terms of an action.
template<class Momenta>
using ActionsOn = std::vector<std::unique_ptr<ActionOn<Momenta>>>;

/// "Wilson, two flavours, kappa = 0.15 over kappa = 0.14": the quark of a ratio, 0 for the lightest.
std::string titleOfRatio(const FermionTerm& term, std::size_t k);

/// Actions with equal boundaries and smearing share their hopping terms.
template<class Context, class Links>
class SharedQuarks {
public:
    SharedQuarks(const Links& u, int maxIterations) : u_(&u), maxIterations_(maxIterations) {}

    std::shared_ptr<Context> with(const FermionTerm& term)
    {
        const FermionLinks see{diracOf(term).phases(), term.stout, diracOf(term).slices()};
        const auto same = std::ranges::find_if(known_, [&](const auto& one) { return one->see() == see; });
        if (same != known_.end()) return *same;
        return known_.emplace_back(std::make_shared<Context>(*u_, see, maxIterations_));
    }

private:
    const Links* u_;
    int maxIterations_;
    std::vector<std::shared_ptr<Context>> known_;
};

/// The terms of two flavours of a quark and those of its ratios; the last one is over `last`, if there is one.
template<class Context>
void addTwoFlavours(ActionsOn<typename Context::Momenta>& actions, const std::shared_ptr<Context>& quarks,
                    const FermionTerm& term, const HmcParameters& parameters,
                    const std::optional<typename Context::Quark>& last)
{
    constexpr QuarkForm form = Context::form;
    using Quark = typename Context::Quark;
    std::vector<Quark> chain = {parametersOf<form>(diracOf(term))};
    for (const RatioQuark& ratio : term.ratios)
        chain.push_back(parametersOf<form>(diracOf(term, ratio)));
    if (last) chain.push_back(*last);
    for (std::size_t k = 0; k <= term.ratios.size(); ++k) {
        std::optional<Quark> over;
        if (k + 1 < chain.size()) over.emplace(chain[k + 1]);
        actions.push_back(std::make_unique<TwoFlavourPseudofermion<Context>>(quarks, chain[k], over, parameters,
                                                                             titleOfRatio(term, k)));
    }
}

/// Adds the terms of all fermions.  Backend: Links and Momenta, Context<form> and, of the kernel of overlap quarks, KernelContext.
template<class Backend>
void addFermions(ActionsOn<typename Backend::Momenta>& actions, const typename Backend::Links& u,
                 const HmcParameters& parameters)
{
    using Links = typename Backend::Links;
    using Walls = typename Backend::template Context<QuarkForm::DomainWall>;
    using Wilson = typename Backend::template Context<QuarkForm::Wilson>;
    using Staggered = typename Backend::template Context<QuarkForm::Staggered>;
    SharedQuarks<Walls, Links> walls(u, parameters.maxIterations);
    SharedQuarks<Wilson, Links> wilson(u, parameters.maxIterations);
    using IsospinStaggered = typename Backend::template Context<QuarkForm::IsospinStaggered>;
    SharedQuarks<Staggered, Links> staggered(u, parameters.maxIterations);
    SharedQuarks<IsospinStaggered, Links> isospin(u, parameters.maxIterations);
    SharedQuarks<typename Backend::KernelContext, Links> kernels(u, parameters.maxIterations);
    for (const FermionTerm& term : parameters.fermions) {
        const StaggeredParameters quark{term.mass, term.boundary};
        if (!hasEvenOdd(traits(term.action).dirac)) {
            actions.push_back(overlapAction(kernels.with(term), term, parameters, describe(term)));
            actions.push_back(std::make_unique<TwoFlavourPseudofermion<Wilson>>(
                wilson.with(term), kernelOf(term, 0), kernelOf(term, term.topologyMu), parameters,
                fmt::format("det H_W(-{})^2 / (H_W^2 + {}^2)", term.rho, term.topologyMu)));
        } else if (hasSlices(traits(term.action).dirac)) {
            const DomainWallParameters wall = diracOf(term).domainWall(), pauliVillars = withMass(wall, 1);
            if (isRational(term.action))
                actions.push_back(std::make_unique<RationalDomainWall<Walls>>(walls.with(term), wall, pauliVillars,
                                                                              term, parameters, describe(term)));
            else
                addTwoFlavours<Walls>(actions, walls.with(term), term, parameters, pauliVillars);
        } else if (traits(traits(term.action).dirac).form == QuarkForm::IsospinStaggered) {
            addTwoFlavours<IsospinStaggered>(actions, isospin.with(term), term, parameters, std::nullopt);
        } else if (isRational(term.action)) {
            actions.push_back(
                std::make_unique<RationalStaggered<Staggered>>(staggered.with(term), term, parameters, describe(term)));
        } else if (!hasSpin(diracOf(term).kind())) {
            actions.push_back(std::make_unique<StaggeredPseudofermion<Staggered>>(staggered.with(term), quark,
                                                                                  parameters, describe(term)));
        } else {
            addTwoFlavours<Wilson>(actions, wilson.with(term), term, parameters, std::nullopt);
        }
    }
}

} // namespace gaugegl
