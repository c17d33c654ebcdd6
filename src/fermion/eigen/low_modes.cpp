#include "gaugegl/fermion/eigen/low_modes.h"

#include "fermion/overlap/overlap_modes.h"
#include "mode_finder.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

template<QuarkForm form>
class HostModeFinder final : public BasicModeFinder<form> {
public:
    using BasicModeFinder<form>::kind;

    HostModeFinder(const HostGaugeField& links, const SpectralParameters& of, const SharedLattice& shared)
        : BasicModeFinder<form>(links, of, shared), links_(links.links)
    {}

    std::string place() const override
    {
        return fmt::format("CPU ({})", name(this->inDouble().layout()->instructionSet()));
    }

private:
    void prepare(const ModeChoice& choice) override
    {
        if (choice.precision != SolverPrecision::Double && !single_)
            single_.emplace(this->completed(host::Hopping<float, kind>(this->inDouble().layout(), this->space().group,
                                                                       links_, this->of().dirac.boundary)));
    }

    FoundModes searched(const ModeSearch& search, SolverPrecision precision) const override
    {
        if (precision == SolverPrecision::Double) return searchModes<form>(this->inDouble(), search);
        return searchModes<form>(*single_, search);
    }

    LinkVector links_;
    std::optional<host::Hopping<float, kind>> single_; ///< once it is asked for
};

} // namespace

std::string describe(const ModeProgress& seen)
{
    if (!(seen.residual > 0)) return {};
    const char* what = seen.again      ? ", another start looks for missed ones"
                       : seen.improves ? " in double precision"
                                       : "";
    return fmt::format("{} modes found{}, residual {:.1e}", seen.converged, what, seen.residual);
}

std::string whyNone(const LowModes& modes, const ModeChoice& choice)
{
    if (modes.converged < choice.count)
        return fmt::format("{} of {} modes were found ({})", modes.converged, choice.count, name(modes.status));
    return fmt::format("{} modes were found, but not whether smaller ones are missing ({})", choice.count,
                       name(modes.status));
}

std::unique_ptr<ModeFinder> hostModeFinder(const HostGaugeField& links, const SpectralParameters& of,
                                           const SharedLattice& shared)
{
    requireFeature(links.group, Feature::Fermions);
    validate(of);
    if (!hasEvenOdd(of.dirac.type)) return hostOverlapModes(links, of, shared);
    return withMatrixForm(of.dirac, [&](auto form) -> std::unique_ptr<ModeFinder> {
        return std::make_unique<HostModeFinder<form>>(host::stoutSmeared(links, of.dirac.stout, shared), of, shared);
    });
}

} // namespace gaugegl
