#include "host/hop_matrices.h"

#include "dispatch.h"
#include "link_kernels.h"

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
    kernels.twice(call, first, last);
}

} // namespace

StepFactors::StepFactors(const BlockLayout& layout, FermionKind kind, const BoundaryPhases& boundary)
{
    const Lattice& whole = layout.shared().lattice();
    const std::int64_t lanes = lanesOfPack<double>(layout.lanes());
    for (const int parity : {0, 1}) {
        AlignedVector<double>& factors = factors_[std::size_t(parity)];
        const std::span<const std::int64_t> sites = layout.halfSites(parity);
        factors.resize(sites.size() * 16);
        forPieces(std::int64_t(sites.size()), 256, [&](std::int64_t first, std::int64_t last) {
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
                }
            }
        });
    }
}

template<class T>
HopMatrices<T> hopMatrices(const LinkField& links, const StepFactors& factors)
{
    const BlockLayout& layout = *links.layout();
    const int n = colours(links.group());
    const auto& kernels =
        compiledFor<const LinkKernels*>(layout.instructionSet(), {baselineLinks, avx2Links, avx512Links})
            ->groups[std::size_t(links.group())];
    HopMatrices<T> result;
    for (const int parity : {0, 1}) {
        auto matrices = std::make_shared<AlignedVector<T>>(std::size_t(layout.lattice().halfVolume() * 16 * n * n));
        HopMatricesCall<T> call{.out = matrices->data(),
                                .own = {},
                                .other = {},
                                .neighbours = layout.neighbours(parity).data(),
                                .factors = factors.of(parity),
                                .packs = links[0].packs()};
        for (int mu = 0; mu < 4; ++mu) {
            call.own[mu] = links[mu].data(parity);
            call.other[mu] = links[mu].withGhosts(1 - parity);
        }
        forPieces(layout.blocks(), 16, [&](std::int64_t first, std::int64_t last) { run(kernels, call, first, last); });
        result[std::size_t(parity)] = std::move(matrices);
    }
    return result;
}

template HopMatrices<float> hopMatrices(const LinkField&, const StepFactors&);
template HopMatrices<double> hopMatrices(const LinkField&, const StepFactors&);

} // namespace gaugegl::host
