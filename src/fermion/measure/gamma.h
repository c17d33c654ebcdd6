// Products of gamma matrices, of which each row has one element that is not 0.
#pragma once

#include <array>
#include <complex>
#include <string>
#include <utility>
#include <vector>

namespace gaugegl {

/// A matrix of spins with one element in each row and column.
struct Monomial {
    std::array<int, 4> column{};                 ///< of each row
    std::array<std::complex<double>, 4> value{}; ///< the element there
};

/// The product.
inline Monomial operator*(const Monomial& a, const Monomial& b)
{
    Monomial c;
    for (std::size_t row = 0; row < 4; ++row) {
        const auto inner = std::size_t(a.column[row]);
        c.column[row] = b.column[inner];
        c.value[row] = a.value[row] * b.value[inner];
    }
    return c;
}

/// A factor times a matrix.
inline Monomial operator*(const std::complex<double>& factor, Monomial a)
{
    for (std::complex<double>& value : a.value)
        value *= factor;
    return a;
}

/// The Hermitian adjoint.
inline Monomial adjoint(const Monomial& a)
{
    Monomial b;
    for (std::size_t row = 0; row < 4; ++row) {
        b.column[std::size_t(a.column[row])] = int(row);
        b.value[std::size_t(a.column[row])] = std::conj(a.value[row]);
    }
    return b;
}

/// 1.
constexpr Monomial unitSpin = {{0, 1, 2, 3}, {1, 1, 1, 1}};
/// In the DeGrand-Rossi basis: CONVENTIONS.md, "Fermions".
constexpr std::array<Monomial, 4> gammas = {{{{3, 2, 1, 0}, {{{0, 1}, {0, 1}, {0, -1}, {0, -1}}}},
                                             {{3, 2, 1, 0}, {{-1, 1, 1, -1}}},
                                             {{2, 3, 0, 1}, {{{0, 1}, {0, -1}, {0, -1}, {0, 1}}}},
                                             {{2, 3, 0, 1}, {{1, 1, 1, 1}}}}};
/// gamma_0 gamma_1 gamma_2 gamma_3.
constexpr Monomial gamma5 = {{0, 1, 2, 3}, {1, 1, -1, -1}};

/// The sixteen of a meson under their names, those of everyMesonName().
std::vector<std::pair<std::string, Monomial>> everyGamma();

} // namespace gaugegl
