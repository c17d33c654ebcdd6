#include "reference/fermion_field.h"

#include "gaugegl/base/error.h"
#include "reference/every_group.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::reference {

template<int N, int S>
FermionField<N, S>::FermionField(const Lattice& lattice)
    : lattice_(lattice), values_(std::size_t(lattice.volume()) * N * S)
{}

template<int N, int S>
FermionField<N, S>::FermionField(const Lattice& lattice, FermionVector values)
    : lattice_(lattice), values_(std::move(values))
{
    const std::int64_t expected = lattice.volume() * N * S;
    if (std::int64_t(values_.size()) != expected)
        throw InputError(fmt::format("fermion field has {} components; {} sites with {} spins and {} colours have {}",
                                     values_.size(), lattice.name(), S, N, expected));
}

template<int N, int S>
FermionField<N, S> zeroLike(const FermionField<N, S>& x)
{
    return FermionField<N, S>(x.lattice());
}

template<int N, int S>
void setZero(FermionField<N, S>& y)
{
    std::fill(y.vector().begin(), y.vector().end(), 0.0);
}

template<int N, int S>
void axpy(const std::complex<double>& a, const FermionField<N, S>& x, FermionField<N, S>& y)
{
    for (std::size_t k = 0; k < y.vector().size(); ++k)
        y.vector()[k] += a * x.vector()[k];
}

template<int N, int S>
void axpy(double a, const FermionField<N, S>& x, FermionField<N, S>& y)
{
    axpy(std::complex<double>(a), x, y);
}

template<int N, int S>
void xpay(const FermionField<N, S>& x, double a, FermionField<N, S>& y)
{
    for (std::size_t k = 0; k < y.vector().size(); ++k)
        y.vector()[k] = x.vector()[k] + a * y.vector()[k];
}

template<int N, int S>
double axpyNorm2(double a, const FermionField<N, S>& x, FermionField<N, S>& y)
{
    axpy(a, x, y);
    return norm2(y);
}

template<int N, int S>
void updateSolutionAndDirection(FermionField<N, S>& y, FermionField<N, S>& p, const FermionField<N, S>& r, double alpha,
                                double beta)
{
    axpy(alpha, p, y);
    xpay(r, beta, p);
}

template<int N, int S>
double norm2(const FermionField<N, S>& x)
{
    double sum = 0;
    for (const std::complex<double>& component : x.vector())
        sum += std::norm(component);
    return sum;
}

template<int N, int S>
std::complex<double> dot(const FermionField<N, S>& x, const FermionField<N, S>& y)
{
    std::complex<double> sum = 0;
    for (std::size_t k = 0; k < x.vector().size(); ++k)
        sum += std::conj(x.vector()[k]) * y.vector()[k];
    return sum;
}

#define GAUGEGL_INSTANTIATE(N, S)                                                                                      \
    template class FermionField<N, S>;                                                                                 \
    template FermionField<N, S> zeroLike(const FermionField<N, S>&);                                                   \
    template void setZero(FermionField<N, S>&);                                                                        \
    template void axpy(const std::complex<double>&, const FermionField<N, S>&, FermionField<N, S>&);                   \
    template void axpy(double, const FermionField<N, S>&, FermionField<N, S>&);                                        \
    template void xpay(const FermionField<N, S>&, double, FermionField<N, S>&);                                        \
    template double axpyNorm2(double, const FermionField<N, S>&, FermionField<N, S>&);                                 \
    template void updateSolutionAndDirection(FermionField<N, S>&, FermionField<N, S>&, const FermionField<N, S>&,      \
                                             double, double);                                                          \
    template double norm2(const FermionField<N, S>&);                                                                  \
    template std::complex<double> dot(const FermionField<N, S>&, const FermionField<N, S>&);
#define GAUGEGL_INSTANTIATE_BOTH(N) GAUGEGL_INSTANTIATE(N, 1) GAUGEGL_INSTANTIATE(N, 4)
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE_BOTH)
#undef GAUGEGL_INSTANTIATE_BOTH
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
