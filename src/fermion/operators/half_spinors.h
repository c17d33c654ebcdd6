// Half spinors for hops of Wilson quarks on a lattice that ranks share: of (1 +- gamma_mu) psi two spin components say all, so
// that ranks exchange half of the planes.
//
// Ghosts then hold these two components as the upper ones of a spinor whose lower ones are 0: the projection of a hop adds 0 to
// them, so that its bits are those of whole spinors, but for the signs of zeros.
#pragma once

#include "gaugegl/device/kernel.h"

#include <optional>

namespace gaugegl {

/// (1 + sign gamma_mu).
struct SpinProjection {
    int mu = 3;   ///< direction
    int sign = 1; ///< 1 or -1
};

/// The kernel that projects the spinors of a field at their own sites.
KernelSpec halfSpinorSpec(Group group, const SpinProjection& projection);

/// Projects the edges of fields that neighbouring ranks need.
class HalfSpinors {
public:
    /// For fields of this shape, whose lattice ranks share.
    HalfSpinors(Device& device, const TextureShape& shape, Group group);

    /// What hops read of the neighbours of psi, with gamma_mu of the other sign where `dagger`; valid until the next call.
    GhostSource edgesOf(const PlaneTexture& psi, bool dagger);

private:
    const PlaneTexture* edges(std::optional<PlaneTexture>& out, const PlaneTexture& psi, int mu, bool dagger);

    Device* device_;
    TextureShape shape_;
    Group group_;
    std::optional<PlaneTexture> z_, t_; ///< of those that are divided
};

} // namespace gaugegl
