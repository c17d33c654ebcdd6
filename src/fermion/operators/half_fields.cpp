#include "fermion/operators/half_fields.h"

#include "core/fermion_source.h"

#include <cmath>

namespace gaugegl {
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
    HalfVector half(std::size_t(d.lattice.halfVolume()) * std::size_t(d.components()));
    download(half, field);
    return half;
}

FermionField uploaded(const std::shared_ptr<FermionSpace>& space, const HalfVector& half)
{
    FermionField field(space);
    upload(field, half);
    return field;
}

HalfVector combined(const HopCoefficients& f, const HalfVector& chi, const HalfVector& h,
                    const FermionSpace::Description& field)
{
    const auto nc = std::size_t(colours(field.group));
    HalfVector sum(h.size());
    for (std::size_t k = 0; k < h.size(); ++k) {
        const double gamma5 = !hasSpin(field.kind) ? 0 : (k / nc) % 4 < 2 ? 1 : -1;
        sum[k] = std::complex<double>(f.diagonal, f.diagonalTwist * gamma5) * chi[k] +
                 std::complex<double>(f.hop, f.hopTwist * gamma5) * h[k];
    }
    return sum;
}

} // namespace gaugegl
