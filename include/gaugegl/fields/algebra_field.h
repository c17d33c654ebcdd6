// A field of traceless antihermitian matrices, one for each link: forces, momenta, the exponents of the flow.
#pragma once

#include "gaugegl/fields/gauge_field.h"

namespace gaugegl {

/// Planes of an element: SU(2) (0, q1, q2, q3) of i (q1 sigma_1 + q2 sigma_2 + q3 sigma_3); SU(3) two planes, (Im 00,
/// Im 11, Re 01, Im 01) and (Re 02, Im 02, Re 12, Im 12).
constexpr int algebraPlanes(Group group) { return group == Group::SU2 ? 1 : 2; }

/// Eight textures, one for each direction and parity.
class AlgebraField {
public:
    /// Undefined contents.  The device must outlive the field.
    AlgebraField(Device& device, const Lattice& lattice, Group group);

    /// The elements of the links U_mu of one parity.
    const PlaneTexture& of(int mu, int parity) const { return *elements_[index(mu, parity)]; }
    /// The elements of the links U_mu of one parity.
    PlaneTexture& of(int mu, int parity) { return *elements_[index(mu, parity)]; }

private:
    static std::size_t index(int mu, int parity) { return static_cast<std::size_t>(2 * mu + parity); }

    std::array<std::unique_ptr<PlaneTexture>, 8> elements_;
};

} // namespace gaugegl
