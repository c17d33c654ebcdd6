// Fields on the whole lattice from and to the exchange layout.
#pragma once

#include "algebra/full.h"
#include "fermion/operators/even_odd.h"

#include <complex>
#include <span>

namespace gaugegl {

/// The field with the numbers of a vector.
template<HoppingTerm D>
FullField<typename D::Field> fullFieldOf(const D& d, const FermionDomain& space, const FermionVector& vector)
{
    auto both = halves(d, space, vector);
    return {std::move(both[0]), std::move(both[1])};
}

/// The numbers of a field.
template<class Half>
FermionVector vectorOf(const FermionDomain& space, const FullField<Half>& field)
{
    FermionVector vector(space.size());
    HalfVector half(space.size() / 2);
    for (int parity = 0; parity < 2; ++parity) {
        download(std::span(half), field[parity]);
        setHalf(space.lattice, vector, half, parity, space.components());
    }
    return vector;
}

/// out = i gamma_5 in; out is not in.
template<HoppingTerm D>
void applyIGamma5(const D& d, FullField<typename D::Field>& out, const FullField<typename D::Field>& in)
{
    for (const int parity : {0, 1})
        d.hop(out[parity], in[1 - parity], {parity, Sign::Plus, {0, 1, 0, 0}}, in[parity]);
}

/// out = gamma_5 in; out is not in.  `turned` is a temporary field.
template<HoppingTerm D>
void applyGamma5(const D& d, FullField<typename D::Field>& out, const FullField<typename D::Field>& in,
                 FullField<typename D::Field>& turned)
{
    applyIGamma5(d, turned, in);
    setZero(out);
    axpy(std::complex<double>(0, -1), turned, out);
}

} // namespace gaugegl
