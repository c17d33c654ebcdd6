// Real matrices in the fifth dimension on a device (core/domain_wall.h); kernels/mix_slices.glsl defines them.
#pragma once

#include "core/domain_wall.h"
#include "fields/fermion_field.h"

#include <memory>

namespace gaugegl {

/// A matrix in the slices of fields on a device.  Copies share it.
class SliceMixing {
public:
    /// Rounds to the precision of the device, which must outlive the object.
    SliceMixing(Device& device, const SliceMatrix& matrix);

    /// Rows and columns.
    int slices() const { return planes_->shape().width; }
    /// (P_+, P_-) in texel (column, row).
    const PlaneTexture& planes() const { return *planes_; }

private:
    std::shared_ptr<const PlaneTexture> planes_;
};

/// The variants of kernels/mix_slices.glsl.
struct MixKernel {
    Group group = Group::SU3;                ///< of the colours
    FieldFormat format = FieldFormat::Real;  ///< of the fields
    int slices = 1;                          ///< of a vector
    bool diagonal = false;                   ///< adds a chi
    bool terms = false;                      ///< writes the terms of |out|^2
    Registers registers = Registers::Many;   ///< few: without terms, in double precision a plane a pass
    Precision precision = Precision::Single; ///< relevant only if registers are few
    int vectors = 1;                         ///< right-hand sides, each of so many slices
};
/// The specification of the kernel.
KernelSpec mixSpec(const Lattice& lattice, const MixKernel& kernel);

/// out = M x; here and below out may be x.
void mixSlices(FermionField& out, const SliceMixing& m, const FermionField& x);
/// out = a chi + M x.
void mixSlices(FermionField& out, const SliceMixing& m, const FermionField& x, double a, const FermionField& chi);
/// out = a chi + M x; returns |out|^2 from the same pass.
DeviceReal mixSlicesNorm2(FermionField& out, const SliceMixing& m, const FermionField& x, double a,
                          const FermionField& chi);

} // namespace gaugegl
