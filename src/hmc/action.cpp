#include "hmc/action.h"

#include "gauge/actions/action_density.h"
#include "gaugegl/gauge/observables/observables.h"
#include "hmc/overlap_pseudofermion.h"
#include "rational_pseudofermions.h"

#include <algorithm>

namespace gaugegl {
namespace {

/// The gauge action.
class GaugeTerm final : public Action {
public:
    GaugeTerm(const GaugeField& u, double beta, const GaugeAction& action)
        : u_(&u), beta_(beta), action_(action), force_(u.device(), u.lattice(), u.group(), beta, action),
          meter_(u.device(), u.lattice(), u.group())
    {}

    std::string title() const override { return "gauge"; }
    bool isGauge() const override { return true; }
    double refresh(const NoiseSource& /*noise*/) override { return energy(); }
    double refreshWith(const FermionVector& /*noise*/) override { return energy(); }
    double energy() override { return beta_ * double(u_->lattice().volume()) * actionDensity(meter_, *u_, action_); }
    void kickMomenta(AlgebraField& p, double time) override
    {
        force_.kickMomenta(p, *u_, time);
        ++work().forces;
    }

private:
    const GaugeField* u_;
    double beta_;
    GaugeAction action_;
    GaugeForce force_;
    ObservableMeter meter_;
};

/// Actions with equal boundaries and smearing share their hopping terms.
template<QuarkForm form, HoppingTerm D>
class SharedQuarks {
public:
    SharedQuarks(const GaugeField& u, int maxIterations) : u_(&u), maxIterations_(maxIterations) {}

