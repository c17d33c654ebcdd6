// Prepares kernels that read the links of one direction and parity together with their staple sums, which are fused or
// stored depending on the device.
#pragma once

#include "gauge/smearing/smearing_kernels.h"
#include "gaugegl/fields/algebra_field.h"

#include <functional>
#include <optional>

namespace gaugegl {

/// The links of the staples of a link, taken from other fields (HYP smearing).  Parities are relative to that of the
/// link.
struct FatStaples {
    std::vector<int> nu;                         ///< directions of the planes, one to three
    std::vector<const PlaneTexture*> sidesSame;  ///< links nu on the sites of the same parity
    std::vector<const PlaneTexture*> sidesOther; ///< links nu on the sites of the other parity
    std::vector<const PlaneTexture*> tops;       ///< links mu of the other parity
};

/// Sets the coefficients of an action in a kernel that sums its staples.
void setCoefficients(Kernel& kernel, const GaugeAction& action);

/// Prepares kernels with staples; holds the texture of staple sums if the device stores them.
class StapleKernels {
public:
    /// The program of a kernel for a variant.
    using Spec = std::function<KernelSpec(const StapleVariant&)>;

    /// For the staples of an action without its beta, or with `spatial` for the staples in space only.  The device must
    /// outlive the object.
    StapleKernels(Device& device, const Lattice& lattice, Group group, const GaugeAction& action = {},
                  bool spatial = false);

    /// The kernel with links and staples bound.  Stored staple sums are computed here, so the kernel must run before
    /// the next one is prepared.
    Kernel prepared(const Spec& spec, const GaugeField& u, int mu, int parity);
    /// prepared() with staples from other fields.
    Kernel prepared(const Spec& spec, const GaugeField& u, int mu, int parity, const FatStaples& fat);

    /// The staple sums of these links, computed and stored now whatever the default.  SU(3) only.
    const PlaneTexture& sums(const GaugeField& u, int mu, int parity);

private:
    Kernel finished(const Spec& spec, StapleVariant variant, const std::function<void(Kernel&)>& bind,
                    const PlaneTexture& link, int parity);

    Device* device_;
    Lattice lattice_;
    StapleVariant variant_;
    GaugeAction action_;
    bool spatial_;
    std::optional<PlaneTexture> sums_;
};

/// Calls pass(mu, parity) for mu below `directions` and both parities.
template<class Pass>
void forEveryLinkTexture(int directions, const Pass& pass)
{
    for (int mu = 0; mu < directions; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            pass(mu, parity);
}

/// U_mu <- exp(i factor h) U_mu for mu below `directions`.
void exponentiate(GaugeField& u, const AlgebraField& exponents, int directions, double factor = 1);

} // namespace gaugegl
