#include "host/hopping.h"

#include "dispatch.h"

#include "gaugegl/base/error.h"

#include <cassert>
#include <fmt/format.h>

namespace gaugegl::host {
namespace {

/// What a thread does at a time.
constexpr std::int64_t blocksAtATime = 4;

/// What multiplies the link of the step from x, in the whole lattice, in direction mu: the phase of the boundary and,
/// staggered, eta_mu(x).
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
        : layout_(layout), kind_(kind), links_(links), n_(n), lanes_(lanesOfPack<T>(layout.lanes()))
    {
        for (int mu = 0; mu < 4; ++mu)
            before_[std::size_t(mu)] = layout.shared().neighbourSlice(links, std::size_t(4 * n * n), mu, -1);
    }

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
        const Lattice& whole = layout_.shared().lattice();
        const bool forwards = step % 2 == 0;
        const int mu = step / 2;
        Coordinates from = layout_.shared().wholeCoordinates(x);
        if (!forwards) from = whole.shifted(from, mu, -1);
        std::complex<double> factor = factorOfStep(whole, kind_, boundary, {from, mu});
        if (!forwards && traits(kind_).antihermitianHops) factor = -factor;
        const std::complex<double>* const link = forwards ? at(x, mu) : atBefore(x, mu);
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b, to += 2 * lanes_) {
                const std::complex<double> element =
                    forwards ? factor * link[a * n_ + b] : std::conj(factor * link[b * n_ + a]);
                to[0] = T(element.real());
                to[lanes_] = T(element.imag());
            }
    }
    const std::complex<double>* at(const Coordinates& x, int mu) const
    {
        return &links_[std::size_t((layout_.lattice().index(x) * 4 + mu) * n_ * n_)];
    }
    /// U_mu(x-mu).
    const std::complex<double>* atBefore(const Coordinates& x, int mu) const
    {
        const LinkVector& before = before_[std::size_t(mu)];
        if (x[std::size_t(mu)] == 0 && !before.empty())
            return &before[(layout_.shared().indexInSlice(x, mu) * 4 + std::size_t(mu)) * std::size_t(n_ * n_)];
        return at(layout_.lattice().shifted(x, mu, -1), mu);
    }

    const BlockLayout& layout_;
    FermionKind kind_;
    std::span<const std::complex<double>> links_;
    std::array<LinkVector, 4> before_; ///< on the last slices of the ranks before this one
    int n_;
    int lanes_; ///< of a pack
};

} // namespace

template<class T, FermionKind kind>
Hopping<T, kind>::Hopping(const SharedLattice& shared, Group group, std::span<const std::complex<double>> links,
                          const BoundaryPhases& boundary)
    : Hopping(std::make_shared<const BlockLayout>(shared), group, links, boundary)
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
Hopping<T, kind> Hopping<T, kind>::inSlices(int slices) const
{
    Hopping result = *this;
    result.slices_ = slices;
    return result;
}

template<class T, FermionKind kind>
Hopping<T, kind> Hopping<T, kind>::with(const CloverTerm& clover) const
{
    Hopping result = *this;
    const Lattice& lattice = layout_->lattice();
    const std::int64_t lanes = lanesOfPack<T>(layout_->lanes()), reals = 2 * blockReals(group_);
    assert(hasSpin(kind) && std::int64_t(clover.blocks.size()) == lattice.volume() * reals);
    for (int parity = 0; parity < 2; ++parity) {
        const std::span<const std::int64_t> sites = layout_->halfSites(parity);
        const auto packed = [&](const std::vector<double>& numbers) {
            auto all = std::make_shared<AlignedVector<T>>(std::size_t(lattice.halfVolume() * reals));
            forPieces(lattice.halfVolume() / lanes, 16, [&](std::int64_t first, std::int64_t last) {
                for (std::int64_t k = first * lanes; k < last * lanes; ++k) {
                    const std::int64_t site = siteOfHalf(lattice, parity, sites[std::size_t(k)]);
                    for (std::int64_t number = 0; number < reals; ++number)
                        (*all)[std::size_t((k / lanes * reals + number) * lanes + k % lanes)] =
                            T(numbers[std::size_t(site * reals + number)]);
                }
            });
            return all;
        };
        result.blocks_[std::size_t(parity)] = packed(clover.blocks);
        result.inverses_[std::size_t(parity)] = packed(clover.inverses);
    }
    return result;
}

