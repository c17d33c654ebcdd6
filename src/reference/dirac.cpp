#include "reference/dirac.h"

#include "gaugegl/base/error.h"
#include "reference/every_group.h"

#include <fmt/format.h>

namespace gaugegl::reference {
namespace {

using Complex = std::complex<double>;
using namespace std::complex_literals;

/// The colour vectors of one site.
template<int N, int S>
using SiteVector = std::array<std::array<Complex, N>, S>;

/// Links, phases and weights of the steps that fermions take, in H (sign 1) or H^dagger (-1).
template<int N>
class Steps {
public:
    Steps(const GaugeField<N>& u, const BoundaryPhases& boundary, int sign)
        : u_(&u), boundary_(boundary), isospin_(sign * boundary.isospin)
    {}

    /// What comes to x from x + mu (sign +1) or x - mu (sign -1): phase, weight, link and field.
    template<int S>
    SiteVector<N, S> transported(const FermionField<N, S>& psi, const Coordinates& x, const Step& step) const
    {
        const Lattice& lattice = u_->lattice();
        const auto [mu, sign] = step;
        const Coordinates from = lattice.shifted(x, mu, sign);
        const Coordinates& start = sign > 0 ? x : from;
        const Complex forwards = boundary_.ofStep(lattice, mu, start[std::size_t(mu)]);
        const Complex phase = (sign > 0 ? forwards : std::conj(forwards)) * (mu == 3 ? std::exp(sign * isospin_) : 1.0);
        const Matrix<N> link = sign > 0 ? (*u_)(mu, x) : adj((*u_)(mu, from));
        const std::int64_t site = lattice.index(from);

        SiteVector<N, S> v{};
        for (int s = 0; s < S; ++s)
            for (int a = 0; a < N; ++a)
                for (int b = 0; b < N; ++b)
                    v[std::size_t(s)][std::size_t(a)] += phase * link(a, b) * psi(site, s, b);
        return v;
    }

private:
    const GaugeField<N>* u_;
    BoundaryPhases boundary_;
    double isospin_;
};

SpinMatrix spinMatrix(const std::array<Complex, 16>& elements)
{
    SpinMatrix m;
    m.e = elements;
    return m;
}

} // namespace

const SpinMatrix& gamma(int mu)
{
    static const std::array<SpinMatrix, 4> all = {
        spinMatrix({0, 0, 0, 1i, 0, 0, 1i, 0, 0, -1i, 0, 0, -1i, 0, 0, 0}),
        spinMatrix({0, 0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0}),
        spinMatrix({0, 0, 1i, 0, 0, 0, 0, -1i, -1i, 0, 0, 0, 0, 1i, 0, 0}),
        spinMatrix({0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0}),
    };
    return all[std::size_t(mu)];
}

const SpinMatrix& gamma5()
{
    static const SpinMatrix diagonal = spinMatrix({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1});
    return diagonal;
}

template<int N>
SpinorField<N> multiplied(const SpinMatrix& s, const SpinorField<N>& psi)
{
    SpinorField<N> result(psi.lattice());
    for (std::int64_t site = 0; site < psi.lattice().volume(); ++site)
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b)
                for (int colour = 0; colour < N; ++colour)
                    result(site, a, colour) += s(a, b) * psi(site, b, colour);
    return result;
}

int staggeredPhase(int mu, const Coordinates& x)
{
    int sum = 0;
    for (int nu = 0; nu < mu; ++nu)
        sum += x[std::size_t(nu)];
    return sum % 2 == 0 ? 1 : -1;
}

template<int N>
LinkVector linkVector(const GaugeField<N>& u)
{
    LinkVector links;
    links.reserve(std::size_t(u.lattice().volume()) * 4 * N * N);
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            links.insert(links.end(), u(mu, site).e.begin(), u(mu, site).e.end());
    return links;
}

template<int N>
GaugeField<N> gaugeField(const Lattice& lattice, const LinkVector& links)
{
    GaugeField<N> u(lattice);
    const std::int64_t expected = lattice.volume() * 4 * N * N;
    if (std::int64_t(links.size()) != expected)
        throw InputError(fmt::format("{} numbers are no SU({}) gauge field of {}, which has {}", links.size(), N,
                                     lattice.name(), expected));
    auto from = links.begin();
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu, from += N * N)
            std::copy_n(from, N * N, u(mu, site).e.begin());
    return u;
}

template<int N>
void WilsonOperator<N>::hop(Field& out, const Field& psi, int sign) const
{
    const Lattice& lattice = u_->lattice();
    const Steps<N> steps(*u_, parameters_.boundary, sign);
    const std::int64_t volume = lattice.volume();
    setZero(out);
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        const Coordinates x = lattice.coordinates(site);
        for (int mu = 0; mu < 4; ++mu) {
            for (const int step : {+1, -1}) {
                const SiteVector<N, 4> v = steps.transported(psi, x, {mu, step});
                const SpinMatrix projector = SpinMatrix::identity() - double(sign * step) * gamma(mu);
                for (int s = 0; s < 4; ++s)
                    for (int r = 0; r < 4; ++r)
                        for (int a = 0; a < N; ++a)
                            out(site, s, a) += projector(s, r) * v[std::size_t(r)][std::size_t(a)];
            }
        }
    }
}

template<int N>
void WilsonOperator<N>::apply(Field& out, const Field& psi, int sign) const
{
    hop(out, psi, sign);
    xpay(psi, -parameters_.kappa, out);
    axpy(double(sign) * parameters_.twist() * 1i, multiplied(gamma5(), psi), out);
    const double factor = parameters_.kappa * parameters_.clover;
    for (std::size_t site = 0; site < clover_.size(); ++site)
        for (int row = 0; row < 4 * N; ++row)
            for (int column = 0; column < 4 * N; ++column)
                out(std::int64_t(site), row / N, row % N) -=
                    factor * clover_[site](row, column) * psi(std::int64_t(site), column / N, column % N);
}

template<int N>
void StaggeredOperator<N>::hop(Field& out, const Field& chi, int sign) const
{
    const Lattice& lattice = u_->lattice();
    const Steps<N> steps(*u_, parameters_.boundary, sign);
    const std::int64_t volume = lattice.volume();
    setZero(out);
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        const Coordinates x = lattice.coordinates(site);
        for (int mu = 0; mu < 4; ++mu) {
            const double eta = sign * staggeredPhase(mu, x);
            const SiteVector<N, 1> up = steps.transported(chi, x, {mu, +1}), down = steps.transported(chi, x, {mu, -1});
            for (std::size_t a = 0; a < N; ++a)
                out(site, 0, int(a)) += eta * (up[0][a] - down[0][a]);
        }
    }
}

template<int N>
void StaggeredOperator<N>::apply(Field& out, const Field& chi, int sign) const
{
    Field h(u_->lattice());
    hop(h, chi, sign);
    setZero(out);
    axpy(parameters_.mass, chi, out);
    axpy(0.5, h, out);
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template SpinorField<N> multiplied(const SpinMatrix&, const SpinorField<N>&);                                      \
    template LinkVector linkVector(const GaugeField<N>&);                                                              \
    template GaugeField<N> gaugeField<N>(const Lattice&, const LinkVector&);                                           \
    template class WilsonOperator<N>;                                                                                  \
    template class StaggeredOperator<N>;
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
