// Baryons with all epsilons, gamma matrices and Wick contractions written out, and propagators to put into them.
#pragma once

#include "core/fermion_source.h"
#include "gaugegl/fermion/measure/baryons.h"
#include "reference/dirac.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace gaugegl::baryon_test {

using Complex = std::complex<double>;
using reference::SpinMatrix;

/// factor eps_abc (x_a^T X y_b) z_c, with the letters of x, y and z.
struct InterpolatorTerm {
    double factor;
    std::string quarks;
};
using Interpolator = std::vector<InterpolatorTerm>;

/// Of quarks u, d and s.
inline Interpolator interpolatorOf(Baryon baryon)
{
    const double third = 1 / std::sqrt(3.0), sixth = 1 / std::sqrt(6.0);
    switch (baryon) {
    case Baryon::Nucleon:
        return {{1, "udu"}};
    case Baryon::Lambda:
        return {{2 * sixth, "uds"}, {sixth, "usd"}, {-sixth, "dsu"}};
    case Baryon::Sigma:
        return {{1, "usu"}};
    case Baryon::Xi:
        return {{1, "sus"}};
    case Baryon::Delta:
        return {{1, "uuu"}};
    case Baryon::SigmaStar:
        return {{2 * third, "usu"}, {third, "uus"}};
    case Baryon::XiStar:
        return {{2 * third, "sus"}, {third, "ssu"}};
    default:
        return {{1, "sss"}};
    }
}

/// eps_abc.
inline int epsilon(int a, int b, int c) { return (b - a) * (c - a) * (c - b) / 2; }

/// The propagators of quarks, by their letters.
using Quarks = std::map<char, const Propagator*>;

/// <O_g Obar_h> of one site with the vertex X at the sink and Y at the source, Obar = sum factor eps_abc zbar_c (ybar_b Y xbar_a^T): each
/// contraction of each two terms by itself, with the sign of its permutation.
inline SpinMatrix twoPointFunction(const Interpolator& terms, const SpinMatrix& x, const SpinMatrix& y,
                                   const Quarks& quarks, std::int64_t site)
{
    SpinMatrix g;
    const auto add = [&](const std::array<int, 3>& at, const std::array<int, 3>& from, const InterpolatorTerm& sink,
                         const InterpolatorTerm& source, const std::array<int, 3>& order) {
        std::array<const Propagator*, 3> s{};
        for (std::size_t q = 0; q < 3; ++q) {
            if (sink.quarks[q] != source.quarks[std::size_t(order[q])]) return;
            s[q] = quarks.at(sink.quarks[q]);
        }
        const double factor = sink.factor * source.factor * epsilon(at[0], at[1], at[2]) *
                              epsilon(from[0], from[1], from[2]) * epsilon(order[0], order[1], order[2]);
        for (int spins = 0; spins < 256; ++spins) {
            const int alpha = spins / 64, beta = spins / 16 % 4, beta2 = spins / 4 % 4, alpha2 = spins % 4;
            const Complex vertices = x(alpha, beta) * y(beta2, alpha2);
            if (vertices == 0.0) continue;
            for (int h = 0; h < 4; ++h)
                for (int k = 0; k < 4; ++k) {
                    const std::array<int, 3> left = {alpha, beta, h}, right = {alpha2, beta2, k};
                    Complex product = factor * vertices;
                    for (std::size_t q = 0; q < 3; ++q) {
                        const auto to = std::size_t(order[q]);
                        product *= (*s[q])[std::size_t(right[to] * 3 + from[to])]
                                          [std::size_t(site * 12 + left[q] * 3 + at[q])];
                    }
                    g(h, k) += product;
                }
        }
    };
    for (const InterpolatorTerm& sink : terms)
        for (const InterpolatorTerm& source : terms)
            for (int colours = 0; colours < 729; ++colours) {
                const std::array<int, 3> at = {colours / 243, colours / 81 % 3, colours / 27 % 3},
                                         from = {colours / 9 % 3, colours / 3 % 3, colours % 3};
                if (epsilon(at[0], at[1], at[2]) == 0 || epsilon(from[0], from[1], from[2]) == 0) continue;
                std::array<int, 3> order = {0, 1, 2};
                do
                    add(at, from, sink, source, order);
                while (std::next_permutation(order.begin(), order.end()));
            }
    return g;
}

