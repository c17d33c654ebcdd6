#include "reference/flow.h"
#include "reference/every_group.h"

namespace gaugegl::reference {
namespace {

/// One element of the algebra for each link.
template<int N>
using Exponents = std::vector<std::array<Matrix<N>, 4>>;

/// step Z of every link.
template<int N>
Exponents<N> forces(const GaugeField<N>& u, double step, const GaugeAction& action)
{
    Exponents<N> z(std::size_t(u.lattice().volume()));
    for (std::size_t site = 0; site < z.size(); ++site)
        for (int mu = 0; mu < 4; ++mu) {
            const auto at = std::int64_t(site);
            z[site][std::size_t(mu)] = -step * algebraPart(u(mu, at) * staple(u, mu, at, action));
        }
    return z;
}

/// sum of factor * exponents.
template<int N>
Exponents<N> combined(double a, const Exponents<N>& x, double b, const Exponents<N>& y)
{
    Exponents<N> result = x;
    for (std::size_t site = 0; site < x.size(); ++site)
        for (std::size_t mu = 0; mu < 4; ++mu)
            result[site][mu] = a * x[site][mu] + b * y[site][mu];
    return result;
}

template<int N>
GaugeField<N> moved(GaugeField<N> u, const Exponents<N>& z)
{
    for (std::size_t site = 0; site < z.size(); ++site)
        for (int mu = 0; mu < 4; ++mu) {
            Matrix<N>& link = u(mu, std::int64_t(site));
            link = reunitarised(exponential(z[site][std::size_t(mu)]) * link);
        }
    return u;
}

} // namespace

template<int N>
GaugeField<N> flowStep(const GaugeField<N>& u, double step, const GaugeAction& action, GaugeField<N>* secondOrder)
{
    const Exponents<N> z0 = forces(u, step, action);
    const GaugeField<N> w1 = moved(u, combined(0.25, z0, 0, z0));
    const Exponents<N> z1 = forces(w1, step, action);
    const Exponents<N> second = combined(8.0 / 9, z1, -17.0 / 36, z0);
    const GaugeField<N> w2 = moved(w1, second);
    if (secondOrder) *secondOrder = moved(u, combined(-1, z0, 2, z1));
    return moved(w2, combined(0.75, forces(w2, step, action), -1, second));
}

template<int N>
double distance(const GaugeField<N>& u, const GaugeField<N>& v)
{
    double sum = 0;
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            for (const auto& element : (u(mu, site) - v(mu, site)).e)
                sum += std::norm(element);
    return std::sqrt(sum / double(4 * N * N * u.lattice().volume()));
}

template<int N>
void cooling(GaugeField<N>& u, const LinkSet& set, const GaugeAction& action)
{
    std::optional<Sublattices> sublattices;
    if (set.sublattice != LinkSet::everySublattice) sublattices.emplace(u.lattice());
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site) {
        const Coordinates x = u.lattice().coordinates(site);
        if (Lattice::parity(x) != set.parity || (sublattices && sublattices->of(x, set.mu) != set.sublattice)) continue;
        Matrix<N>& link = u(set.mu, site);
        Matrix<N> m = link * staple(u, set.mu, site, action);
        for (const Rows& rows : subgroups<N>) {
            const Quaternion q = quaternionPart(m, rows);
            const double k = norm(q);
            if (k < 1e-12) continue; // v is not defined; CONVENTIONS.md fixes the number
            const Quaternion inverse = adj(scaled(1 / k, q));
            multiplyRows(link, inverse, rows);
            multiplyRows(m, inverse, rows);
        }
    }
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template GaugeField<N> flowStep(const GaugeField<N>&, double, const GaugeAction&, GaugeField<N>*);                 \
    template double distance(const GaugeField<N>&, const GaugeField<N>&);                                              \
    template void cooling(GaugeField<N>&, const LinkSet&, const GaugeAction&);

GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
