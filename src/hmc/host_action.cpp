#include "hmc/terms_of.h"

namespace gaugegl {
namespace {

/// The gauge action on the host.
class HostGaugeTerm final : public HostAction {
public:
    HostGaugeTerm(const host::LinkField& u, double beta, const GaugeAction& action)
        : u_(&u), force_(u.layout(), u.group(), beta, action)
    {}

    std::string title() const override { return "gauge"; }
    bool isGauge() const override { return true; }
    double refresh(const NoiseSource& /*noise*/) override { return energy(); }
    double refreshWith(const FermionVector& /*noise*/) override { return energy(); }
    double energy() override { return force_.energy(*u_); }
    void kickMomenta(host::LinkAlgebra& p, double time) override
    {
        force_.kick(p, *u_, time);
        ++work().forces;
    }

private:
    const host::LinkField* u_;
    host::GaugeForce force_;
};

/// Quarks on the host, forces and energies in these precisions.
template<class ForceT, class EnergyT>
struct OnHost {
    using Links = host::LinkField;
    using Momenta = host::LinkAlgebra;
    template<QuarkForm form>
    using Context = HostPseudofermionContext<form, ForceT, EnergyT>;
    using KernelContext = Context<QuarkForm::Wilson>;
};

} // namespace

std::vector<std::unique_ptr<HostAction>> actionsOf(const host::LinkField& u, const HmcParameters& parameters)
{
    validate(parameters);
    std::vector<std::unique_ptr<HostAction>> actions;
    actions.push_back(std::make_unique<HostGaugeTerm>(u, parameters.beta, parameters.action));
    switch (parameters.precision) {
    case HmcPrecision::Single:
        addFermions<OnHost<float, float>>(actions, u, parameters);
        break;
    case HmcPrecision::Mixed:
        addFermions<OnHost<float, double>>(actions, u, parameters);
        break;
    case HmcPrecision::Double:
        addFermions<OnHost<double, double>>(actions, u, parameters);
        break;
    }
    return actions;
}

} // namespace gaugegl
