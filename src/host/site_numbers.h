// Numbers on the sites of both parities, as the kernels on links and those of gauge fixing read them (link_kernels.h, fixing_kernels.h):
// matrices of the group, sums of such, and elements of the algebra.
#pragma once

#include "host/aligned_vector.h"
#include "host/block_layout.h"
#include "host/ghosts.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace gaugegl::host {

/// [block][pack][number][lane] of T = double or float.  A copy is a deep copy.
template<class T>
class NumbersOfSites {
public:
    /// 0 everywhere; so many numbers at each site.
    NumbersOfSites(std::shared_ptr<const BlockLayout> layout, int perSite)
        : layout_(std::move(layout)), perSite_(perSite), lanes_(lanesOfPack<T>(layout_->lanes()))
    {
        for (const int parity : {0, 1})
            values_[std::size_t(parity)].resize(std::size_t((layout_->blocks() + layout_->ghosts(parity).blocks) *
                                                            layout_->lanes() * std::int64_t(perSite)));
    }

    /// The layout of the sites.
    const std::shared_ptr<const BlockLayout>& layout() const { return layout_; }
    /// Numbers of a site.
    int perSite() const { return perSite_; }
    /// Packs of a block.
    int packs() const { return layout_->lanes() / lanes_; }
    /// Those of a parity, to be changed.
    T* change(int parity)
    {
        fetched_[std::size_t(parity)] = false;
        return values_[std::size_t(parity)].data();
    }
    /// Those of a parity, without those of ghosts.
    const T* data(int parity) const { return values_[std::size_t(parity)].data(); }
    /// Those of a parity with the ghosts of today; collective.
    const T* withGhosts(int parity) const
    {
        const auto p = std::size_t(parity);
        if (!fetched_[p]) GhostExchange<T>(*layout_, parity, values_[p].data(), perSite_).finish();
        fetched_[p] = true;
        return values_[p].data();
    }
    /// Exchanges those of a parity with other ones of the same layout.
    void exchange(int parity, NumbersOfSites& other)
    {
        std::swap(values_[std::size_t(parity)], other.values_[std::size_t(parity)]);
        std::swap(fetched_[std::size_t(parity)], other.fetched_[std::size_t(parity)]);
    }
    /// 0 everywhere.
    void setZero()
    {
        for (const int parity : {0, 1})
            std::fill_n(change(parity), ofParity(), T(0));
    }
    /// += factor x, which has as many numbers.
    void add(T factor, const NumbersOfSites& x);
    /// Where a number of a place (block * lanes + lane) is.
    std::size_t at(std::int64_t place, int number) const
    {
        return std::size_t((place / lanes_ * perSite_ + number) * lanes_ + place % lanes_);
    }
    /// Lanes of a pack.
    int lanes() const { return lanes_; }

private:
    std::int64_t ofParity() const { return layout_->lattice().halfVolume() * perSite_; }

    std::shared_ptr<const BlockLayout> layout_;
    int perSite_, lanes_;
    mutable std::array<AlignedVector<T>, 2> values_; ///< mutable: the ghosts behind them
    mutable std::array<bool, 2> fetched_ = {false, false};
};

/// In double precision.
using SiteNumbers = NumbersOfSites<double>;

} // namespace gaugegl::host
