#include "host/wuppertal.h"

#include "host/site_matrices.h"

#include <algorithm>

namespace gaugegl::host {
namespace {

using Complex = std::complex<double>;
constexpr int space = 3; ///< the directions of the steps

template<int N>
LinkVector stepMatrices(const SharedLattice& shared, std::span<const Complex> links, const BoundaryPhases& boundary)
{
    const Lattice lattice = shared.local();
    const LinksAround<N> around(shared, links);
    LinkVector result(std::size_t(lattice.volume()) * 2 * space * N * N);
    SiteMatrices<N> back(shared);
    for (int mu = 0; mu < space; ++mu) {
        const auto put = [&](std::int64_t site, int side, const Matrix<N>& m) {
            std::ranges::copy(m, result.begin() + ((site * space + mu) * 2 + side) * N * N);
        };
        forSites(lattice, [&](std::int64_t site, const Coordinates& x) {
            const int there = shared.wholeCoordinates(x)[std::size_t(mu)];
            const Complex phase = boundary.ofStep(shared.lattice(), mu, there);
            Matrix<N> ahead = around.at(mu, x);
            for (Complex& number : ahead)
                number = times(phase, number);
            put(site, 0, ahead);
            back[site] = adjoint<N>(ahead);
        });
        back.fetchBehind(mu);
        forSites(lattice, [&](std::int64_t site, const Coordinates& x) { put(site, 1, back.behind(x, mu)); });
    }
    return result;
}

/// The vectors of this rank and of the slices next to its part.
class Surroundings {
public:
    Surroundings(const SharedLattice& shared, const FermionVector& psi, std::size_t each)
        : shared_(&shared), lattice_(shared.local()), psi_(&psi), each_(each)
    {
        for (int mu = 0; mu < space; ++mu)
            for (const int side : {0, 1})
                slices_[std::size_t(mu)][std::size_t(side)] =
                    shared.neighbourSlice(std::span<const Complex>(psi), each, mu, side == 0 ? 1 : -1);
    }
    /// Those of the site ahead (side 0) or behind.
    const Complex* at(const Coordinates& x, int mu, int side) const
    {
        const FermionVector& slice = slices_[std::size_t(mu)][std::size_t(side)];
        const int edge = side == 0 ? lattice_.extent(mu) - 1 : 0;
        if (x[std::size_t(mu)] == edge && !slice.empty()) return &slice[shared_->indexInSlice(x, mu) * each_];
        return &(*psi_)[std::size_t(lattice_.index(lattice_.shifted(x, mu, side == 0 ? 1 : -1))) * each_];
    }

private:
    const SharedLattice* shared_;
    Lattice lattice_;
    const FermionVector* psi_;
    std::size_t each_;
    std::array<std::array<FermionVector, 2>, space> slices_;
};

template<int N>
void smearOnce(FermionVector& psi, const SharedLattice& shared, const LinkVector& steps, double alpha)
{
    const Lattice lattice = shared.local();
    const std::size_t each = psi.size() / std::size_t(lattice.volume());
    const Surroundings around(shared, psi, each);
    FermionVector next(psi.size());
    const double keep = 1 / (1 + 2 * space * alpha), hop = alpha * keep;
    forSites(lattice, [&](std::int64_t site, const Coordinates& x) {
        Complex* const out = &next[std::size_t(site) * each];
        for (int step = 0; step < 2 * space; ++step) {
            const Complex* const from = around.at(x, step / 2, step % 2);
            const Complex* const u = &steps[std::size_t(site * 2 * space + step) * N * N];
            for (std::size_t first = 0; first < each; first += N)
                for (std::size_t a = 0; a < N; ++a)
                    for (std::size_t b = 0; b < N; ++b)
                        out[first + a] += times(u[a * N + b], from[first + b]);
        }
        for (std::size_t k = 0; k < each; ++k)
            out[k] = keep * psi[std::size_t(site) * each + k] + hop * out[k];
    });
    psi = std::move(next);
}

} // namespace

Wuppertal::Wuppertal(const SharedLattice& shared, Group group, std::span<const Complex> links,
                     const BoundaryPhases& boundary)
    : shared_(shared), group_(group)
{
    steps_ = withColours(group, [&](auto n) { return stepMatrices<n>(shared_, links, boundary); });
}

void Wuppertal::smear(FermionVector& psi, const WuppertalSteps& smearing) const
{
    if (!smearing.smears()) return;
    for (int step = 0; step < smearing.steps; ++step)
        withColours(group_, [&](auto n) { smearOnce<n>(psi, shared_, steps_, smearing.alpha); });
}

} // namespace gaugegl::host
