// Prepares kernels that read the links of one direction and parity together with their staple sums, wherever these come
// from on a device.
#pragma once

#include "gaugegl/fields/algebra_field.h"
#include "gaugegl/gauge/smearing/smearing_kernels.h"

#include <functional>
#include <optional>

namespace gaugegl {

/// The links opposite to a link and beside it in the planes of its staples, which may be those of other fields: HYP
/// smearing.  Textures by the parity relative to the link.
struct FatStaples {
    std::vector<int> nu;                         ///< directions of the planes, one to three
    std::vector<const PlaneTexture*> sidesSame;  ///< links nu of the sites of the same parity
    std::vector<const PlaneTexture*> sidesOther; ///< of the other parity
    std::vector<const PlaneTexture*> tops;       ///< links mu of the other parity
};

/// Keeps the texture of stored sums, where the device wants them stored.
class StapleKernels {
public:
    /// The program of a kernel for a variant.
    using Spec = std::function<KernelSpec(const StapleVariant&)>;

    /// For the staples of an action with this c1, or of space alone.  The device must outlive the object.
    StapleKernels(Device& device, const Lattice& lattice, Group group, double c1 = 0, bool spatial = false);

    /// The kernel with links and staples bound; the sums are made first where they are stored, so that it must run
    /// before the next one is prepared.
    Kernel prepared(const Spec& spec, const GaugeField& u, int mu, int parity);
    /// The same with staples of other fields.
    Kernel prepared(const Spec& spec, const GaugeField& u, int mu, int parity, const FatStaples& fat);

    /// The stored sums of these links, made now.  Of SU(3), which has them whatever the default.
    const PlaneTexture& sums(const GaugeField& u, int mu, int parity);

private:
    Kernel finished(const Spec& spec, StapleVariant variant, const std::function<void(Kernel&)>& bind,
                    const PlaneTexture& link, int parity);

    Device* device_;
    Lattice lattice_;
    StapleVariant variant_;
    double c1_;
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