template<class T, FermionKind kind>
std::array<Each<double>, 2> Hopping<T, kind>::run(const Pass& pass, Field& out, const Field& psi,
                                                  const Field* chi) const
{
    const auto& [parity, direction, c] = pass.hop;
    const int vectors = pass.factors.vectors();
    assert(out.slices() == vectors * slices_ && psi.slices() == vectors * slices_);
    assert(out.parity() == parity && psi.parity() == 1 - parity && (!chi || (chi->parity() == parity && chi != &out)));
    assert(hasSpin(kind) || (c.diagonalTwist == 0 && c.hopTwist == 0));
    if (c.diagonal == 0 && c.diagonalTwist == 0) chi = nullptr;
    assert(c.blocks == SiteBlocks::None || hasClover());

    // H^dagger is the term with gamma_mu of the other sign, or -H.
    const double sign = direction == Sign::Plus ? 1 : -1;
    const double upper = traits(kind).antihermitianHops ? sign : 1;
    std::array<HopFactors<T>, largestBundle> factors;
    for (int v = 0; v < vectors; ++v) {
        const double f = pass.factors[v];
        factors[std::size_t(v)] = {
            .diagonal = {{T(f * c.diagonal), T(f * c.diagonalTwist)}, {T(f * c.diagonal), T(-f * c.diagonalTwist)}},
            .hop = {{T(f * upper * c.hop), T(f * c.hopTwist)}, {T(f * sign * c.hop), T(-f * sign * c.hopTwist)}}};
    }
    std::array<int, largestBundle> used{};
    int count = 0;
    pass.inUse.forEach([&](int v) { used[std::size_t(count++)] = v; });
    const std::size_t numbers = std::size_t(layout_->lattice().halfVolume()) * std::size_t(vectors);
    std::vector<double> outNorms(pass.outNorm ? numbers : 0), psiNorms(pass.psiNorm ? numbers : 0);
    const HopCall<T> call = {.out = out.data(),
                             .psi = psi.data(),
                             .chi = chi ? chi->data() : nullptr,
                             .links = links_[std::size_t(parity)]->data(),
                             .neighbours = layout_->neighbours(parity).data(),
                             .packs = layout_->lanes() / out.lanes(),
                             .slices = slices_,
                             .vectors = vectors,
                             .used = count,
                             .inUse = used.data(),
                             .sign = T(sign),
                             .factors = factors.data(),
                             .add = pass.add,
                             .blocks = BlocksOfCall(c.blocks),
                             .clover = hasClover() ? blocks_[std::size_t(parity)]->data() : nullptr,
                             .inverses = hasClover() ? inverses_[std::size_t(parity)]->data() : nullptr,
                             .turn = T(c.turn),
                             .outNorms = pass.outNorm ? outNorms.data() : nullptr,
                             .psiNorms = pass.psiNorm ? psiNorms.data() : nullptr};
    const auto kernel = kernelsFor<T>(layout_->instructionSet())
                            .hop[std::size_t(kind)][std::size_t(group_)][std::size_t(layout_->lanes() == 16)];
    const auto hopTo = [&](std::int64_t from, std::int64_t to) {
        forPieces(to - from, blocksAtATime,
                  [&](std::int64_t first, std::int64_t last) { kernel(call, from + first, from + last); });
    };
    GhostExchange<T> exchange = psi.fillGhosts(sign);
    hopTo(0, layout_->interiorBlocks());
    exchange.finish();
    hopTo(layout_->interiorBlocks(), layout_->blocks());

    const auto sums = [&](int of, const std::vector<double>& norms) {
        return layout_->sumsOfVectors(of, {norms.data(), nullptr}, out.lanes(), vectors, pass.inUse)[0];
    };
    return {pass.outNorm ? sums(parity, outNorms) : Each<double>(vectors),
            pass.psiNorm ? sums(1 - parity, psiNorms) : Each<double>(vectors)};
}

template class Hopping<float, FermionKind::Wilson>;
template class Hopping<double, FermionKind::Wilson>;
template class Hopping<float, FermionKind::Staggered>;
template class Hopping<double, FermionKind::Staggered>;

} // namespace gaugegl::host
