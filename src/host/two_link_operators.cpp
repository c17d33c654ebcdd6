#include "host/two_link_operators.h"

#include "base/platform.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/tree_sum.h"
#include "host/matrix.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <utility>

namespace gaugegl::host {
namespace {

using Complex = std::complex<double>;

/// A matrix of a list.
template<int N>
Matrix<N> matrixAt(std::span<const Complex> all, std::int64_t number)
{
    constexpr std::size_t size = std::size_t(N) * N;
    return matrix<N>(all.subspan(std::size_t(number) * size, size));
}

/// The product of `count` matrices of a list, `stride` apart, which count `factor` times each.
template<int N>
Matrix<N> productInTime(std::span<const Complex> all, std::int64_t first, std::int64_t count, std::int64_t stride,
                        double factor = 1)
{
    const auto at = [&](std::int64_t k) {
        Matrix<N> one = matrixAt<N>(all, first + k * stride);
        for (Complex& element : one)
            element *= factor; // each by itself: products of many large sums are beyond the range of double precision
        return one;
    };
    Matrix<N> m = at(0);
    for (std::int64_t k = 1; k < count; ++k)
        m = product<N>(m, at(k));
    return m;
}

/// to += p (x) q^*, row (alpha, gamma), column (beta, delta).
template<int N>
void addTensor(Complex* to, const Matrix<N>& p, const Matrix<N>& q)
{
    constexpr auto n = std::size_t(N);
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t c = 0; c < n; ++c)
            for (std::size_t b = 0; b < n; ++b)
                for (std::size_t d = 0; d < n; ++d)
                    *to++ += times(p[a * n + b], std::conj(q[c * n + d]));
}

/// From those of this rank's part in the same order.
std::vector<Complex> ofAllRanks(const std::vector<Complex>& own, Group group, const SharedLattice& shared)
{
    const Lattice& whole = shared.lattice();
    return shared.rowsOfAll(own, std::size_t(whole.extent(0)) * std::size_t(whole.extent(1)) *
                                     std::size_t(colours(group) * colours(group)));
}

} // namespace

std::vector<Complex> temporalLinks(const LinkField& part)
{
    return ofAllRanks(part.links(3), part.group(), part.layout()->shared());
}

std::vector<Complex> temporalLinks(const HostGaugeField& part, const SharedLattice& shared)
{
    const auto size = std::size_t(colours(part.group) * colours(part.group));
    std::vector<Complex> own(std::size_t(part.lattice.volume()) * size);
    for (std::int64_t site = 0; site < part.lattice.volume(); ++site)
        std::ranges::copy(part.link(3, site), own.begin() + std::ptrdiff_t(std::size_t(site) * size));
    return ofAllRanks(own, part.group, shared);
}

TwoLinkOperators::TwoLinkOperators(const Lattice& lattice, Group group, int thickness,
                                   std::vector<LineDistance> distances)
    : lattice_(lattice), group_(group), thickness_(thickness), distances_(std::move(distances)),
      points_(lattice.spatialVolume()), slabs_(lattice.extent(3) / thickness)
{
    assert(lattice.extent(3) % thickness == 0);
    const auto n = std::int64_t(colours(group));
    const std::int64_t each = slabs_ * points_ * n * n * n * n;
    const double bytes = double(sizeof(Complex)) * double(each) * double(distances_.size());
    const auto memory = double(physicalMemory()); // 0: unknown
    if (memory > 0 && bytes > memory)             // what is touched page by page would end the process without a word
        throw InputError(fmt::format(
            "two-link operators of {} distances in slabs of {} time slices of {} take {:.0f} GB, more than the "
            "{:.0f} GB of this machine; a smaller r_max or thicker slabs take less",
            distances_.size(), thickness, lattice.name(), bytes / 1e9, memory / 1e9));
    sums_.assign(distances_.size(), std::vector<Complex>(std::size_t(each)));
}

