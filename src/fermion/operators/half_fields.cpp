#include "fermion/operators/half_fields.h"

#include "core/fermion_source.h"
#include "reference/dirac.h"

#include <cmath>

namespace gaugegl {
namespace {

template<int N>
std::array<FermionVector, 2> wilsonHops(const reference::GaugeField<N>& u, const BoundaryPhases& boundary,
                                        const FermionVector& psi)
{
    const reference::SpinorField<N> in(u.lattice(), psi);
    auto plus = zeroLike(in), minus = zeroLike(in);
    const reference::WilsonOperator<N> op(u, {.boundary = boundary});
    op.hop(plus, in);
    op.hopAdjoint(minus, in);
    return {plus.vector(), minus.vector()};
}

template<int N>
std::array<FermionVector, 2> staggeredHops(const reference::GaugeField<N>& u, const BoundaryPhases& boundary,
                                           const FermionVector& psi)
{
    const reference::StaggeredField<N> in(u.lattice(), psi);
    auto plus = zeroLike(in), minus = zeroLike(in);
    reference::StaggeredOperator<N>(u, {.boundary = boundary}).hop(plus, in);
    axpy(-1.0, plus, minus);
    return {plus.vector(), minus.vector()};
}

} // namespace

HalfVector randomHalf(const Lattice& lattice, FermionKind kind, Group group, int parity, std::uint64_t seed)
{
    return halfOf(lattice, gaussianSource(lattice, kind, group, seed), parity, fermionComponents(kind, group));
}

double norm2(const HalfVector& a)
{
    double sum = 0;
    for (const std::complex<double>& c : a)
        sum += std::norm(c);
    return sum;
}

double deviation(const HalfVector& a, const HalfVector& b)
{
    double difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference += std::norm(a[i] - b[i]);
    return std::sqrt(difference / norm2(b));
}

HalfVector downloaded(const FermionField& field)
{
    const FermionSpace::Description& d = field.space().description();
    HalfVector half(std::size_t(d.lattice.halfVolume()) * std::size_t(fermionComponents(d.kind, d.group)));
    download(half, field);
    return half;
}

FermionField uploaded(const std::shared_ptr<FermionSpace>& space, const HalfVector& half)
{
    FermionField field(space);
    upload(field, half);
    return field;
}

HostGaugeField hotField(const Lattice& lattice, Group group, std::uint64_t seed)
{
    return withColours(
        group, [&](auto n) -> HostGaugeField { return reference::hotStart<n>(lattice, seed, Precision::Double); });
}

std::array<FermionVector, 2> referenceHops(const HostGaugeField& u, FermionKind kind, const BoundaryPhases& boundary,
                                           const FermionVector& psi)
{
    return std::visit(
        [&](const auto& links) {
            return kind == FermionKind::Wilson ? wilsonHops(links, boundary, psi) : staggeredHops(links, boundary, psi);
        },
        u);
}

HalfVector combined(const HopCoefficients& f, const HalfVector& chi, const HalfVector& h,
                    const FermionSpace::Description& field)
{
    const auto nc = std::size_t(colours(field.group));
    HalfVector sum(h.size());
    for (std::size_t k = 0; k < h.size(); ++k) {
        const double gamma5 = field.kind == FermionKind::Staggered ? 0 : (k / nc) % 4 < 2 ? 1 : -1;
        sum[k] = std::complex<double>(f.diagonal, f.diagonalTwist * gamma5) * chi[k] +
                 std::complex<double>(f.hop, f.hopTwist * gamma5) * h[k];
    }
    return sum;
}

} // namespace gaugegl
