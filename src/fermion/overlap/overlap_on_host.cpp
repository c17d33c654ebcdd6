#include "fermion/overlap/overlap_on_host.h"

#include "core/fermion_source.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// One missed mode of a lattice with 10^7 rows would still be seen.
constexpr double allowedDeviation = 1e-10;

} // namespace

OverlapOnHost::OverlapOnHost(HostGaugeField links, const DiracParameters& dirac, const SharedLattice& shared,
                             std::shared_ptr<KernelSpectrumStore> store)
    : links_(std::move(links)), dirac_(dirac), domain_{links_.lattice, links_.group, dirac.kind()},
      hopping_(shared, links_.group, links_.links, dirac.boundary), store_(std::move(store))
{}

bool OverlapOnHost::learnKernel(SolverPrecision precision, const KernelSearch& search)
{
    if (operator_) return true;
    spectrum_ = known();
    if (!spectrum_) {
        auto found = std::make_shared<KernelSpectrum>(findKernelSpectrum(dirac_, links_, lattice(), precision, search));
        if (found->status == SolverStatus::Interrupted) return false;
        spectrum_ = std::move(found);
        if (store_) store_->keep(dirac_, links_, spectrum_);
    }
    makeSign();
    checkSign();
    if (interrupted()) return false;
    operator_.emplace(*sign_, dirac_.overlap());
    return true;
}

std::shared_ptr<const KernelSpectrum> OverlapOnHost::known() const
{
    auto found = store_ ? store_->find(dirac_, links_) : nullptr;
    if (!lattice().lattice().isShared()) return found;
    const std::byte own{found != nullptr}; // the parts of some ranks may not have changed
    const auto all = lattice().ranks().gather(std::span(&own, 1));
    return std::ranges::all_of(all, [](const auto& one) { return one.front() == std::byte(1); }) ? found : nullptr;
}

void OverlapOnHost::makeSign()
{
    try {
        sign_.emplace(hopping_, dirac_, domain_, *spectrum_, SignAccuracy{.error = signErrorInDouble});
    } catch (const InputError& error) {
        if (dirac_.lambdaMin != 0 || dirac_.lambdaMax != 0) throw;
        throw UnsolvedError(
            fmt::format("{}; these bounds were measured, and more sign_modes leave a larger lower one", error.what()));
    }
}

void OverlapOnHost::checkSign() const
{
    constexpr std::uint64_t seed = 0x6f7665726c6170; // of this check alone
    const auto b =
        fullFieldOf(hopping_, domain_, gaussianSource(lattice().lattice(), domain_.kind, domain_.group, seed));
    auto image = zeroLike(b);
    sign_->applyGamma5(image, b);
    if (interrupted()) return;
    const double deviation = std::abs(norm2(image) / norm2(b) - 1);
    if (deviation <= allowedDeviation) return;
    const std::string message =
        fmt::format("the sign of H_W(-{}) changes the square of the norm of a random vector by {:.1e}: an eigenvalue "
                    "lies outside [{:.6g}, {:.6g}]",
                    dirac_.rho, deviation, spectrum_->interval.lower, spectrum_->interval.upper);
    if (dirac_.lambdaMin != 0 || dirac_.lambdaMax != 0)
        throw InputError(fmt::format("lambda_min = {}, lambda_max = {}: {}; without them the bounds are measured",
                                     dirac_.lambdaMin, dirac_.lambdaMax, message));
    throw UnsolvedError(message);
}

void requireOverlapPrecision(SolverPrecision precision)
{
    if (precision == SolverPrecision::Mixed16)
        throw InputError("overlap quarks are solved in single, double or mixed precision, not in mixed16");
}

std::string HostOverlapBackend::name(const OverlapOnHost& host) const
{
    return fmt::format("CPU ({})", host::name(host.hopping().layout()->instructionSet()));
}

std::unique_ptr<ModeFinder> HostOverlapBackend::kernelModes(const OverlapOnHost& host,
                                                            const SpectralParameters& of) const
{
    return hostModeFinder(host.links(), of, host.lattice());
}

void HostOverlapBackend::prepare(const OverlapOnHost& host, SolverPrecision precision)
{
    if (precision != SolverPrecision::Double && !single_) single_ = std::make_unique<InSingle>(host);
}

} // namespace gaugegl
