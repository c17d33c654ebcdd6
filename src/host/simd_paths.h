// Products of links along paths, one in each lane of vectors.  Private to the source that includes it.
#pragma once

#include "link_kernels.h"
#include "simd_element.h"

namespace gaugegl::host {
namespace {

/// A walk on the lattice that begins at the sites of n lanes.
template<class T, int W, int N>
class Walk : private Elements<T, W, N> {
public:
    using typename Elements<T, W, N>::Matrix;
    using typename Elements<T, W, N>::Place;

    /// At sites of a parity.
    GAUGEGL_INLINE Walk(const LinksAndNeighbours<T>& u, const Place& here, int parity)
        : u_(u), here_(here), block_(here.block), parity_(parity)
    {}

    /// To the next sites, forwards in direction mu or backwards.
    GAUGEGL_INLINE void go(int mu, bool back)
    {
        const Neighbour& at = u_.neighbours[parity_][block_ * 8 + 2 * mu + (back ? 1 : 0)];
        block_ = at.block;
        lanes_ ^= at.lanes;
        parity_ = 1 - parity_;
    }
    /// U_mu there.
    GAUGEGL_INLINE Matrix link(int mu) const
    {
        const Place there = Access::neighbourOf(here_, {std::int32_t(block_), lanes_});
        Matrix m = Access::loaded(u_.links[mu][parity_] + (there.block * u_.packs + there.pack) * Access::numbers * W +
                                  there.lane);
        Access::permuted(m, lanes_);
        return m;
    }
    /// The product of a path, with what comes before it.
    GAUGEGL_INLINE void multiply(Matrix& m, int step)
    {
        if (step > 0) {
            m = product(m, link(step - 1));
            go(step - 1, false);
        } else {
            go(-step - 1, true);
            m = productWithAdjoint(m, link(-step - 1));
        }
    }
    /// The first link of a path.
    GAUGEGL_INLINE Matrix first(int step)
    {
        if (step > 0) {
            const Matrix m = link(step - 1);
            go(step - 1, false);
            return m;
        }
        go(-step - 1, true);
        return adjointOf(link(-step - 1));
    }
    /// The product of a path of at least one step.
    GAUGEGL_INLINE Matrix along(const std::int8_t* steps, int count)
    {
        Matrix m = first(steps[0]);
        for (int k = 1; k < count; ++k)
            multiply(m, steps[k]);
        return m;
    }

private:
    using Access = Elements<T, W, N>;

    const LinksAndNeighbours<T>& u_;
    const Place& here_;
    std::int64_t block_;
    int lanes_ = 0, parity_;
};

} // namespace
} // namespace gaugegl::host
