// Momenta of the device in the representation of the oracle (reference/).
#pragma once

#include "checks/oracle_field.h"
#include "gaugegl/fields/algebra_field.h"
#include "reference/hmc.h"

namespace gaugegl {

/// h of the stored numbers, CONVENTIONS.md, "Elements of the algebra".
template<int N>
reference::Matrix<N> hermitianOf(const double* stored)
{
    reference::Matrix<N> h;
    if constexpr (N == 2) {
        h(0, 0) = stored[3];
        h(0, 1) = {stored[1], -stored[2]};
        h(1, 0) = {stored[1], stored[2]};
        h(1, 1) = -stored[3];
    } else {
        h(0, 0) = stored[0];
        h(1, 1) = stored[1];
        h(2, 2) = -stored[0] - stored[1];
        h(0, 1) = {stored[2], stored[3]};
        h(0, 2) = {stored[4], stored[5]};
        h(1, 2) = {stored[6], stored[7]};
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < i; ++j)
                h(i, j) = std::conj(h(j, i));
    }
    return h;
}

/// All of them; planes lie one after the other, four numbers for each texel.
template<int N>
reference::Momenta<N> oracleMomenta(const AlgebraField& p)
{
    const Lattice& extents = p.lattice();
    reference::Momenta<N> result(std::size_t(extents.volume()));
    const auto planes = std::size_t(algebraPlanes(p.group()));
    for (int parity = 0; parity < 2; ++parity)
        for (int mu = 0; mu < 4; ++mu) {
            const std::vector<double> numbers = p.of(mu, parity).download();
            const std::size_t texels = numbers.size() / (4 * planes);
            for (std::size_t texel = 0; texel < texels; ++texel) {
                std::array<double, 8> stored{};
                for (std::size_t plane = 0; plane < planes; ++plane)
                    for (std::size_t k = 0; k < 4; ++k)
                        stored[4 * plane + k] = numbers[4 * (plane * texels + texel) + k];
                reference::Matrix<N> h = hermitianOf<N>(stored.data());
                for (auto& element : h.e)
                    element *= std::complex<double>(0, 1);
                result[std::size_t(siteOfTexel(extents, parity, texel))][std::size_t(mu)] = h;
            }
        }
    return result;
}

/// The root of the mean squared difference of elements.
template<int N>
double apart(const reference::Momenta<N>& p, const reference::Momenta<N>& q)
{
    double sum = 0;
    for (std::size_t site = 0; site < p.size(); ++site)
        for (std::size_t mu = 0; mu < 4; ++mu)
            for (const auto& element : (p[site][mu] - q[site][mu]).e)
                sum += std::norm(element);
    return std::sqrt(sum / double(4 * N * N * p.size()));
}

} // namespace gaugegl
