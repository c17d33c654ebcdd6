#include "fermion/overlap/kernel_spectrum.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// Residuals enter the sign in first order, divided by the distance to the next eigenvalue.
constexpr double modeTolerance = 1e-13;

/// Whether the kernels are the same, whatever the mass.
bool sameKernel(const DiracParameters& a, const DiracParameters& b)
{
    return a.rho == b.rho && a.boundary == b.boundary && a.signModes == b.signModes && a.lambdaMin == b.lambdaMin &&
           a.lambdaMax == b.lambdaMax && a.stout == b.stout;
}

/// Throws where the bounds, of which the modes say others, are none of a sign.
void requireInterval(const DiracParameters& overlap, const SignInterval& interval, double lower, double upper)
{
    if (interval.lower > 0 && interval.lower < interval.upper) return;
    const std::string message =
        fmt::format("lambda_min = {}, lambda_max = {}: the interval of Zolotarev's sign has 0 < lambda_min < "
                    "lambda_max; the modes of H_W(-{}) say {} and {}",
                    interval.lower, interval.upper, overlap.rho, lower, upper);
    if (overlap.lambdaMin != 0 || overlap.lambdaMax != 0) throw InputError(message);
    throw UnsolvedError(message + "; more sign_modes leave larger ones");
}

} // namespace

SpectralParameters kernelOf(const DiracParameters& overlap)
{
    return {SpectralType::HermitianWilson,
            {.type = traits(SpectralType::HermitianWilson).dirac,
             .kappa = kappaOfBareMass(-overlap.rho),
             .boundary = overlap.boundary}};
}

KernelSpectrum findKernelSpectrum(const DiracParameters& overlap, const HostGaugeField& links,
                                  const SharedLattice& shared, SolverPrecision precision, const KernelSearch& search)
{
    KernelSpectrum spectrum{.status = SolverStatus::Converged};
    spectrum.interval = {overlap.lambdaMin, overlap.lambdaMax};
    if (overlap.signModes == 0) return spectrum;
    const SpectralParameters kernel = kernelOf(overlap);
    const std::size_t rows = rowsOf(kernel, shared.lattice().whole(), links.group);
    const ModeChoice choice{.count = int(std::min(std::size_t(overlap.signModes), rows / 8)),
                            .precision =
                                precision == SolverPrecision::Double ? SolverPrecision::Double : SolverPrecision::Mixed,
                            .tolerance = modeTolerance,
                            .wholeLevels = false};
    LowModes modes = search.finder(kernel)->find(choice, search.watch);
    spectrum.status = modes.status;
    if (modes.status == SolverStatus::Interrupted) return spectrum;
    if (modes.status != SolverStatus::Converged)
        throw UnsolvedError(fmt::format("the lowest modes of H_W(-{}), of which the sign of overlap quarks is made: {}",
                                        overlap.rho, whyNone(modes, choice)));
    spectrum.values = std::move(modes.eigenvalues);
    spectrum.vectors = std::move(modes.vectors);
    // The bound is that of the square of gamma_5 W = 2 kappa H_W.
    const double upper = std::sqrt(modes.norm) / (2 * kernel.dirac.kappa);
    if (overlap.lambdaMin == 0) spectrum.interval.lower = 0.999 * std::abs(spectrum.values.back());
    if (overlap.lambdaMax == 0) spectrum.interval.upper = upper;
    requireInterval(overlap, spectrum.interval, std::abs(spectrum.values.back()), upper);
    return spectrum;
}

std::shared_ptr<const KernelSpectrum> KernelSpectrumStore::find(const DiracParameters& overlap,
                                                                const HostGaugeField& links) const
{
    return spectrum_ && sameKernel(of_, overlap) && links_ == links.links ? spectrum_ : nullptr;
}

void KernelSpectrumStore::keep(const DiracParameters& overlap, const HostGaugeField& links,
                               std::shared_ptr<const KernelSpectrum> spectrum)
{
    of_ = overlap;
    links_ = links.links;
    spectrum_ = std::move(spectrum);
}

} // namespace gaugegl