    std::shared_ptr<PseudofermionContext<form, D>> with(const FermionTerm& term)
    {
        const FermionLinks see{term.boundary, term.stout, diracOf(term).slices()};
        const auto same = std::ranges::find_if(known_, [&](const auto& one) { return one->see() == see; });
        if (same != known_.end()) return *same;
        return known_.emplace_back(std::make_shared<PseudofermionContext<form, D>>(*u_, see, maxIterations_));
    }

private:
    const GaugeField* u_;
    int maxIterations_;
    std::vector<std::shared_ptr<PseudofermionContext<form, D>>> known_;
};

std::string titleOfRatio(const FermionTerm& term, std::size_t k)
{
    const auto named = [&](const RatioQuark& quark) {
        FermionTerm one = term;
        one.kappa = quark.kappa;
        one.mu = quark.mu;
        if (hasSlices(traits(term.action).dirac)) one.mass = quark.mass;
        return one;
    };
    const RatioQuark own = k == 0 ? RatioQuark{term.kappa, term.mu, term.mass} : term.ratios[k - 1];
    std::string title = describe(named(own));
    if (k < term.ratios.size()) {
        const RatioQuark& over = term.ratios[k];
        const DiracParameters heavier = diracOf(term, over);
        const char* separator = " over";
        for (const DiracNumber* number : numbersOf(heavier)) {
            title += fmt::format("{} {} = {}", separator, number->key, heavier.*number->value);
            separator = ",";
        }
    }
    return title;
}

/// The terms of two flavours of a quark and those of its ratios; the last one is over `last`, if there is one.
template<QuarkForm form, HoppingTerm D>
void addTwoFlavours(std::vector<std::unique_ptr<Action>>& actions,
                    const std::shared_ptr<PseudofermionContext<form, D>>& quarks, const FermionTerm& term,
                    const HmcParameters& parameters,
                    const std::optional<typename PseudofermionContext<form, D>::Quark>& last)
{
    using Quark = typename PseudofermionContext<form, D>::Quark;
    std::vector<Quark> chain = {parametersOf<form>(diracOf(term))};
    for (const RatioQuark& ratio : term.ratios)
        chain.push_back(parametersOf<form>(diracOf(term, ratio)));
    if (last) chain.push_back(*last);
    for (std::size_t k = 0; k <= term.ratios.size(); ++k) {
        std::optional<Quark> over;
        if (k + 1 < chain.size()) over.emplace(chain[k + 1]);
        actions.push_back(std::make_unique<TwoFlavourPseudofermion<form, D>>(quarks, chain[k], over, parameters,
                                                                             titleOfRatio(term, k)));
    }
}

template<HoppingTerm WilsonD, HoppingTerm StaggeredD>
void addFermions(std::vector<std::unique_ptr<Action>>& actions, const GaugeField& u, const HmcParameters& parameters)
{
    SharedQuarks<QuarkForm::DomainWall, WilsonD> walls(u, parameters.maxIterations);
    SharedQuarks<QuarkForm::Wilson, WilsonD> wilson(u, parameters.maxIterations);
    SharedQuarks<QuarkForm::Staggered, StaggeredD> staggered(u, parameters.maxIterations);
    SharedQuarks<QuarkForm::Wilson, host::WilsonHopping<double>> kernels(u, parameters.maxIterations);
    for (const FermionTerm& term : parameters.fermions) {
        const StaggeredParameters quark{term.mass, term.boundary};
        if (!hasEvenOdd(traits(term.action).dirac)) {
            actions.push_back(overlapAction(u, kernels.with(term), term, parameters, describe(term)));
            actions.push_back(std::make_unique<TwoFlavourPseudofermion<QuarkForm::Wilson, WilsonD>>(
                wilson.with(term), kernelOf(term, 0), kernelOf(term, term.topologyMu), parameters,
                fmt::format("det H_W(-{})^2 / (H_W^2 + {}^2)", term.rho, term.topologyMu)));
        } else if (hasSlices(traits(term.action).dirac)) {
            const DomainWallParameters wall = diracOf(term).domainWall(), pauliVillars = withMass(wall, 1);
            if (isRational(term.action))
                actions.push_back(std::make_unique<RationalDomainWall<WilsonD>>(walls.with(term), wall, pauliVillars,
                                                                                term, parameters, describe(term)));
            else
                addTwoFlavours<QuarkForm::DomainWall, WilsonD>(actions, walls.with(term), term, parameters,
                                                               pauliVillars);
        } else if (isRational(term.action)) {
            actions.push_back(std::make_unique<RationalStaggered<StaggeredD>>(staggered.with(term), term, parameters,
                                                                              describe(term)));
        } else if (!hasSpin(diracOf(term).kind())) {
            actions.push_back(std::make_unique<StaggeredPseudofermion<StaggeredD>>(staggered.with(term), quark,
                                                                                   parameters, describe(term)));
        } else {
            addTwoFlavours<QuarkForm::Wilson, WilsonD>(actions, wilson.with(term), term, parameters, std::nullopt);
        }
    }
}

} // namespace

std::vector<std::unique_ptr<Action>> actionsOf(const GaugeField& u, const HmcParameters& parameters)
{
    validate(parameters);
    std::vector<std::unique_ptr<Action>> actions;
    actions.push_back(std::make_unique<GaugeTerm>(u, parameters.beta, parameters.action));
    if (parameters.precision == HmcPrecision::Mixed)
        addFermions<host::WilsonHopping<double>, host::StaggeredHopping<double>>(actions, u, parameters);
    else
        addFermions<DeviceHopping, DeviceHopping>(actions, u, parameters);
    return actions;
}

std::vector<int> timeScalesOf(const HmcParameters& parameters)
{
    std::vector<int> scales = {parameters.gaugeScale.value_or(int(parameters.scales.size()) - 1)};
    for (const FermionTerm& term : parameters.fermions)
        for (int k = 0; k < termsOf(term); ++k) {
            const std::size_t given = term.scales.size();
            scales.push_back(given == 0 ? 0 : term.scales[given == 1 ? 0 : std::size_t(k)]);
        }
    return scales;
}

} // namespace gaugegl
