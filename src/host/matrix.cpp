#include "host/matrix.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

namespace gaugegl::host {
namespace {

using Complex = std::complex<double>;

Complex lastCofactor(std::size_t n, std::span<const Complex> u, std::size_t c);

} // namespace

Complex determinant(std::size_t n, std::span<const Complex> u)
{
    if (n == 2) return times(u[0], u[3]) - times(u[1], u[2]);
    if (n == 3) {
        Complex sum = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
            sum += times(u[c], times(u[3 + a], u[6 + b]) - times(u[3 + b], u[6 + a]));
        }
        return sum;
    }
    Complex sum = 0;
    for (std::size_t c = 0; c < n; ++c)
        sum += times(u[(n - 1) * n + c], lastCofactor(n, u, c));
    return sum;
}

namespace {

/// The cofactor of element c of the last row.
Complex lastCofactor(std::size_t n, std::span<const Complex> u, std::size_t c)
{
    if (n == 3) {
        const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
        return times(u[a], u[3 + b]) - times(u[b], u[3 + a]);
    }
    std::vector<Complex> minor;
    minor.reserve((n - 1) * (n - 1));
    for (std::size_t i = 0; i + 1 < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (j != c) minor.push_back(u[i * n + j]);
    const Complex value = determinant(n - 1, minor);
    return (n - 1 + c) % 2 == 0 ? value : -value;
}

} // namespace

void packLink(double* reals, Group group, std::span<const Complex> u)
{
    if (traits(group).quaternions) {
        reals[0] = 0.5 * (u[0].real() + u[3].real());
        reals[1] = 0.5 * (u[1].imag() + u[2].imag());
        reals[2] = 0.5 * (u[1].real() - u[2].real());
        reals[3] = 0.5 * (u[0].imag() - u[3].imag());
        return;
    }
    const auto stored = std::size_t(storedRows(group) * colours(group));
    for (std::size_t i = 0; i < stored; ++i) {
        reals[2 * i] = u[i].real();
        reals[2 * i + 1] = u[i].imag();
    }
}

void unpackLink(std::span<Complex> u, Group group, const double* reals)
{
    if (traits(group).quaternions) {
        u[0] = {reals[0], reals[3]};
        u[1] = {reals[2], reals[1]};
    } else {
        const auto stored = std::size_t(storedRows(group) * colours(group));
        for (std::size_t i = 0; i < stored; ++i)
            u[i] = {reals[2 * i], reals[2 * i + 1]};
    }
    completeLastRow(group, u);
}

void completeLastRow(Group group, std::span<Complex> u)
{
    if (traits(group).quaternions) {
        u[2] = -std::conj(u[1]);
        u[3] = std::conj(u[0]);
        return;
    }
    const auto n = std::size_t(colours(group));
    for (std::size_t c = 0; c < n; ++c)
        u[(n - 1) * n + c] = std::conj(lastCofactor(n, u, c));
}

void project(Group group, std::span<Complex> u)
{
    const auto n = std::size_t(colours(group));
    if (traits(group).quaternions) {
        const Complex a = u[0] + std::conj(u[3]), b = u[1] - std::conj(u[2]);
        const double norm = std::sqrt(std::norm(a) + std::norm(b));
        u[0] = a / norm;
        u[1] = b / norm;
        completeLastRow(group, u);
        return;
    }
    for (std::size_t i = 0; i + 1 < n; ++i) {
        const std::span<Complex> row = u.subspan(n * i, n);
        for (std::size_t before = 0; before < i; ++before) {
            Complex overlap = 0;
            for (std::size_t j = 0; j < n; ++j)
                overlap += times(std::conj(u[n * before + j]), row[j]);
            for (std::size_t j = 0; j < n; ++j)
                row[j] -= times(overlap, u[n * before + j]);
        }
        double norm2 = 0;
        for (const Complex& component : row)
            norm2 += std::norm(component);
        for (Complex& component : row)
            component /= std::sqrt(norm2);
    }
    completeLastRow(group, u);
}

double unitarityDefect(Group group, std::span<const Complex> u)
{
    const auto n = static_cast<std::size_t>(colours(group));
    assert(u.size() == n * n);
    double largest = std::norm(determinant(n, u) - 1.0);
    double everything = largest; // not finite as soon as one element is not
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i; j < n; ++j) {
            Complex sum = i == j ? -1.0 : 0.0;
            for (std::size_t k = 0; k < n; ++k)
                sum += times(u[i * n + k], std::conj(u[j * n + k]));
            largest = std::max(largest, std::norm(sum));
            everything += std::norm(sum);
        }
    return std::isfinite(everything) ? std::sqrt(largest) : std::numeric_limits<double>::infinity();
}

// A normalised Gaussian vector has a direction of uniform density, so the rows of the result have one.
void drawElement(Group group, std::span<Complex> u, const SiteDraws& draws)
{
    if (traits(group).quaternions)
        unpackLink(u, group, gaussians(draws(0)).data());
    else
        for (std::uint32_t block = 0; 2 * block < std::uint32_t(storedRows(group) * colours(group)); ++block) {
            const std::array<double, 4> g = gaussians(draws(block));
            u[2 * block] = {g[0], g[1]};
            u[2 * block + 1] = {g[2], g[3]};
        }
    project(group, u);
}

} // namespace gaugegl::host
