#include "host/link_update.h"

#include "core/philox.h"
#include "dispatch.h"
#include "element_field.h"
#include "host/link_paths.h"
#include "host/matrix.h"

#include "gaugegl/base/error.h"

#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace gaugegl::host {
namespace {

template<class T>
constexpr Precision precisionOf = sizeof(T) == sizeof(float) ? Precision::Single : Precision::Double;

/// The kernels of a group, of a table for layouts of 8 and of 16 lanes.
template<class Kernels>
const auto& ofGroup(const Kernels& kernels, const BlockLayout& layout, Group group)
{
    return kernels.groups[traits(group).quaternions ? 0 : 1][layout.lanes() == 16 ? 1 : 0];
}

template<class T>
const typename UpdateKernels<T>::Group& updatesOf(const BlockLayout& layout, Group group)
{
    return ofGroup(ofPrecision<T>(compiledFor<UpdateTables>(layout.instructionSet(),
                                                            {baselineUpdates, avx2Updates, avx512Updates})),
                   layout, group);
}

/// The numbers in the whole lattice of the sites of a parity.
std::vector<std::uint32_t> wholeSites(const BlockLayout& layout, int parity)
{
    std::vector<std::uint32_t> sites;
    sites.reserve(layout.halfSites(parity).size());
    for (const std::int64_t half : layout.halfSites(parity))
        sites.push_back(std::uint32_t(layout.shared().lattice().wholeSite(siteOfHalf(layout.lattice(), parity, half))));
    return sites;
}

PhiloxKeys roundKeys(std::uint64_t seed)
{
    PhiloxKeys keys;
    auto low = std::uint32_t(seed), high = std::uint32_t(seed >> 32);
    for (auto& round : keys.of) {
        round[0] = std::exchange(low, low + 0x9E3779B9u);
        round[1] = std::exchange(high, high + 0xBB67AE85u);
    }
    return keys;
}

} // namespace

void requireUpdates(Group group)
{
    if (colours(group) > 3)
        throw InputError(fmt::format("the CPU updates links of SU2 and SU3, not of {}, which needs a driver of OpenGL",
                                     name(group)));
}

template<class T>
void hotStart(LinksOf<T>& u, std::uint64_t seed)
{
    const BlockLayout& layout = *u.layout();
    const auto elements = std::size_t(colours(u.group()) * colours(u.group()));
    for (const int parity : {0, 1}) {
        const std::vector<std::uint32_t> sites = wholeSites(layout, parity);
        for (int mu = 0; mu < 4; ++mu) {
            T* const to = u[mu].change(parity);
            forPieces(std::int64_t(sites.size()), 64, [&](std::int64_t first, std::int64_t last) {
                std::vector<std::complex<double>> element(elements);
                for (std::int64_t place = first; place < last; ++place) {
                    const RandomSite at{seed, Purpose::HotStart, mu, 0, sites[std::size_t(place)]};
                    drawElement(u.group(), element, philoxDraws(at, precisionOf<T>));
                    packElement(to + u[mu].at(place, 0), element.data(), u[mu].lanes(), u.group());
                }
            });
        }
    }
}

template<class T>
double reunitarise(LinksOf<T>& u)
{
    const BlockLayout& layout = *u.layout();
    const auto& kernels = ofGroup(
        ofPrecision<T>(compiledFor<FixingTables>(layout.instructionSet(), {baselineFixing, avx2Fixing, avx512Fixing})),
        layout, u.group());
    const std::int64_t sites = layout.lattice().halfVolume();
    double sum = 0;
    std::vector<double> deviations(static_cast<std::size_t>(sites));
    for (int mu = 0; mu < 4; ++mu)
        for (const int parity : {0, 1}) {
            forPieces(sites / u[mu].lanes(), 64, [&, to = u[mu].change(parity)](std::int64_t first, std::int64_t last) {
                kernels.reunitarise(to, deviations.data(), first, last);
            });
            sum += layout.sums(parity, {deviations.data(), nullptr})[0];
        }
    return std::sqrt(sum / (4 * double(layout.shared().lattice().volume())));
}

template<class T>
LinkUpdates<T>::LinkUpdates(const std::shared_ptr<const BlockLayout>& layout, Group group, const GaugeAction& action)
    : layout_(layout), group_(group), couplesParity_(action.loops().couplesParity())
{
    requireUpdates(group);
    requireAlone(*layout, "updates of links");
    for (int mu = 0; mu < 4; ++mu)
        staples_[std::size_t(mu)] = staplePaths(action, mu);
    for (const int parity : {0, 1}) {
        sites_[std::size_t(parity)] = wholeSites(*layout, parity);
        accepted_[std::size_t(parity)].resize(std::size_t(layout->blocks()));
    }
}

