// Wuppertal smearing on a device; kernels/wuppertal.glsl is its definition.
#pragma once

#include "fields/fermion_field.h"
#include "gaugegl/core/quark_smearing.h"
#include "gaugegl/fields/gauge_field.h"

#include <array>
#include <optional>

namespace gaugegl {

/// The phases are those of the boundary in space.
KernelSpec wuppertalSpec(Group group, const Lattice& lattice, Precision precision, const BoundaryPhases& boundary = {},
                         Registers registers = Registers::Many);

/// Spinors of both parities.
using Spinors = std::array<FermionField, 2>;

/// Smears spinors in the spatial links of a field.
class DeviceWuppertal {
public:
    /// The field must outlive the object.  Registers: per thread, for which kernels are chosen; those of the device unless given
    /// otherwise.
    DeviceWuppertal(const GaugeField& u, const BoundaryPhases& boundary, std::optional<Registers> registers = {});

    /// Fields with undefined contents.
    Spinors makeSpinors() const { return {FermionField(space_), FermionField(space_)}; }
    /// What host/wuppertal.h does.
    void smear(Spinors& psi, const WuppertalSteps& smearing) const;

private:
    const GaugeField* u_;
    std::shared_ptr<FermionSpace> space_;
    KernelSpec spec_;
    std::vector<double> phases_; ///< empty: there are none in space
};

} // namespace gaugegl
