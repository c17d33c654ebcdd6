#include "gaugegl/fermion/solve/inversion.h"

#include "gaugegl/base/error.h"
#include "inverter.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

template<FermionKind kind>
class HostInverter final : public BasicInverter<kind> {
public:
    HostInverter(const HostGaugeField& links, const DiracParameters& dirac, const SharedLattice& shared)
        : BasicInverter<kind>(links, dirac, shared), links_(links.links)
    {}

    std::string place() const override
    {
        return fmt::format("CPU ({})", name(this->inDouble().layout()->instructionSet()));
    }

private:
    void prepare(SolverPrecision precision) override
    {
        if (precision == SolverPrecision::Mixed16)
            throw InputError("mixed16 has 16-bit fields, which are on a device only: give --path fragment or compute");
        if (precision != SolverPrecision::Double && !single_)
            single_.emplace(this->inDouble().layout(), this->domain().group, links_, this->dirac().boundary);
    }

    SolveOutcome solved(const SolveRequest& request, SolverPrecision precision) const override
    {
        if (precision == SolverPrecision::Double) return solveUniform<kind>(this->inDouble(), request);
        if (precision == SolverPrecision::Single) return solveUniform<kind>(*single_, request);
        return solveMixed<kind>(this->inDouble(), LowerHopping{*single_, DoubleToFloat<kind>(*single_)}, request);
    }

    LinkVector links_;
    std::optional<host::Hopping<float, kind>> single_; ///< once it is asked for
};

} // namespace

std::unique_ptr<Inverter> hostInverter(const HostGaugeField& links, const DiracParameters& dirac,
                                       const SharedLattice& shared)
{
    requireFeature(links.group, Feature::Fermions);
    validate(dirac);
    return withKind(dirac.kind(), [&](auto kind) -> std::unique_ptr<Inverter> {
        return std::make_unique<HostInverter<kind>>(links, dirac, shared);
    });
}

} // namespace gaugegl