std::int64_t TwoLinkOperators::partnerOf(std::int64_t point, const LineDistance& to) const
{
    Coordinates x = lattice_.coordinates(point); // at time 0
    int& along = x[std::size_t(to.mu)];
    along = (along + to.distance) % lattice_.extent(to.mu);
    return lattice_.index(x);
}

void TwoLinkOperators::setZero()
{
    for (std::vector<Complex>& one : sums_)
        std::ranges::fill(one, Complex(0));
}

template<int N>
bool TwoLinkOperators::addLinesOf(std::span<const Complex> links, const GoesOn& goesOn)
{
    std::vector<Matrix<N>> lines(std::size_t(slabs_ * points_));
#pragma omp parallel for schedule(static)
    for (std::int64_t k = 0; k < slabs_ * points_; ++k)
        lines[std::size_t(k)] =
            productInTime<N>(links, k / points_ * thickness_ * points_ + k % points_, thickness_, points_);
    constexpr std::size_t size = std::size_t(N) * N * N * N;
    for (std::size_t r = 0; r < distances_.size(); ++r) {
        if (!goesOn()) return false;
        Complex* const to = sums_[r].data();
#pragma omp parallel for schedule(static)
        for (std::int64_t k = 0; k < slabs_ * points_; ++k) {
            const std::int64_t first = k / points_ * points_;
            addTensor<N>(to + std::size_t(k) * size, lines[std::size_t(k)],
                         lines[std::size_t(first + partnerOf(k - first, distances_[r]))]);
        }
    }
    return true;
}

template<int N>
bool TwoLinkOperators::addProductsOf(const TwoLinkOperators& thinner, double factor, const GoesOn& goesOn)
{
    constexpr int rows = N * N;
    constexpr std::size_t size = std::size_t(rows) * rows;
    const std::int64_t each = thickness_ / thinner.thickness_;
    for (std::size_t r = 0; r < distances_.size(); ++r) {
        if (!goesOn()) return false;
        const std::span<const Complex> from = thinner.sums_[r];
        Complex* const to = sums_[r].data();
#pragma omp parallel for schedule(static)
        for (std::int64_t k = 0; k < slabs_ * points_; ++k) {
            const Matrix<rows> m =
                productInTime<rows>(from, k / points_ * each * points_ + k % points_, each, points_, factor);
            for (std::size_t i = 0; i < size; ++i)
                to[std::size_t(k) * size + i] += m[i];
        }
    }
    return true;
}

template<int N>
std::vector<double> TwoLinkOperators::correlatorsOf(double factor, const GoesOn& goesOn) const
{
    constexpr int rows = N * N;
    std::vector<double> result;
    for (const std::vector<Complex>& sums : sums_) {
        if (!goesOn()) return {};
        std::vector<double> traces(static_cast<std::size_t>(points_));
#pragma omp parallel for schedule(static)
        for (std::int64_t point = 0; point < points_; ++point)
            traces[std::size_t(point)] = trace<rows>(productInTime<rows>(sums, point, slabs_, points_, factor)).real();
        result.push_back(treeSum(traces) / (rows * double(points_)));
    }
    return result;
}

bool TwoLinkOperators::addLines(std::span<const Complex> links, const GoesOn& goesOn)
{
    return withColours(group_, [&](auto n) { return addLinesOf<n>(links, goesOn); });
}

bool TwoLinkOperators::addProducts(const TwoLinkOperators& thinner, double factor, const GoesOn& goesOn)
{
    assert(thickness_ % thinner.thickness_ == 0 && thinner.sums_.size() == sums_.size());
    return withColours(group_, [&](auto n) { return addProductsOf<n>(thinner, factor, goesOn); });
}

std::vector<double> TwoLinkOperators::correlators(double factor, const GoesOn& goesOn) const
{
    return withColours(group_, [&](auto n) { return correlatorsOf<n>(factor, goesOn); });
}

} // namespace gaugegl::host
