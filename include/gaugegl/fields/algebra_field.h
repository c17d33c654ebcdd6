// A field of traceless antihermitian matrices, one for each link: forces, momenta, the exponents of the flow.
#pragma once

#include "gaugegl/fields/gauge_field.h"

namespace gaugegl {

/// Planes of an element i h: SU(2) (0, h1, h2, h3) of h = h1 sigma_1 + h2 sigma_2 + h3 sigma_3; SU(3) two planes,
/// (h00, h11, Re h01, Im h01) and (Re h02, Im h02, Re h12, Im h12).
constexpr int algebraPlanes(Group group) { return traits(group).algebraPlanes; }

/// Eight textures, one for each direction and parity.
class AlgebraField {
public:
    /// Undefined contents.  The device must outlive the field.
    AlgebraField(Device& device, const Lattice& lattice, Group group);

    /// The elements of the links U_mu of one parity.
    const PlaneTexture& of(int mu, int parity) const { return *elements_[index(mu, parity)]; }
    /// The elements of the links U_mu of one parity.
    PlaneTexture& of(int mu, int parity) { return *elements_[index(mu, parity)]; }

    /// The device that holds the field.
    Device& device() const { return *device_; }
    /// Extents.
    const Lattice& lattice() const { return lattice_; }
    /// SU(2) or SU(3).
    Group group() const { return group_; }

    /// A texture of the shape of of(mu, parity) with undefined contents: an update writes it, then calls replace.  Made
    /// on first use and kept.
    PlaneTexture& scratch();
    /// Makes the scratch texture the elements of (mu, parity); the old ones become the scratch.
    void replace(int mu, int parity) { std::swap(elements_[index(mu, parity)], scratch_); }

private:
    static std::size_t index(int mu, int parity) { return static_cast<std::size_t>(2 * mu + parity); }

    Device* device_;
    Lattice lattice_;
    Group group_;
    std::array<std::unique_ptr<PlaneTexture>, 8> elements_;
    std::unique_ptr<PlaneTexture> scratch_;
};

/// y += x, every element.
void add(AlgebraField& y, const AlgebraField& x);
/// y = 0.
void setZero(AlgebraField& y);

} // namespace gaugegl
