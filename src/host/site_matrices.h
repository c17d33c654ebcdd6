// Matrices on the sites of this rank's part of a lattice and the links around them, for what the host computes of links.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/fermion.h"
#include "host/matrix.h"

#include <span>
#include <vector>

namespace gaugegl::host {

/// A matrix for each site of this rank's part; those of the site before or behind may be on another rank.
template<int N>
class SiteMatrices {
public:
    /// 0 everywhere.
    explicit SiteMatrices(const SharedLattice& shared) : shared_(&shared), own_(std::size_t(shared.local().volume())) {}

    /// That of the site with this number.
    Matrix<N>& operator[](std::int64_t site) { return own_[std::size_t(site)]; }
    /// That of the site with this number.
    const Matrix<N>& operator[](std::int64_t site) const { return own_[std::size_t(site)]; }
    /// Makes the matrices of the sites x - mu available; collective.
    void fetchBehind(int mu)
    {
        const auto* first = own_.empty() ? nullptr : own_.front().data();
        const std::vector<std::complex<double>> slice = shared_->neighbourSlice(
            std::span<const std::complex<double>>(first, own_.size() * N * N), std::size_t(N * N), mu, -1);
        slice_.resize(slice.size() / (N * N));
        for (std::size_t i = 0; i < slice_.size(); ++i)
            std::copy_n(slice.begin() + std::ptrdiff_t(i * N * N), N * N, slice_[i].begin());
    }
    /// That of x - mu, of the last fetchBehind().
    const Matrix<N>& behind(const Coordinates& x, int mu) const
    {
        if (x[std::size_t(mu)] == 0 && !slice_.empty()) return slice_[shared_->indexInSlice(x, mu)];
        const Lattice lattice = shared_->local();
        return (*this)[lattice.index(lattice.shifted(x, mu, -1))];
    }

private:
    const SharedLattice* shared_;
    std::vector<Matrix<N>> own_, slice_;
};

/// The links, those ahead of this rank's part among them.
template<int N>
class LinksAround {
public:
    /// The links, in the order of LinkVector, must outlive the object; collective.
    LinksAround(const SharedLattice& shared, std::span<const std::complex<double>> links)
        : shared_(&shared), lattice_(shared.local()), links_(links)
    {
        for (int mu = 0; mu < 4; ++mu)
            ahead_[std::size_t(mu)] = shared.neighbourSlice(links, std::size_t(4 * N * N), mu, +1);
    }

    /// U_mu(x).
    Matrix<N> at(int mu, const Coordinates& x) const { return from(links_, lattice_.index(x), mu); }
    /// U_mu(x + nu).
    Matrix<N> ahead(int mu, const Coordinates& x, int nu) const
    {
        const LinkVector& slice = ahead_[std::size_t(nu)];
        if (x[std::size_t(nu)] == lattice_.extent(nu) - 1 && !slice.empty())
            return from(slice, std::int64_t(shared_->indexInSlice(x, nu)), mu);
        return at(mu, lattice_.shifted(x, nu, 1));
    }

private:
    static Matrix<N> from(std::span<const std::complex<double>> links, std::int64_t site, int mu)
    {
        return matrix<N>(links.subspan(std::size_t(site * 4 + mu) * N * N, N * N));
    }

    const SharedLattice* shared_;
    Lattice lattice_;
    std::span<const std::complex<double>> links_;
    std::array<LinkVector, 4> ahead_;
};

/// a += b.
template<int N>
void add(Matrix<N>& a, const Matrix<N>& b)
{
    for (std::size_t k = 0; k < a.size(); ++k)
        a[k] += b[k];
}

/// U^dagger m U: what a loop that begins at x is when it begins at x + mu.
template<int N>
Matrix<N> transported(const Matrix<N>& m, const Matrix<N>& link)
{
    return product<N>(adjoint<N>(link), product<N>(m, link));
}

/// f(site, x) for every site of a lattice, in threads.
template<class F>
void forSites(const Lattice& lattice, const F& f)
{
    const std::int64_t volume = lattice.volume();
#pragma omp parallel for schedule(static)
    for (std::int64_t site = 0; site < volume; ++site)
        f(site, lattice.coordinates(site));
}

} // namespace gaugegl::host
