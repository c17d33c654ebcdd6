#include "hmc/action.h"

#include "gauge/actions/action_density.h"
#include "gaugegl/gauge/observables/observables.h"
#include "hmc/terms_of.h"

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

/// Quarks on the device, and those hopping terms for energies.
template<HoppingTerm WilsonD, HoppingTerm StaggeredD>
struct OnDevice {
    using Links = GaugeField;
    using Momenta = AlgebraField;
    template<QuarkForm form>
    using Context = PseudofermionContext<form, std::conditional_t<hasSpin(kindOf(form)), WilsonD, StaggeredD>>;
    using KernelContext = gaugegl::KernelContext;
};

} // namespace

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

std::vector<std::unique_ptr<Action>> actionsOf(const GaugeField& u, const HmcParameters& parameters)
{
    validate(parameters);
    std::vector<std::unique_ptr<Action>> actions;
    actions.push_back(std::make_unique<GaugeTerm>(u, parameters.beta, parameters.action));
    if (parameters.precision == HmcPrecision::Mixed)
        addFermions<OnDevice<host::WilsonHopping<double>, host::StaggeredHopping<double>>>(actions, u, parameters);
    else
        addFermions<OnDevice<DeviceHopping, DeviceHopping>>(actions, u, parameters);
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
