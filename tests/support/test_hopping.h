// The hopping terms of algebra/hopping.h for tests, written as sparse matrices straight from the formulas of
// CONVENTIONS.md and for nothing but small lattices.
#pragma once

#include "algebra/hopping.h"
#include "gaugegl/core/fermion.h"
#include "support/test_field.h"

#include <array>

namespace gaugegl::testing_support {

using Complex = std::complex<double>;

/// Links near 1: rows of 1 + roughness * noise, made orthonormal; rough for large numbers.  Not of determinant 1, which
/// no law of the operators needs.
inline LinkVector testLinks(const Lattice& lattice, int colours, double roughness)
{
    const auto n = std::size_t(colours);
    LinkVector links = randomField(std::size_t(lattice.volume()) * 4 * n * n, 99).v;
    for (std::size_t link = 0; link < links.size(); link += n * n)
        for (std::size_t i = 0; i < n; ++i) {
            const auto row = [&](std::size_t k) { return &links[link + k * n]; };
            for (std::size_t j = 0; j < n; ++j)
                row(i)[j] = roughness * row(i)[j] + double(i == j);
            for (std::size_t k = 0; k < i; ++k) {
                Complex along = 0;
                for (std::size_t j = 0; j < n; ++j)
                    along += std::conj(row(k)[j]) * row(i)[j];
                for (std::size_t j = 0; j < n; ++j)
                    row(i)[j] -= along * row(k)[j];
            }
            double norm = 0;
            for (std::size_t j = 0; j < n; ++j)
                norm += std::norm(row(i)[j]);
            for (std::size_t j = 0; j < n; ++j)
                row(i)[j] /= std::sqrt(norm);
        }
    return links;
}

/// gamma_0 to gamma_3, by rows.
inline const std::array<std::array<Complex, 16>, 4>& gammas()
{
    constexpr Complex i{0, 1};
    static const std::array<std::array<Complex, 16>, 4> g = {{{0, 0, 0, i, 0, 0, i, 0, 0, -i, 0, 0, -i, 0, 0, 0},
                                                              {0, 0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0},
                                                              {0, 0, i, 0, 0, 0, 0, -i, -i, 0, 0, 0, 0, i, 0, 0},
                                                              {0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0}}};
    return g;
}

/// What a hopping term is made from.
struct TestLattice {
    Lattice lattice;
    int colours = 3;
    FermionKind kind = FermionKind::Wilson;
    BoundaryPhases boundary = {};
    double roughness = 0.3;
};

/// H as a sparse matrix for each parity.
template<class Field_>
class TestHopping {
public:
    using Field = Field_;

    explicit TestHopping(const TestLattice& t)
        : spins_(std::size_t(spins(t.kind))), colours_(std::size_t(t.colours)),
          size_(std::size_t(t.lattice.halfVolume()) * spins_ * colours_)
    {
        const LinkVector links = testLinks(t.lattice, t.colours, t.roughness);
        std::vector<std::size_t> half(std::size_t(t.lattice.volume()));
        for (int parity = 0; parity < 2; ++parity)
            for (std::int64_t h = 0; h < t.lattice.halfVolume(); ++h)
                half[std::size_t(siteOfHalf(t.lattice, parity, h))] = std::size_t(h);
        for (int parity = 0; parity < 2; ++parity) {
            rows_[std::size_t(parity)].resize(size_);
            for (std::int64_t h = 0; h < t.lattice.halfVolume(); ++h)
                for (int mu = 0; mu < 4; ++mu)
                    addNeighbours(t, links, half, {siteOfHalf(t.lattice, parity, h), mu, parity});
        }
    }

    Field makeField(int /*parity*/) const { return Field(size_); }
    std::size_t size() const { return size_; } ///< complex numbers of a field

