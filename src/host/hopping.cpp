#include "host/hopping.h"

#include "dispatch.h"

#include <cassert>
#include <cmath>
#include <optional>

namespace gaugegl::host {
namespace {

/// What a thread does at a time.
constexpr std::int64_t blocksAtATime = 4;

} // namespace

template<class T, FermionKind kind>
Hopping<T, kind>::Hopping(const SharedLattice& shared, Group group, std::span<const std::complex<double>> links,
                          const BoundaryPhases& boundary)
    : Hopping(std::make_shared<const BlockLayout>(shared), group, links, boundary)
{}

template<class T, FermionKind kind>
Hopping<T, kind>::Hopping(const std::shared_ptr<const BlockLayout>& layout, Group group,
                          std::span<const std::complex<double>> links, const BoundaryPhases& boundary)
    : Hopping(LinkField(layout, group, links), StepFactors(*layout, kind, boundary))
{}

template<class T, FermionKind kind>
Hopping<T, kind>::Hopping(const LinkField& links, const StepFactors& factors)
    : layout_(links.layout()), group_(links.group()), isospin_(factors.isospin()), links_(links, factors)
{}

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

    // H^dagger is the term with gamma_mu, or all, and the chemical potential of the other sign.
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
                             .links = links_.of(parity),
                             .neighbours = layout_->neighbours(parity).data(),
                             .packs = layout_->lanes() / out.lanes(),
                             .slices = slices_,
                             .vectors = vectors,
                             .used = count,
                             .inUse = used.data(),
                             .sign = T(sign),
                             .weights = {T(std::exp(sign * isospin_)), T(std::exp(-sign * isospin_))},
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

template<class T, FermionKind kind>
void Hopping<T, kind>::kickMomenta(LinkAlgebra& p, const std::array<const Field*, 2>& y,
                                   const std::array<const Field*, 2>& x, double factor) const
{
    const auto kernel = kernelsFor<T>(layout_->instructionSet())
                            .force[std::size_t(kind)][std::size_t(group_)][std::size_t(layout_->lanes() == 16)];
    for (const int parity : {0, 1}) {
        const auto same = std::size_t(parity), other = std::size_t(1 - parity);
        assert(x[same]->slices() == slices_ && y[other]->slices() == slices_);
        // What steps forwards read: (1 - gamma_mu) x and (1 + gamma_mu) y, whose ghosts differ.
        std::optional<Field> copy;
        if (hasSpin(kind) && x[other] == y[other]) copy.emplace(*y[other]);
        const Field& yNext = copy ? *copy : *y[other];
        x[other]->fillGhosts(1).finish();
        yNext.fillGhosts(-1).finish();
        for (int mu = 0; mu < 4; ++mu) {
            const ForceCall<T> call{.momenta = p[std::size_t(mu)].change(parity),
                                    .x = x[same]->data(),
                                    .xNext = x[other]->data(),
                                    .y = y[same]->data(),
                                    .yNext = yNext.data(),
                                    .links = links_.of(parity),
                                    .neighbours = layout_->neighbours(parity).data(),
                                    .packs = layout_->lanes() / x[same]->lanes(),
                                    .slices = slices_,
                                    .mu = mu,
                                    .weights = {T(std::exp(isospin_)), T(std::exp(-isospin_))},
                                    .factor = 0.5 * factor};
            forPieces(layout_->blocks(), blocksAtATime,
                      [&](std::int64_t first, std::int64_t last) { kernel(call, first, last); });
        }
    }
}

template class Hopping<float, FermionKind::Wilson>;
template class Hopping<double, FermionKind::Wilson>;
template class Hopping<float, FermionKind::Staggered>;
template class Hopping<double, FermionKind::Staggered>;

} // namespace gaugegl::host
