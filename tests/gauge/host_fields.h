// What the gauge tests share: the lattice whose programs they share with the verification, fields of the oracle of a group
// chosen at run time, Abelian links, and what a test may say of two fields.
#pragma once

#include "checks/oracle_field.h"

#include <algorithm>
#include <cmath>

namespace gaugegl::testing_support {

/// Unequal extents, because equal ones hide swapped directions.
inline const Lattice lattice({4, 6, 8, 10});

/// make.operator()<N>() for the N of the group, as a field of the oracle.
template<class Make>
OracleField fieldOf(Group group, const Make& make)
{
    if (group == Group::SU2) return make.template operator()<2>();
    return make.template operator()<3>();
}

inline OracleField hostHotStart(Group group, std::uint64_t seed)
{
    return fieldOf(group, [seed]<int N>() { return reference::hotStart<N>(lattice, seed, Precision::Double); });
}

/// The charges of the Abelian subgroup exp(i theta diag(charges)): (1, -1) and (1, 2, -3).
inline std::vector<double> charges(Group group)
{
    if (group == Group::SU2) return {1, -1};
    return {1, 2, -3};
}

template<int N>
reference::Matrix<N> abelian(double theta)
{
    const std::vector<double> q = charges(N == 2 ? Group::SU2 : Group::SU3);
    reference::Matrix<N> m;
    for (int i = 0; i < N; ++i)
        m(i, i) = std::polar(1.0, q[std::size_t(i)] * theta);
    return m;
}

/// (1/N) tr exp(i theta diag(charges)).
inline std::complex<double> abelianTrace(Group group, double theta)
{
    std::complex<double> sum = 0;
    for (const double charge : charges(group))
        sum += std::polar(1.0, charge * theta) / double(colours(group));
    return sum;
}

/// The Abelian field with the phases theta(x, mu).
template<class Theta>
OracleField abelianField(Group group, const Theta& theta)
{
    return fieldOf(group, [&]<int N>() {
        reference::GaugeField<N> u(lattice);
        for (std::int64_t site = 0; site < lattice.volume(); ++site)
            for (int mu = 0; mu < 4; ++mu)
                u(mu, site) = abelian<N>(theta(lattice.coordinates(site), mu));
        return u;
    });
}

inline GaugeField onDevice(Device& device, const OracleField& host)
{
    GaugeField field(device, latticeOf(host), groupOf(host));
    upload(field, host);
    return field;
}

/// The links (mu, parity) as they are stored, in single or double precision.
inline std::vector<double> stored(const GaugeField& u, int mu, int parity) { return u.links(mu, parity).download(); }

/// How many links (mu, parity) of two fields differ in a bit of what is stored.
inline std::int64_t differingLinks(const std::vector<double>& a, const std::vector<double>& b)
{
    const auto texels = std::size_t(lattice.halfVolume());
    std::int64_t count = 0;
    for (std::size_t texel = 0; texel < texels; ++texel) {
        bool same = true;
        for (std::size_t first = 4 * texel; first < a.size(); first += 4 * texels)
            same = same && std::equal(a.begin() + std::ptrdiff_t(first), a.begin() + std::ptrdiff_t(first + 4),
                                      b.begin() + std::ptrdiff_t(first));
        if (!same) ++count;
    }
    return count;
}

/// The same over the whole field.
inline std::int64_t differingLinks(const GaugeField& a, const GaugeField& b)
{
    std::int64_t count = 0;
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            count += differingLinks(stored(a, mu, parity), stored(b, mu, parity));
    return count;
}

/// Whether any bit of a link differs.
inline bool differs(const OracleField& a, const OracleField& b, int mu, std::int64_t site)
{
    return std::visit([&](const auto& u) { return !(u(mu, site) == std::get<std::decay_t<decltype(u)>>(b)(mu, site)); },
                      a);
}

/// The largest difference of an element of a link; NaN if any is.
inline double largestDifference(const OracleField& a, const OracleField& b)
{
    return std::visit(
        [&b](const auto& u) {
            const auto& v = std::get<std::decay_t<decltype(u)>>(b);
            double worst = 0;
            for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
                for (int mu = 0; mu < 4; ++mu)
                    worst = reference::larger(worst, reference::largestDifference(u(mu, site), v(mu, site)));
            return worst;
        },
        a);
}

inline double largestDifference(const HostGaugeField& a, const HostGaugeField& b)
{
    return largestDifference(oracleField(a), oracleField(b));
}

} // namespace gaugegl::testing_support
