// What the tests of fermions on the device share: fields of one parity on the host, and how far two of them are apart.
#pragma once

#include "gaugegl/algebra/hopping.h"
#include "gaugegl/core/fermion_source.h"
#include "gaugegl/fields/fermion_field.h"
#include "gaugegl/fields/transfer.h"
#include "gaugegl/reference/dirac.h"

namespace gaugegl::testing_support {

/// Gaussian numbers on one parity.
inline HalfVector randomHalf(const Lattice& lattice, FermionKind kind, Group group, int parity, std::uint64_t seed)
{
    return halfOf(lattice, gaussianSource(lattice, kind, group, seed), parity, fermionComponents(kind, group));
}

/// |a - b|_2 / |b|_2.
inline double deviation(const HalfVector& a, const HalfVector& b)
{
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        difference += std::norm(a[i] - b[i]);
        size += std::norm(b[i]);
    }
    return std::sqrt(difference / size);
}

inline HalfVector downloaded(const FermionField& field)
{
    const FermionSpace::Description& d = field.space().description();
    HalfVector half(std::size_t(d.lattice.halfVolume()) * std::size_t(fermionComponents(d.kind, d.group)));
    download(half, field);
    return half;
}

inline FermionField uploaded(const std::shared_ptr<FermionSpace>& space, const HalfVector& half)
{
    FermionField field(space);
    upload(field, half);
    return field;
}

/// H psi and H^dagger psi of the reference on the whole lattice.
template<int N>
std::array<FermionVector, 2> referenceHops(const reference::GaugeField<N>& u, FermionKind kind,
                                           const BoundaryPhases& boundary, const FermionVector& psi)
{
    if (kind == FermionKind::Wilson) {
        const reference::SpinorField<N> in(u.lattice(), psi);
        auto plus = zeroLike(in), minus = zeroLike(in);
        const reference::WilsonOperator<N> op(u, {.boundary = boundary});
        op.hop(plus, in);
        op.hopAdjoint(minus, in);
        return {plus.vector(), minus.vector()};
    }
    const reference::StaggeredField<N> in(u.lattice(), psi);
    auto plus = zeroLike(in), minus = zeroLike(in);
    reference::StaggeredOperator<N>(u, {.boundary = boundary}).hop(plus, in);
    axpy(-1.0, plus, minus);
    return {plus.vector(), minus.vector()};
}

/// The same for a field of either group.
inline std::array<FermionVector, 2> referenceHops(const HostGaugeField& u, FermionKind kind,
                                                  const BoundaryPhases& boundary, const FermionVector& psi)
{
    return std::visit([&](const auto& links) { return referenceHops(links, kind, boundary, psi); }, u);
}

inline HostGaugeField hotField(const Lattice& lattice, Group group, std::uint64_t seed)
{
    if (group == Group::SU2) return reference::hotStart<2>(lattice, seed, Precision::Double);
    return reference::hotStart<3>(lattice, seed, Precision::Double);
}

/// (a + i b gamma_5) chi + (c + i d gamma_5) h.
inline HalfVector combined(const HopCoefficients& f, const HalfVector& chi, const HalfVector& h, FermionKind kind,
                           Group group)
{
    HalfVector sum(h.size());
    for (std::size_t k = 0; k < h.size(); ++k) {
        const double gamma5 = kind == FermionKind::Staggered ? 0 : (k / std::size_t(colours(group))) % 4 < 2 ? 1 : -1;
        sum[k] = std::complex<double>(f.diagonal, f.diagonalTwist * gamma5) * chi[k] +
                 std::complex<double>(f.hop, f.hopTwist * gamma5) * h[k];
    }
    return sum;
}

} // namespace gaugegl::testing_support
