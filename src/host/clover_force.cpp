#include "host/clover_force.h"

#include "dispatch.h"
#include "host/matrix.h"

namespace gaugegl::host {
namespace {

using Complex = std::complex<double>;

/// The planes, and the sigma_k and signs of gamma_mu gamma_nu = i c sigma_k on the upper and on the lower spins.
struct InsertedPlane {
    int mu, nu, sigma;
    double upper, lower;
};
constexpr std::array<InsertedPlane, 6> insertedPlanes = {
    {{0, 1, 3, -1, -1}, {0, 2, 2, -1, -1}, {0, 3, 1, 1, -1}, {1, 2, 1, -1, -1}, {1, 3, 2, -1, 1}, {2, 3, 3, 1, -1}}};

/// A Hermitian block of 2 N rows from its packed numbers (host/clover.h).
template<int N>
struct PackedBlock {
    static constexpr std::size_t rows = std::size_t(2) * N;
    std::array<std::array<Complex, rows>, rows> e;

    explicit PackedBlock(const double* packed)
    {
        for (std::size_t i = 0; i < rows; ++i) {
            e[i][i] = packed[i];
            for (std::size_t j = 0; j < i; ++j) {
                const double* const number = packed + rows + i * (i - 1) + 2 * j;
                e[i][j] = {number[0], number[1]};
                e[j][i] = std::conj(e[i][j]);
            }
        }
    }
    /// The product with a block that commutes with it.
    PackedBlock times(const PackedBlock& b) const
    {
        PackedBlock c = b;
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < rows; ++j) {
                c.e[i][j] = 0;
                for (std::size_t k = 0; k < rows; ++k)
                    c.e[i][j] += host::times(e[i][k], b.e[k][j]);
            }
        return c;
    }
    /// Element (i, j) of W_k = sum (sigma_k)_rs P_sr over the spins of the block.
    Complex pauli(int k, std::size_t i, std::size_t j) const
    {
        if (k == 3) return e[i][j] - e[N + i][N + j];
        const Complex a = e[N + i][j], b = e[i][N + j];
        return k == 1 ? a + b : Complex(0, -1) * a + Complex(0, 1) * b;
    }
};

/// Adds weight i W to the matrix at a place, W Hermitian; of quaternions the traceless part.
template<int N>
void addInsertion(SiteNumbers& to, double* numbers, std::int64_t place, const Matrix<N>& w, double weight)
{
    const auto add = [&](int number, double x) { numbers[to.at(place, number)] += weight * x; };
    if constexpr (N == 2) {
        add(1, w[1].real());
        add(2, -w[1].imag());
        add(3, 0.5 * (w[0].real() - w[3].real()));
    } else {
        for (int k = 0; k < N * N; ++k) {
            add(2 * k, -w[std::size_t(k)].imag());
            add(2 * k + 1, w[std::size_t(k)].real());
        }
    }
}

} // namespace

CloverForce::CloverForce(const std::shared_ptr<const BlockLayout>& layout, Group group)
    : group_(group), planes_{makeMatrices(layout, group), makeMatrices(layout, group), makeMatrices(layout, group),
                             makeMatrices(layout, group), makeMatrices(layout, group), makeMatrices(layout, group)},
      loops_(layout, group)
{}

template<class T>
void CloverForce::add(const Field<T>& y, const Field<T>& x, double weight)
{
    const BlockLayout& layout = x.layout();
    InsertionCall<T> call{
        .planes = {}, .x = x.data(), .y = y.data(), .packs = layout.lanes() / x.lanes(), .weight = weight};
    for (std::size_t k = 0; k < planes_.size(); ++k)
        call.planes[k] = planes_[k].change(x.parity());
    const auto kernel =
        kernelsFor<T>(layout.instructionSet()).insert[std::size_t(group_)][std::size_t(layout.lanes() == 16)];
    forPieces(layout.blocks(), 4, [&](std::int64_t first, std::int64_t last) { kernel(call, first, last); });
}
template void CloverForce::add(const Field<float>&, const Field<float>&, double);
template void CloverForce::add(const Field<double>&, const Field<double>&, double);

void CloverForce::addDeterminant(int parity, const CloverTerm& clover, double weight)
{
    const BlockLayout& layout = *planes_[0].layout();
    const std::span<const std::int64_t> sites = layout.halfSites(parity);
    std::array<double*, 6> to;
    for (std::size_t k = 0; k < planes_.size(); ++k)
        to[k] = planes_[k].change(parity);
    withColours(group_, [&](auto n) {
        constexpr int N = decltype(n)::value;
        const auto reals = std::size_t(blockReals(group_));
        forPieces(std::int64_t(sites.size()), 64, [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t place = first; place < last; ++place) {
                const auto site = std::size_t(siteOfHalf(layout.lattice(), parity, sites[std::size_t(place)]));
                std::array<Matrix<N>, 6> w{};
                for (const std::size_t half : {0, 1}) {
                    const std::size_t at = (site * 2 + half) * reals;
                    const PackedBlock<N> c(&clover.inverses[at]);
                    const PackedBlock<N> p = clover.twist != 0 ? c.times(PackedBlock<N>(&clover.blocks[at])) : c;
                    for (std::size_t plane = 0; plane < insertedPlanes.size(); ++plane)
                        for (std::size_t k = 0; k < w[plane].size(); ++k)
                            w[plane][k] += (half == 0 ? insertedPlanes[plane].upper : insertedPlanes[plane].lower) *
                                           p.pauli(insertedPlanes[plane].sigma, k / N, k % N);
                }
                for (std::size_t plane = 0; plane < insertedPlanes.size(); ++plane)
                    addInsertion<N>(planes_[plane], to[plane], place, w[plane], weight);
            }
        });
    });
}

// Re tr [G T] with G = (C - C^dagger)/8, C the sum of four leaves, is Re tr of C times (T - T^dagger)/8.
void CloverForce::kickMomenta(LinkAlgebra& p, const LinkField& u)
{
    for (std::size_t k = 0; k < planes_.size(); ++k) {
        SiteNumbers& h = planes_[k];
        loops_.add(u, insertedPlanes[k].mu, insertedPlanes[k].nu, {&h, &h, &h, &h});
    }
    loops_.kick(p, u, 0.5 * 0.25);
    for (SiteNumbers& plane : planes_)
        plane.setZero();
}

} // namespace gaugegl::host
