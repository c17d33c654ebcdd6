// Two-link operators of the multilevel algorithm (M. Luescher, P. Weisz, hep-lat/0108014, section 3):
//   T(x, R)_{alpha gamma, beta delta} = P(x)_{alpha beta} P(x + R)^*_{gamma delta},
// P the product of the links in t through a slab of time slices.  As N^2 x N^2 matrices they multiply along time, and the trace of the product
// over all slabs is tr P(x) tr P(x + R)^* with the products P around the lattice.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/host/gauge_field.h"
#include "host/link_field.h"

#include <complex>
#include <functional>
#include <span>
#include <vector>

namespace gaugegl::host {

/// The links in t of the whole lattice, [site][row][column] with t the slowest, from those of this rank's part; collective.
std::vector<std::complex<double>> temporalLinks(const HostGaugeField& part, const SharedLattice& shared);
/// The same of links of the host.
std::vector<std::complex<double>> temporalLinks(const LinkField& part);

/// Where the second line of a pair is.
struct LineDistance {
    int mu = 0;       ///< a direction in space
    int distance = 1; ///< in lattice units
};

/// Sums of operators of every point in space, slab and distance: N^4 complex numbers each.
class TwoLinkOperators {
public:
    /// 0, in slabs of `thickness` slices, which divides the extent in time; the slabs begin at time 0.  Throws InputError where they need more
    /// memory than the machine has.
    TwoLinkOperators(const Lattice& lattice, Group group, int thickness, std::vector<LineDistance> distances);

    /// Asked before each distance; the work ends where it says no, with sums that are good for nothing.
    using GoesOn = std::function<bool()>;

    /// 0 again.
    void setZero();
    /// Adds the operators of links as temporalLinks() has them; false if it was ended.
    bool addLines(std::span<const std::complex<double>> links, const GoesOn& goesOn);
    /// Adds the products of operators of the same distances in slabs whose thickness divides this one, which count `factor` times each; false
    /// if it was ended.
    bool addProducts(const TwoLinkOperators& thinner, double factor, const GoesOn& goesOn);
    /// (1/N^2) Re tr of the products over all slabs, which count `factor` times each, the mean over the points, of each distance; empty if it
    /// was ended.
    std::vector<double> correlators(double factor, const GoesOn& goesOn) const;

private:
    std::int64_t partnerOf(std::int64_t point, const LineDistance& to) const;
    template<int N>
    bool addLinesOf(std::span<const std::complex<double>> links, const GoesOn& goesOn);
    template<int N>
    bool addProductsOf(const TwoLinkOperators& thinner, double factor, const GoesOn& goesOn);
    template<int N>
    std::vector<double> correlatorsOf(double factor, const GoesOn& goesOn) const;

    Lattice lattice_;
    Group group_;
    int thickness_;
    std::vector<LineDistance> distances_;
    std::int64_t points_, slabs_;
    std::vector<std::vector<std::complex<double>>> sums_; ///< [distance][slab][point][row][column]
};

} // namespace gaugegl::host