    void hop(Field& out, const Field& in, const Hop& h) const
    {
        out.assign([&](std::size_t i) { return hopped(i, in, h); });
    }
    void hop(Field& out, const Field& in, const Hop& h, const Field& chi) const
    {
        out.assign([&](std::size_t i) { return hopped(i, in, h) + local(i, chi, h); });
    }
    template<class... Chi>
    double hopNorm2(Field& out, const Field& in, const Hop& h, const Chi&... chi) const
    {
        hop(out, in, h, chi...);
        return norm2(out);
    }
    std::pair<double, double> hopNorms(Field& out, const Field& in, const Hop& h) const
    {
        hop(out, in, h);
        return {norm2(out), norm2(in)};
    }
    template<class... Chi>
    double hopAndUpdateResidual(Field& out, double alpha, const Field& in, const Hop& h, const Chi&... chi) const
    {
        const auto factor = typename Scalar::value_type(alpha);
        out.assign([&](std::size_t i) { return out.v[i] - factor * (hopped(i, in, h) + ... + local(i, chi, h)); });
        return norm2(out);
    }

private:
    using Scalar = typename Field::Scalar;
    struct Entry {
        std::size_t column;
        Scalar value;
    };
    struct From {
        std::int64_t site;
        int mu, parity;
    };

    void addNeighbours(const TestLattice& t, const LinkVector& links, const std::vector<std::size_t>& half, From from)
    {
        const std::size_t n = colours_;
        const Coordinates x = t.lattice.coordinates(from.site);
        const auto neighbour = [&](int step) {
            Coordinates y = x;
            auto& c = y[std::size_t(from.mu)];
            c = (c + step + t.lattice.extent(from.mu)) % t.lattice.extent(from.mu);
            return y;
        };
        for (const int step : {1, -1}) {
            const Coordinates y = neighbour(step);
            const std::int64_t to = t.lattice.index(y);
            const Complex* const u = &links[std::size_t((step > 0 ? from.site : to) * 4 + from.mu) * n * n];
            const Complex phase = t.boundary.ofStep(t.lattice, from.mu, (step > 0 ? x : y)[std::size_t(from.mu)]);
            for (std::size_t a = 0; a < n; ++a)
                for (std::size_t b = 0; b < n; ++b) {
                    const Complex w = step > 0 ? phase * u[a * n + b] : std::conj(phase * u[b * n + a]);
                    for (std::size_t s = 0; s < spins_; ++s)
                        for (std::size_t r = 0; r < spins_; ++r) {
                            const Complex z = w * spinFactor(t, x, from.mu, {step, int(s), int(r)});
                            if (z == 0.0) continue;
                            rows_[std::size_t(from.parity)][(half[std::size_t(from.site)] * spins_ + s) * n + a]
                                .push_back({(half[std::size_t(to)] * spins_ + r) * n + b, Scalar(z)});
                        }
                }
        }
    }
    struct SpinElement {
        int step, row, column;
    };
    // (1 -+ gamma_mu), or +- eta_mu.
    static Complex spinFactor(const TestLattice& t, const Coordinates& x, int mu, const SpinElement& e)
    {
        if (t.kind == FermionKind::Wilson)
            return double(e.row == e.column) -
                   double(e.step) * gammas()[std::size_t(mu)][std::size_t(4 * e.row + e.column)];
        int sum = 0;
        for (int nu = 0; nu < mu; ++nu)
            sum += x[std::size_t(nu)];
        return double(e.step) * (sum % 2 == 0 ? 1.0 : -1.0);
    }
    bool upper(std::size_t i) const { return spins_ == 1 || i / colours_ % spins_ < 2; }
    static Scalar turned(double a, double b, bool upper) { return Scalar(Complex(a, upper ? b : -b)); }

    // (c + i d gamma_5) H psi at one component; H^dagger = gamma_5 H gamma_5, or -H.
    Scalar hopped(std::size_t i, const Field& in, const Hop& h) const
    {
        Scalar sum = 0;
        const bool adjoint = h.sign == Sign::Minus;
        for (const Entry& e : rows_[std::size_t(h.parity)][i]) {
            const bool minus = adjoint && (spins_ == 1 || upper(e.column) != upper(i));
            sum += (minus ? -e.value : e.value) * in.v[e.column];
        }
        return turned(h.factors.hop, h.factors.hopTwist, upper(i)) * sum;
    }
    Scalar local(std::size_t i, const Field& chi, const Hop& h) const
    {
        return turned(h.factors.diagonal, h.factors.diagonalTwist, upper(i)) * chi.v[i];
    }

    std::size_t spins_, colours_, size_;
    std::array<std::vector<std::vector<Entry>>, 2> rows_; // by parity of the result and component
};

} // namespace gaugegl::testing_support
