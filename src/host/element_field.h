// Matrices of a group at all sites, as the kernels of gauge fixing read them (fixing_kernels.h).
#pragma once

#include "fixing_kernels.h"

#include "gaugegl/core/group.h"
#include "host/aligned_vector.h"
#include "host/block_layout.h"
#include "host/ghosts.h"

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
        : layout_(std::move(layout)), group_(group), perSite_(perSite), lanes_(lanesOfPack<T>(layout_->lanes()))
    {
        for (const int parity : {0, 1})
            values_[std::size_t(parity)].resize(std::size_t((layout_->blocks() + layout_->ghosts(parity).blocks) *
                                                            layout_->lanes() * perSite * numbers()));
        setUnit();
    }

    /// Behind the numbers of the sites those of the ghosts (host/block_layout.h).
    T* data(int parity) { return values_[std::size_t(parity)].data(); }
    /// Starts to fill the ghosts; together.
    GhostExchange<T> fillGhosts(int parity) { return {*layout_, parity, data(parity), perSite_ * numbers()}; }
    int numbers() const { return elementNumbers(colours(group_)); }
    /// Packs of all sites of a parity, times matrices of a site.
    std::int64_t packs() const { return layout_->lattice().halfVolume() / lanes_ * perSite_; }
    /// Lanes of a pack.
    int lanes() const { return lanes_; }

    /// A matrix by rows.
    void set(int parity, std::int64_t place, int which, const std::complex<double>* m)
    {
        packElement(at(parity, place, which), m, lanes_, group_);
    }
    void get(int parity, std::int64_t place, int which, std::complex<double>* m) const
    {
        unpackElement(m, at(parity, place, which), lanes_, group_);
    }

    /// Every matrix is 1.
    void setUnit()
    {
        for (AlignedVector<T>& half : values_)
            std::fill(half.begin(), half.end(), T(0));
        const int n = colours(group_);
        for (AlignedVector<T>& half : values_)
            for (std::int64_t pack = 0; pack < packs(); ++pack)
                for (int i = 0; i < (n == 2 ? 1 : n); ++i)
                    std::fill_n(half.begin() + (pack * numbers() + (n == 2 ? 0 : 2 * (n * i + i))) * lanes_, lanes_,
                                T(1));
    }

private:
    std::size_t offset(std::int64_t place, int which) const
    {
        return std::size_t((place / lanes_ * perSite_ + which) * numbers() * lanes_ + place % lanes_);
    }
    T* at(int parity, std::int64_t place, int which) { return &values_[std::size_t(parity)][offset(place, which)]; }
    const T* at(int parity, std::int64_t place, int which) const
    {
        return &values_[std::size_t(parity)][offset(place, which)];
    }

    std::shared_ptr<const BlockLayout> layout_;
    Group group_;
    int perSite_;
    int lanes_;
    std::array<AlignedVector<T>, 2> values_;
};

} // namespace gaugegl::host
