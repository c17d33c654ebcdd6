#include "host/hop_matrices.h"

#include "dispatch.h"
#include "link_kernels.h"

#include <algorithm>
#include <limits>

namespace gaugegl::host {
namespace {

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

void run(const LinkKernels::Group& kernels, const HopMatricesCall<float>& call, std::int64_t first, std::int64_t last)
{
    kernels.single(call, first, last);
}
void run(const LinkKernels::Group& kernels, const HopMatricesCall<double>& call, std::int64_t first, std::int64_t last)
{
    kernels.inDouble(call, first, last);
}

} // namespace

StepFactors::StepFactors(const BlockLayout& layout, FermionKind kind, const BoundaryPhases& boundary)
    : isospin_(boundary.isospin)
{
    const Lattice& whole = layout.shared().lattice();
    const std::int64_t lanes = lanesOfPack<double>(layout.lanes());
    for (int mu = 0; mu < 4; ++mu)
        for (const int x : {0, whole.extent(mu) - 1})
            areSigns_ = areSigns_ && boundary.ofStep(whole, mu, x).imag() == 0;
    for (const int parity : {0, 1}) {
        const auto signs = std::make_shared<std::vector<std::uint16_t>>(std::size_t(layout.blocks() * 8));
        AlignedVector<double>& factors = factors_[std::size_t(parity)];
        const std::span<const std::int64_t> sites = layout.halfSites(parity);
        factors.resize(sites.size() * 16);
        const int lanesOfBlock = layout.lanes();
        forPieces(std::int64_t(sites.size()), 256, [&](std::int64_t first, std::int64_t last) { // of whole blocks
            for (std::int64_t place = first; place < last; ++place) {
                const Coordinates x = layout.shared().wholeCoordinates(
                    layout.lattice().coordinates(siteOfHalf(layout.lattice(), parity, sites[std::size_t(place)])));
                for (int step = 0; step < 8; ++step) {
                    const int mu = step / 2;
                    const bool forwards = step % 2 == 0;
                    std::complex<double> factor =
                        factorOfStep(whole, kind, boundary, {forwards ? x : whole.shifted(x, mu, -1), mu});
                    if (!forwards) factor = std::conj(traits(kind).antihermitianHops ? -factor : factor);
                    double* const to = &factors[std::size_t((place / lanes * 8 + step) * 2 * lanes + place % lanes)];
                    to[0] = factor.real();
                    to[lanes] = factor.imag();
                    if (factor.real() < 0)
                        (*signs)[std::size_t(place / lanesOfBlock * 8 + step)] |=
                            std::uint16_t(1U << unsigned(place % lanesOfBlock));
                }
            }
        });
        if (areSigns_) signs_[std::size_t(parity)] = signs;
    }
}

template<class T>
HopMatrices<T>::HopMatrices(const LinkField& links, const StepFactors& factors) : whole_(!factors.areSigns())
{
    fill(links, factors);
    if (whole_) return;
    // The last row is as accurate as the others, or the operator would not be that of the links.
    if (links.layout()->shared().largest(deviation_) > 32.0 * double(std::numeric_limits<T>::epsilon())) {
        whole_ = true;
        fill(links, factors);
    } else if (!traits(links.group()).quaternions) {
        signs_ = {factors.signs(0), factors.signs(1)};
    }
}

template<class T>
void HopMatrices<T>::fill(const LinkField& links, const StepFactors& factors)
{
    const BlockLayout& layout = *links.layout();
    const int n = colours(links.group());
    const auto& kernels =
        compiledFor<const LinkKernels*>(layout.instructionSet(), {baselineLinks, avx2Links, avx512Links})
            ->groups[std::size_t(links.group())];
    constexpr std::int64_t blocksAtATime = 16;
    std::vector<double> deviations(std::size_t(layout.blocks() / blocksAtATime + 1));
    stored_ = 2 * n * (whole_ ? n : n - 1);
    for (const int parity : {0, 1}) {
        auto numbers = std::make_shared<AlignedVector<T>>(std::size_t(layout.lattice().halfVolume() * 8 * stored_));
        HopMatricesCall<T> all{.out = numbers->data(),
                               .whole = whole_,
                               .own = {},
                               .other = {},
                               .neighbours = layout.neighbours(parity).data(),
                               .factors = factors.of(parity),
                               .packs = links[0].packs(),
                               .deviation = nullptr};
        for (int mu = 0; mu < 4; ++mu) {
            all.own[mu] = links[mu].data(parity);
            all.other[mu] = links[mu].withGhosts(1 - parity);
        }
        forPieces(layout.blocks(), blocksAtATime, [&](std::int64_t first, std::int64_t last) {
            HopMatricesCall<T> call = all;
            call.deviation = &deviations[std::size_t(first / blocksAtATime)];
            run(kernels, call, first, last);
        });
        numbers_[std::size_t(parity)] = std::move(numbers);
    }
    deviation_ = *std::max_element(deviations.begin(), deviations.end());
}

template class HopMatrices<float>;
template class HopMatrices<double>;

} // namespace gaugegl::host
