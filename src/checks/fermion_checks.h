// The common part of the fermion checks.
#pragma once

#include "checks/check_list.h"
#include "checks/oracle_field.h"
#include "fermion/operators/half_fields.h"
#include "fermion/operators/hop_links.h"

#include <cmath>

namespace gaugegl {

/// |deviation|_2 / |reference|_2 that a hopping term may have in this storage of links and format of fields.
double hopTolerance(const HopStorage& storage, FieldFormat fields, Precision precision);

/// The largest of several deviations; NaN if one of them is.
class Worst {
public:
    void add(double deviation)
    {
        if (!std::isnan(value_) && !(deviation <= value_)) value_ = deviation;
    }
    double value() const { return value_; }

private:
    double value_ = 0;
};

struct FermionChecks {
    Device& device;
    Lattice lattice;
    Group group;
    CheckList list;

    bool single() const { return device.precision() == Precision::Single; }
    /// Fields of 16 bits lie in textures beside those of single precision.
    bool hasSixteenBits() const { return single() && device.storage() == Storage::Texture; }
    std::vector<FieldFormat> formats() const
    {
        if (!hasSixteenBits()) return {FieldFormat::Real};
        return {FieldFormat::Real, FieldFormat::Half, FieldFormat::BlockFloat16};
    }
    /// Of the formats of 16 bits that with norms is the one that solvers have.
    template<class Body>
    void makeOf(FieldFormat format, int number, const Body& body)
    {
        format == FieldFormat::Half ? list.makeOfVariants(number, body) : list.make(number, body);
    }
    double tolerance(FieldFormat format = FieldFormat::Real) const
    {
        return hopTolerance({}, format, device.precision());
    }
    std::shared_ptr<FermionSpace> space(FermionKind kind, FieldFormat format = FieldFormat::Real) const
    {
        return FermionSpace::create(device, {lattice, group, kind, format});
    }
    void report(const std::string& name, const Worst& deviation, double allowed)
    {
        list.report(name, deviation.value(), allowed);
    }
};

/// "wilson-axpy", "staggered-axpy-normed".
inline std::string checkName(FermionKind kind, const std::string& what, FieldFormat format = FieldFormat::Real)
{
    return std::string(traits(kind).name) + "-" + what + (format == FieldFormat::Real ? "" : "-" + name(format));
}

/// The number 1 on the device.
inline DeviceReal numberOne(const FermionField& field) { return norm2(field) / norm2(field); }

/// Linear algebra, conversions and arithmetic with numbers of the device against loops on the host.
void verifyLinearAlgebra(FermionChecks& checks, FermionKind kind);
void verifyNumbers(FermionChecks& checks);
/// The hopping term of one kind of quarks and its adjoint, of both parities, with every kind of boundary, in every storage of links
/// and format of fields that the device has, against the reference; and with what is fused to it (the diagonal term, twists, the step of
/// a residual and norms) against the reference, and against the same done by separate kernels.  Deviations are
/// |deviation|_2 / |reference|_2.  Throws DeviceError when the lattice does not fit the driver's limits.
void verifyHops(FermionChecks& checks, FermionKind kind);
/// The clover term and hops with it.
void verifyClover(FermionChecks& checks);
/// Domain-wall quarks.
void verifyDomainWall(FermionChecks& checks);
/// Overlap quarks.
void verifyOverlap(FermionChecks& checks);
/// Wuppertal smearing of spinors.
void verifyWuppertal(FermionChecks& checks);

} // namespace gaugegl
