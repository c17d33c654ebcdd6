// Matrices of a group at all sites, as the kernels of gauge fixing read them (fixing_kernels.h).
#pragma once

#include "fixing_kernels.h"

#include "gaugegl/core/group.h"
#include "host/site_numbers.h"

#include <algorithm>
#include <complex>
#include <memory>
#include <span>

namespace gaugegl::host {

/// Writes a matrix, given by rows, to a lane of a pack.
template<class T>
void packElement(T* to, const std::complex<double>* m, int lanes, Group group)
{
    if (traits(group).quaternions) {
        for (const double number : {m[0].real(), m[1].imag(), m[1].real(), m[0].imag()}) {
            *to = T(number);
            to += lanes;
        }
        return;
    }
    for (int k = 0; k < 9; ++k, to += 2 * lanes) {
        to[0] = T(m[k].real());
        to[lanes] = T(m[k].imag());
    }
}

/// Reads one.
template<class T>
void unpackElement(std::complex<double>* m, const T* from, int lanes, Group group)
{
    if (traits(group).quaternions) {
        const std::complex<double> a(from[0], from[3 * lanes]), b(from[2 * lanes], from[lanes]);
        m[0] = a;
        m[1] = b;
        m[2] = -std::conj(b);
        m[3] = std::conj(a);
        return;
    }
    for (int k = 0; k < 9; ++k, from += 2 * lanes)
        m[k] = {double(from[0]), double(from[lanes])};
}

/// `perSite` matrices at each site of both parities.  A place is block * lanes + lane.
template<class T>
class ElementField {
public:
    ElementField(std::shared_ptr<const BlockLayout> layout, Group group, int perSite)
        : layout_(std::move(layout)), group_(group), perSite_(perSite), values_(layout_, perSite * numbers())
    {
        setUnit();
    }

    /// Behind the numbers of the sites those of the ghosts (host/block_layout.h).
    T* data(int parity) { return values_.change(parity); }
    /// Starts to fill the ghosts; collective.
    GhostExchange<T> fillGhosts(int parity) { return {*layout_, parity, data(parity), values_.perSite()}; }
    int numbers() const { return elementNumbers(colours(group_)); }
    /// Packs of all sites of a parity, times matrices of a site.
    std::int64_t packs() const { return layout_->lattice().halfVolume() / lanes() * perSite_; }
    /// Lanes of a pack.
    int lanes() const { return values_.lanes(); }

    /// A matrix by rows.
    void set(int parity, std::int64_t place, int which, const std::complex<double>* m)
    {
        packElement(data(parity) + values_.at(place, which * numbers()), m, lanes(), group_);
    }
    void get(int parity, std::int64_t place, int which, std::complex<double>* m) const
    {
        unpackElement(m, values_.data(parity) + values_.at(place, which * numbers()), lanes(), group_);
    }

    /// Every matrix is 1.
    void setUnit()
    {
        values_.setZero();
        const int n = colours(group_), diagonal = traits(group_).quaternions ? 1 : n;
        for (const int parity : {0, 1})
            for (std::int64_t pack = 0; pack < packs(); ++pack)
                for (int i = 0; i < diagonal; ++i)
                    std::fill_n(data(parity) + (pack * numbers() + 2 * (n * i + i)) * lanes(), lanes(), T(1));
    }

private:
    std::shared_ptr<const BlockLayout> layout_;
    Group group_;
    int perSite_;
    NumbersOfSites<T> values_;
};

} // namespace gaugegl::host
