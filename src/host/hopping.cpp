#include "host/hopping.h"

#include "dispatch.h"

#include "gaugegl/base/error.h"

#include <cassert>
#include <fmt/format.h>

namespace gaugegl::host {
namespace {

/// What a thread does at a time.
constexpr std::int64_t blocksAtATime = 4;

/// What multiplies the link of the step from x in direction mu: the phase of the boundary and, staggered, eta_mu(x).
std::complex<double> factorOfStep(const Lattice& lattice, FermionKind kind, const BoundaryPhases& boundary,
                                  const std::pair<Coordinates, int>& step)
{
    const auto& [x, mu] = step;
    const std::complex<double> phase = boundary.ofStep(lattice, mu, x[std::size_t(mu)]);
    if (!traits(kind).staggeredPhases) return phase;
    int sum = 0; // of the coordinates before mu, which the step does not change
    for (int nu = 0; nu < mu; ++nu)
        sum += x[std::size_t(nu)];
    return sum % 2 == 0 ? phase : -phase;
}

/// The matrices of the eight steps to the sites of a parity.
template<class T>
class StepMatrices {
public:
    StepMatrices(const BlockLayout& layout, FermionKind kind, std::span<const std::complex<double>> links, int n)
        : layout_(layout), kind_(kind), links_(links), n_(n),
          lanes_(std::min(layout.lanes(), packBytes / int(sizeof(T))))
    {}

    AlignedVector<T> all(int parity, const BoundaryPhases& boundary) const
    {
        const Lattice& lattice = layout_.lattice();
        const std::int64_t lanes = lanes_, real = 2 * n_ * n_;
        AlignedVector<T> result(std::size_t(lattice.halfVolume() * 8 * real));
        const std::span<const std::int64_t> sites = layout_.halfSites(parity);
        forPieces(lattice.halfVolume() / lanes, 16, [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t k = first * lanes; k < last * lanes; ++k) {
                const Coordinates x = lattice.coordinates(siteOfHalf(lattice, parity, sites[std::size_t(k)]));
                for (int step = 0; step < 8; ++step)
                    put(&result[std::size_t((k / lanes * 8 + step) * real * lanes + k % lanes)], x, step, boundary);
            }
        });
        return result;
    }

private:
    void put(T* to, const Coordinates& x, int step, const BoundaryPhases& boundary) const
    {
        const Lattice& lattice = layout_.lattice();
        const bool forwards = step % 2 == 0;
        const int mu = step / 2;
        const Coordinates from = forwards ? x : lattice.shifted(x, mu, -1);
        std::complex<double> factor = factorOfStep(lattice, kind_, boundary, {from, mu});
        if (!forwards && traits(kind_).antihermitianHops) factor = -factor;
        const std::size_t link = std::size_t((lattice.index(from) * 4 + mu) * n_ * n_);
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b, to += 2 * lanes_) {
                const std::complex<double> element = forwards
                                                         ? factor * links_[link + std::size_t(a * n_ + b)]
                                                         : std::conj(factor * links_[link + std::size_t(b * n_ + a)]);
                to[0] = T(element.real());
                to[lanes_] = T(element.imag());
            }
    }

    const BlockLayout& layout_;
    FermionKind kind_;
    std::span<const std::complex<double>> links_;
    int n_;
    int lanes_; ///< of a pack
};

} // namespace

template<class T, FermionKind kind>
Hopping<T, kind>::Hopping(const Lattice& lattice, Group group, std::span<const std::complex<double>> links,
                          const BoundaryPhases& boundary)
    : Hopping(std::make_shared<const BlockLayout>(lattice), group, links, boundary)
{}

template<class T, FermionKind kind>
Hopping<T, kind>::Hopping(std::shared_ptr<const BlockLayout> layout, Group group,
                          std::span<const std::complex<double>> links, const BoundaryPhases& boundary)
    : layout_(std::move(layout)), group_(group)
{
    const int n = colours(group);
    const std::int64_t expected = layout_->lattice().volume() * 4 * n * n;
    if (std::int64_t(links.size()) != expected)
        throw InputError(fmt::format("{} complex numbers are no {} gauge field of {}, which has {}", links.size(),
                                     name(group), layout_->lattice().name(), expected));
    const StepMatrices<T> matrices(*layout_, kind, links, n);
    for (int parity = 0; parity < 2; ++parity)
        links_[std::size_t(parity)] = std::make_shared<const AlignedVector<T>>(matrices.all(parity, boundary));
}

template<class T, FermionKind kind>
std::pair<double, double> Hopping<T, kind>::run(const Pass& pass, Field& out, const Field& psi, const Field* chi) const
{
    const auto& [parity, direction, c] = pass.hop;
    assert(out.parity() == parity && psi.parity() == 1 - parity && (!chi || (chi->parity() == parity && chi != &out)));
    assert(hasSpin(kind) || (c.diagonalTwist == 0 && c.hopTwist == 0));
    if (c.diagonal == 0 && c.diagonalTwist == 0) chi = nullptr;

    // H^dagger is the term with gamma_mu of the other sign, or -H.
    const double sign = direction == Sign::Plus ? 1 : -1, f = pass.factor;
    const double upper = traits(kind).antihermitianHops ? sign : 1;
    const HopCall<T> call = {
        .out = out.data(),
        .psi = psi.data(),
        .chi = chi ? chi->data() : nullptr,
        .links = links_[std::size_t(parity)]->data(),
        .neighbours = layout_->neighbours(parity).data(),
        .packs = layout_->lanes() / out.lanes(),
        .sign = T(sign),
        .diagonal = {{T(f * c.diagonal), T(f * c.diagonalTwist)}, {T(f * c.diagonal), T(-f * c.diagonalTwist)}},
        .hop = {{T(f * upper * c.hop), T(f * c.hopTwist)}, {T(f * sign * c.hop), T(-f * sign * c.hopTwist)}},
        .add = pass.add,
        .outNorm = pass.outNorm,
        .psiNorm = pass.psiNorm};
    const auto kernel = kernelsFor<T>(layout_->instructionSet())
                            .hop[std::size_t(kind)][std::size_t(group_)][std::size_t(layout_->lanes() == 16)];
    const std::complex<double> sums =
        summedOverPieces(layout_->blocks(), blocksAtATime, [&](std::int64_t first, std::int64_t last) {
            const HopNorms norms = kernel(call, first, last);
            return std::complex(norms.out, norms.psi);
        });
    return {sums.real(), sums.imag()};
}

template class Hopping<float, FermionKind::Wilson>;
template class Hopping<double, FermionKind::Wilson>;
template class Hopping<float, FermionKind::Staggered>;
template class Hopping<double, FermionKind::Staggered>;

} // namespace gaugegl::host
