#include "host/link_field.h"

#include "dispatch.h"
#include "host/element_field.h"

#include "gaugegl/base/error.h"

#include <fmt/format.h>

namespace gaugegl::host {
namespace {

/// f(parity, place, site) for all sites.
template<class F>
void forPlaces(const BlockLayout& layout, const F& f)
{
    for (const int parity : {0, 1}) {
        const std::span<const std::int64_t> sites = layout.halfSites(parity);
        forPieces(std::int64_t(sites.size()), 256, [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t place = first; place < last; ++place)
                f(parity, place, siteOfHalf(layout.lattice(), parity, sites[std::size_t(place)]));
        });
    }
}

/// f(mu, parity, place, number of the link's first element in a LinkVector) for all links.
template<class F>
void forLinks(const BlockLayout& layout, Group group, const F& f)
{
    const std::int64_t elements = std::int64_t(colours(group)) * colours(group);
    forPlaces(layout, [&](int parity, std::int64_t place, std::int64_t site) {
        for (int mu = 0; mu < 4; ++mu)
            f(mu, parity, place, std::size_t((site * 4 + mu) * elements));
    });
}

template<class T>
NumbersOfSites<T> matricesOf(const std::shared_ptr<const BlockLayout>& layout, Group group)
{
    return {layout, elementNumbers(colours(group))};
}

std::vector<std::complex<double>> unitElement(Group group)
{
    const int n = colours(group);
    std::vector<std::complex<double>> one(std::size_t(n * n));
    for (int i = 0; i < n; ++i)
        one[std::size_t(i * (n + 1))] = 1;
    return one;
}

} // namespace

template<class T>
LinksOf<T>::LinksOf(const std::shared_ptr<const BlockLayout>& layout, Group group)
    : group_(group), u_{matricesOf<T>(layout, group), matricesOf<T>(layout, group), matricesOf<T>(layout, group),
                        matricesOf<T>(layout, group)}
{
    const std::vector<std::complex<double>> one = unitElement(group);
    for (Matrices& direction : u_)
        for (const int parity : {0, 1})
            for (std::int64_t place = 0; place < layout->lattice().halfVolume(); ++place)
                packElement(direction.change(parity) + direction.at(place, 0), one.data(), direction.lanes(), group);
}

template<class T>
LinksOf<T>::LinksOf(const std::shared_ptr<const BlockLayout>& layout, Group group,
                    std::span<const std::complex<double>> links)
    : group_(group), u_{matricesOf<T>(layout, group), matricesOf<T>(layout, group), matricesOf<T>(layout, group),
                        matricesOf<T>(layout, group)}
{
    assign(links);
}

template<class T>
void LinksOf<T>::assign(std::span<const std::complex<double>> links)
{
    const BlockLayout& l = *layout();
    const std::int64_t expected = l.lattice().volume() * 4 * colours(group_) * colours(group_);
    if (std::int64_t(links.size()) != expected)
        throw InputError(fmt::format("{} complex numbers are no {} gauge field of {}, which has {}", links.size(),
                                     name(group_), l.lattice().name(), expected));
    std::array<std::array<T*, 2>, 4> to;
    for (std::size_t mu = 0; mu < 4; ++mu)
        to[mu] = {u_[mu].change(0), u_[mu].change(1)};
    forLinks(l, group_, [&](int mu, int parity, std::int64_t place, std::size_t first) {
        packElement(to[std::size_t(mu)][std::size_t(parity)] + u_[0].at(place, 0), &links[first], u_[0].lanes(),
                    group_);
    });
}

template<class T>
LinkVector LinksOf<T>::links() const
{
    LinkVector all(std::size_t(layout()->lattice().volume()) * 4 * std::size_t(colours(group_) * colours(group_)));
    forLinks(*layout(), group_, [&](int mu, int parity, std::int64_t place, std::size_t first) {
        unpackElement(&all[first], (*this)[mu].data(parity) + u_[0].at(place, 0), u_[0].lanes(), group_);
    });
    return all;
}

template<class T>
LinkVector LinksOf<T>::links(int mu) const
{
    const std::int64_t elements = std::int64_t(colours(group_)) * colours(group_);
    const Matrices& of = (*this)[mu];
    LinkVector all(std::size_t(layout()->lattice().volume() * elements));
    forPlaces(*layout(), [&](int parity, std::int64_t place, std::int64_t site) {
        unpackElement(&all[std::size_t(site * elements)], of.data(parity) + of.at(place, 0), of.lanes(), group_);
    });
    return all;
}

template class LinksOf<float>;
template class LinksOf<double>;

LinkField inDouble(const LinksOf<float>& u)
{
    LinkField out(u.layout(), u.group());
    for (int mu = 0; mu < 4; ++mu)
        for (const int parity : {0, 1}) {
            double* const to = out[mu].change(parity);
            const float* const from = u[mu].data(parity);
            forPieces(u.layout()->lattice().halfVolume(), 256, [&](std::int64_t first, std::int64_t last) {
                for (std::int64_t place = first; place < last; ++place)
                    for (int number = 0; number < u[mu].perSite(); ++number)
                        to[out[mu].at(place, number)] = double(from[u[mu].at(place, number)]);
            });
        }
    return out;
}

LinkAlgebra makeLinkAlgebra(const std::shared_ptr<const BlockLayout>& layout, Group group)
{
    const SiteNumbers zero = makeAlgebra(layout, group);
    return {zero, zero, zero, zero};
}

void setZero(LinkAlgebra& p)
{
    for (SiteNumbers& direction : p)
        direction.setZero();
}

void add(LinkAlgebra& p, const LinkAlgebra& q)
{
    for (std::size_t mu = 0; mu < 4; ++mu)
        p[mu].add(1, q[mu]);
}

} // namespace gaugegl::host
