// The clover term of Wilson and twisted-mass quarks on a device: the Hermitian blocks of the diagonal and their inverses
// (algebra/hopping.h; CONVENTIONS.md, "Fermions").
#pragma once

#include "gaugegl/core/fermion.h"
#include "gaugegl/fields/gauge_field.h"

#include <array>
#include <memory>
#include <optional>

namespace gaugegl {

/// The blocks of one quark in the links of a field.
class CloverField {
public:
    /// The field must outlive the object.  Throws DeviceError if it does not fit the memory.  Registers: per thread, for which
    /// kernels are chosen; those of the device unless told otherwise.
    CloverField(const GaugeField& u, const WilsonParameters& quark, std::optional<Registers> registers = {});

    /// Computes the blocks again; call it when the links have changed.
    void update();
    /// A copy in 16 bits, of the blocks as they are now.
    std::shared_ptr<const CloverField> inShort() const;

    /// t of R = B + i t gamma_5.
    double twist() const { return quark_.twist(); }
    /// The numbers of the quark.
    const WilsonParameters& quark() const { return quark_; }
    /// How the blocks are stored.
    FieldFormat format() const { return blocks_[0]->format(); }
    /// B at the sites of a parity.
    const PlaneTexture& blocks(int parity) const { return *blocks_[std::size_t(parity)]; }
    /// C = B^-1, or with a twist (B^2 + t^2)^-1.
    const PlaneTexture& inverses(int parity) const { return *inverses_[std::size_t(parity)]; }
    /// log |det R| over the sites of a parity of the whole lattice; waits for the device; not of a copy in 16 bits.
    double logDeterminant(int parity) const;

private:
    CloverField(const CloverField& from, FieldFormat format);

    const GaugeField* u_;
    WilsonParameters quark_;
    Registers registers_;
    using Halves = std::array<std::unique_ptr<PlaneTexture>, 2>; ///< by parity
    Halves blocks_, inverses_;
    Halves logarithms_; ///< of the determinants; none in 16 bits
};

} // namespace gaugegl
