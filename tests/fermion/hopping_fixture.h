// The hopping terms on the device beside the reference.
#pragma once

#include "checks/oracle_field.h"
#include "fermion/device_fermions.h"
#include "fermion/operators/hopping.h"
#include "support/device_fixture.h"

namespace gaugegl::testing_support {

inline constexpr FermionKind hoppingKinds[] = {FermionKind::Wilson, FermionKind::Staggered};

class Hopping : public DeviceTest {
protected:
    Lattice lattice_ = Lattice({4, 6, 8, 10});
    OracleField links_ = hotField(lattice_, group(), 7);

    GaugeField gauge(const OracleField& links) const
    {
        GaugeField u(device(), latticeOf(links), group());
        upload(u, links);
        return u;
    }
    bool inBuffers() const { return device().storage() == Storage::Buffer; }
    /// A software driver compiles these for tens of seconds.
    bool takesLong() const { return group() == Group::SU3 && precision() == Precision::Double; }
    /// Whether a software driver must give the bits of the default: another work group alone changes no operation.  Other drivers may
    /// contract operations otherwise in each program.
    bool sameArithmetic(const HopVariant& variant) const
    {
        return device().context().capabilities().software && variant.registers == HopRegisters::Many &&
               variant.group.threads == 1;
    }
    /// Of |deviation|_2 / |reference|_2, where fields and links are as precise as the device.
    double tolerance() const { return precision() == Precision::Single ? 1e-6 : 1e-14; }

    void compare(const DeviceHopping& op, FermionKind kind, const BoundaryPhases& boundary, double allowed,
                 std::initializer_list<Sign> signs = {Sign::Plus, Sign::Minus})
    {
        const FermionVector psi = gaussianSource(lattice_, kind, group(), 3);
        const auto expected = oracleHops(links_, kind, boundary, psi);
        const int components = fermionComponents(kind, group());
        for (int parity = 0; parity < 2; ++parity) {
            const FermionField in = uploaded(op.space(), halfOf(lattice_, psi, 1 - parity, components));
            for (const Sign sign : signs) {
                FermionField out = op.makeField(parity);
                op.hop(out, in, {.parity = parity, .sign = sign});
                EXPECT_LT(gaugegl::deviation(downloaded(out),
                                             halfOf(lattice_, expected[std::size_t(sign)], parity, components)),
                          allowed)
                    << (kind == FermionKind::Wilson ? "Wilson" : "staggered") << " parity " << parity << " sign "
                    << int(sign) << " links " << name(op.links().storage());
            }
        }
    }
};

/// Fields in buffers in single precision alone: in double precision software drivers compile such programs for minutes,
/// and how buffers hold doubles is tested with gauge fields.
inline std::vector<Variant> hoppingVariants()
{
    std::vector<Variant> all = allStorages();
    std::erase_if(all,
                  [](const Variant& v) { return v.storage == Storage::Buffer && v.precision == Precision::Double; });
    return all;
}

} // namespace gaugegl::testing_support
