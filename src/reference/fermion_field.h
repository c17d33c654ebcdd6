// A fermion field in double precision, psi(x)_(spin, colour), with the operations of a vector space that solvers use.
#pragma once

#include "gaugegl/core/fermion.h"

#include <complex>

namespace gaugegl::reference {

/// S x N complex numbers per site of a whole lattice: S = 4 spins, or 1.  A value: a copy is a copy of every number.
template<int N, int S>
class FermionField {
public:
    /// 0 everywhere.
    explicit FermionField(const Lattice& lattice);
    /// From what all sides exchange (core/fermion.h).  Throws InputError where the number of components is wrong.
    FermionField(const Lattice& lattice, FermionVector values);

    /// Extents.
    const Lattice& lattice() const { return lattice_; }
    /// [(site * S + spin) * N + colour].
    const FermionVector& vector() const { return values_; }
    /// vector() to be written.
    FermionVector& vector() { return values_; }

    /// psi(x)_(spin, colour); sites are numbered x fastest, t slowest.
    std::complex<double>& operator()(std::int64_t site, int spin, int colour)
    {
        return values_[std::size_t((site * S + spin) * N + colour)];
    }
    /// Of the site with that number.
    const std::complex<double>& operator()(std::int64_t site, int spin, int colour) const
    {
        return values_[std::size_t((site * S + spin) * N + colour)];
    }

private:
    Lattice lattice_;
    FermionVector values_;
};

/// Wilson and twisted mass.
template<int N>
using SpinorField = FermionField<N, 4>;
/// Staggered.
template<int N>
using StaggeredField = FermionField<N, 1>;

/// 0 on the same lattice.
template<int N, int S>
FermionField<N, S> zeroLike(const FermionField<N, S>& x);
/// y = 0.
template<int N, int S>
void setZero(FermionField<N, S>& y);
/// y += a x.  Here and below x may be y.
template<int N, int S>
void axpy(const std::complex<double>& a, const FermionField<N, S>& x, FermionField<N, S>& y);
/// y += a x.
template<int N, int S>
void axpy(double a, const FermionField<N, S>& x, FermionField<N, S>& y);
/// y = x + a y.
template<int N, int S>
void xpay(const FermionField<N, S>& x, double a, FermionField<N, S>& y);
/// y += a x; |y|^2.
template<int N, int S>
double axpyNorm2(double a, const FermionField<N, S>& x, FermionField<N, S>& y);
/// y += alpha p; p = r + beta p.
template<int N, int S>
void updateSolutionAndDirection(FermionField<N, S>& y, FermionField<N, S>& p, const FermionField<N, S>& r, double alpha,
                                double beta);
/// sum |x|^2.
template<int N, int S>
double norm2(const FermionField<N, S>& x);
/// sum conj(x) y.
template<int N, int S>
std::complex<double> dot(const FermionField<N, S>& x, const FermionField<N, S>& y);

} // namespace gaugegl::reference