/// tr (gamma_d + 1)/2 G and tr (gamma_d - 1)/2 G of one site: of the octet with C gamma_5, of the decuplet the mean over C gamma_i.
inline std::array<Complex, 2> parities(Baryon baryon, const Quarks& quarks, std::int64_t site, int direction)
{
    const SpinMatrix conjugation = reference::gamma(1) * reference::gamma(3),
                     scalar = conjugation * reference::gamma5();
    SpinMatrix g;
    if (baryon < Baryon::Delta)
        g = twoPointFunction(interpolatorOf(baryon), scalar, reference::gamma(3) * adj(scalar) * reference::gamma(3),
                             quarks, site);
    else
        for (int i = 0; i < 4; ++i)
            if (i != direction)
                g += (1.0 / 3) * twoPointFunction(interpolatorOf(baryon), conjugation * reference::gamma(i),
                                                  reference::gamma(i) * adj(conjugation), quarks, site);
    const Complex one = trace(g), along = trace(reference::gamma(direction) * g);
    return {(along + one) / 2.0, (along - one) / 2.0};
}

/// The real parts of their sums at every distance in t from t = 0.
inline std::array<std::vector<double>, 2> expectedBaryon(Baryon baryon, const Lattice& lattice, const Quarks& quarks)
{
    const std::vector<double> none(std::size_t(lattice.extent(3)));
    std::array<std::vector<double>, 2> sums = {none, none};
    for (std::int64_t site = 0; site < lattice.volume(); ++site) {
        const auto of = parities(baryon, quarks, site, 3);
        for (std::size_t parity = 0; parity < 2; ++parity)
            sums[parity][std::size_t(lattice.coordinates(site)[3])] += of[parity].real();
    }
    return sums;
}

inline Propagator randomPropagator(const Lattice& lattice, std::uint64_t seed = 0)
{
    Propagator s;
    for (std::uint64_t column = 0; column < 12; ++column)
        s.push_back(gaussianSource(lattice, FermionKind::Wilson, Group::SU3, seed + column));
    return s;
}

/// The propagator of free quarks from the origin as a sum over momenta: of M = 1 - kappa sum_mu [(1 - g_mu) e^(i p_mu) + (1 + g_mu) e^(-i
/// p_mu)] = A + i g.B the inverse is (A - i g.B) / (A^2 + B^2), A = 1 - 2 kappa sum cos p, B = 2 kappa sin p.
inline Propagator fromMomenta(const Lattice& lattice, double kappa)
{
    const double pi = std::acos(-1.0);
    std::vector<SpinMatrix> at(std::size_t(lattice.volume()));
    for (std::int64_t k = 0; k < lattice.volume(); ++k) {
        const Coordinates n = lattice.coordinates(k);
        std::array<double, 4> p{};
        double a = 1, b2 = 0;
        SpinMatrix numerator;
        for (int mu = 0; mu < 4; ++mu) {
            const double q = p[std::size_t(mu)] =
                2 * pi * (n[std::size_t(mu)] + (mu == 3 ? 0.5 : 0)) / lattice.extent(mu);
            const double b = 2 * kappa * std::sin(q);
            a -= 2 * kappa * std::cos(q);
            b2 += b * b;
            SpinMatrix term = reference::gamma(mu);
            for (Complex& number : term.e)
                number *= Complex(0, -b);
            numerator += term;
        }
        numerator += a * SpinMatrix::identity();
        for (std::int64_t site = 0; site < lattice.volume(); ++site) {
            const Coordinates x = lattice.coordinates(site);
            double phase = 0;
            for (std::size_t mu = 0; mu < 4; ++mu)
                phase += p[mu] * x[mu];
            const Complex wave = std::polar(1 / ((a * a + b2) * double(lattice.volume())), phase);
            for (std::size_t i = 0; i < 16; ++i)
                at[std::size_t(site)].e[i] += wave * numerator.e[i];
        }
    }
    Propagator s;
    for (int column = 0; column < 12; ++column) {
        FermionVector& psi = s.emplace_back(std::size_t(lattice.volume()) * 12);
        for (std::int64_t site = 0; site < lattice.volume(); ++site)
            for (int alpha = 0; alpha < 4; ++alpha)
                psi[std::size_t(site * 12 + alpha * 3 + column % 3)] = at[std::size_t(site)](alpha, column / 3);
    }
    return s;
}

} // namespace gaugegl::baryon_test