/// The lanes of each block whose links are in a set.
template<class T>
const std::vector<std::uint16_t>& LinkUpdates<T>::lanesOf(const LinkSet& set)
{
    std::vector<std::uint16_t>& lanes = lanes_[{set.mu, set.parity, set.sublattice, set.thickness}];
    if (!lanes.empty()) return lanes;
    const Lattice& lattice = layout_->lattice();
    std::optional<Sublattices> sublattices;
    if (set.sublattice != LinkSet::everySublattice) sublattices.emplace(lattice);
    const auto half = layout_->halfSites(set.parity);
    lanes.resize(std::size_t(layout_->blocks()));
    for (std::size_t place = 0; place < half.size(); ++place) {
        const Coordinates x = lattice.coordinates(siteOfHalf(lattice, set.parity, half[place]));
        const auto lane = place % std::size_t(layout_->lanes());
        if (set.hasTime(x[3]) && (!sublattices || sublattices->of(x, set.mu) == set.sublattice))
            lanes[place / std::size_t(layout_->lanes())] |= std::uint16_t(1u << lane);
    }
    return lanes;
}

template<class T>
template<class Run>
void LinkUpdates<T>::update(LinksOf<T>& u, const LinkSet& set, const Run& run)
{
    if (couplesParity_ != (set.sublattice != LinkSet::everySublattice))
        throw InputError("links are updated by sublattices if, and only if, the action has rectangles");
    typename LinksOf<T>::Matrices& links = u[set.mu];
    if (couplesParity_ && !scratch_) scratch_.emplace(links);
    UpdateCall<T> call{.u = around(u),
                       .out = couplesParity_ ? scratch_->change(set.parity) : links.change(set.parity),
                       .mu = set.mu,
                       .parity = set.parity,
                       .staples = staples_[std::size_t(set.mu)].data(),
                       .stapleCount = int(staples_[std::size_t(set.mu)].size()),
                       .set = couplesParity_ || set.fixesTimes() ? lanesOf(set).data() : nullptr};
    const auto& kernels = updatesOf<T>(*layout_, group_);
    forPieces(layout_->blocks(), 8, [&](std::int64_t first, std::int64_t last) { run(kernels, call, first, last); });
    if (couplesParity_) links.exchange(set.parity, *scratch_);
}

template<class T>
std::int64_t LinkUpdates<T>::heatBath(LinksOf<T>& u, const LinkSet& set, const HeatBath& parameters,
                                      const SweepNumbers& numbers)
{
    if (!isCoupling(parameters.beta))
        throw InputError(fmt::format("beta {} is not between 0 and {}", parameters.beta, largestBeta));
    if (parameters.trials < 1 || parameters.trials > 255)
        throw InputError(fmt::format("{} heat bath trials are not between 1 and 255", parameters.trials));
    std::vector<std::int32_t>& accepted = accepted_[std::size_t(set.parity)];
    const HeatBathCall<T> heat{.coupling = T(parameters.beta / colours(group_)),
                               .algorithm = parameters.algorithm,
                               .trials = parameters.trials,
                               .sites = sites_[std::size_t(set.parity)].data(),
                               .sweep = numbers.sweep,
                               .stream = 16 * unsigned(Purpose::HeatBath) + unsigned(set.mu),
                               .keys = roundKeys(numbers.seed),
                               .accepted = accepted.data()};
    update(u, set, [&](const auto& kernels, const UpdateCall<T>& call, std::int64_t first, std::int64_t last) {
        kernels.heatBath(call, heat, first, last);
    });
    return std::accumulate(accepted.begin(), accepted.end(), std::int64_t(0));
}

template<class T>
void LinkUpdates<T>::overrelaxation(LinksOf<T>& u, const LinkSet& set)
{
    update(u, set, [](const auto& kernels, const UpdateCall<T>& call, std::int64_t first, std::int64_t last) {
        kernels.overrelaxation(call, first, last);
    });
}

template<class T>
void LinkUpdates<T>::cooling(LinksOf<T>& u, const LinkSet& set)
{
    update(u, set, [](const auto& kernels, const UpdateCall<T>& call, std::int64_t first, std::int64_t last) {
        kernels.cooling(call, first, last);
    });
}

#define GAUGEGL_INSTANTIATE(T)                                                                                         \
    template void hotStart<T>(LinksOf<T>&, std::uint64_t);                                                             \
    template double reunitarise<T>(LinksOf<T>&);                                                                       \
    template class LinkUpdates<T>;
GAUGEGL_INSTANTIATE(float)
GAUGEGL_INSTANTIATE(double)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::host
