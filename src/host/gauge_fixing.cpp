#include "host/gauge_fixing.h"

#include "dispatch.h"
#include "element_field.h"
#include "fixing_draws.h"
#include "host/gauge_field.h"

#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::host {
namespace {

/// Blocks that a thread takes at a time.
constexpr std::int64_t blocksOfAPiece = 8;

void requireKnown(Gauge gauge)
{
    if (!fixes(gauge)) throw InputError("the CPU supports only Landau and Coulomb gauge");
}

template<class T>
const FixingKernels<T>& fixingKernelsFor(InstructionSet set)
{
    return ofPrecision<T>(compiledFor<FixingTables>(set, {baselineFixing, avx2Fixing, avx512Fixing}));
}

LocalStep localStep(const FixingStep& step)
{
    if (step.omega == 1) return LocalStep::Maximum;
    if (step.omega == 2 && step.power == PowerOrder::Exact) return LocalStep::Reflection;
    if (step.power == PowerOrder::First) return LocalStep::First;
    return step.power == PowerOrder::Second ? LocalStep::Second : LocalStep::Exact;
}

} // namespace

template<class T>
struct GaugeFixer<T>::Work {
    static constexpr Precision precision = sizeof(T) == sizeof(float) ? Precision::Single : Precision::Double;

    Work(const SharedLattice& itsLattice, Group itsGroup, InstructionSet set)
        : shared(itsLattice), lattice(shared.local()), group(itsGroup),
          layout(std::make_shared<const BlockLayout>(shared, set)),
          kernels(fixingKernelsFor<T>(set).groups[traits(group).quaternions ? 0 : 1][layout->lanes() == 16 ? 1 : 0]),
          links(layout, group, 4), g(layout, group, 1)
    {
        requireFeature(group, Feature::GaugeFixing);
        for (const int parity : {0, 1}) {
            const auto half = layout->halfSites(parity);
            sites[std::size_t(parity)].resize(half.size());
            for (std::size_t place = 0; place < half.size(); ++place)
                sites[std::size_t(parity)][place] = std::uint32_t(siteOfHalf(lattice, parity, half[place]));
            left[std::size_t(parity)].assign(std::size_t(layout->blocks()), everyLane());
            values[std::size_t(parity)].resize(2 * half.size());
        }
    }

    int n() const { return colours(group); }
    std::uint16_t everyLane() const { return std::uint16_t((1u << layout->lanes()) - 1); }
    void setUnit(std::array<std::complex<double>, 9>& element) const
    {
        for (int k = 0; k < n() * n(); ++k)
            element[std::size_t(k)] = k % (n() + 1) == 0 ? 1 : 0;
    }
    std::size_t matrix() const { return std::size_t(n() * n()); }
    /// Time slices whose theta is one number: all, or in Landau gauge their sum alone.
    int slices(Gauge gauge) const { return gauge == Gauge::Coulomb ? shared.lattice().extent(3) : 1; }
    int sliceOf(std::uint32_t site) const
    {
        return int(site / lattice.spatialVolume()) + shared.lattice().share().origin[3];
    }

    FixingCall<T> callOf(int parity)
    {
        FixingCall<T> call{.own = links.data(parity),
                           .other = links.data(1 - parity),
                           .neighbours = layout->neighbours(parity).data(),
                           .packs = layout->lanes() / links.lanes()};
        return call;
    }

    /// f(site, place, parity) at all sites.
    template<class F>
    void forSites(const F& f)
    {
        for (const int parity : {0, 1})
            forPieces(layout->blocks(), blocksOfAPiece, [&](std::int64_t first, std::int64_t last) {
                for (std::int64_t place = first * layout->lanes(); place < last * layout->lanes(); ++place)
                    f(sites[std::size_t(parity)][std::size_t(place)], place, parity);
            });
    }

    /// Both parities; K and its maxima belong to `directions` of them, the first ones.
    void iterate(int directions, const FixingStep& step, std::uint64_t seed)
    {
        for (const int parity : {0, 1}) {
            FixingCall<T> call = callOf(parity);
            call.to = directions;
            call.left = left[std::size_t(parity)].data();
            if (directions < 4 || accumulates) call.g = g.data(parity);
            call.step = localStep(step);
            call.omega = T(step.omega);
            writing(parity, [&](std::int64_t first, std::int64_t last) {
                if (step.kind == FixingStep::Kind::Power)
                    kernels.fix(call, first, last);
                else
                    for (std::int64_t block = first; block < last; ++block)
                        draw(call, step, {.seed = seed, .precision = precision}, {parity, block});
            });
        }
    }

    /// f(first, last) for the blocks of a parity, which reads and writes links of their sites and of those one step
    /// before them.
    template<class F>
    void writing(int parity, const F& f)
    {
        GhostExchange<T> ghosts = links.fillGhosts(1 - parity);
        ghosts.finish();
        forPieces(layout->blocks(), blocksOfAPiece, f);
        ghosts.giveBack(links.numbers());
    }

    /// A block where chance decides.
    void draw(const FixingCall<T>& call, const FixingStep& step, DrawSite at, std::pair<int, std::int64_t> where)
    {
        const auto& [parity, block] = where;
        const unsigned open = call.left[block];
        if (open == 0) return;
        const int lanes = layout->lanes(), pack = links.lanes(), numbers = links.numbers();
        alignas(64) std::array<T, 16 * elementNumbers(3)> k;
        kernels.gather(call, k.data(), block);
        for (int lane = 0; lane < lanes; ++lane) {
            at.site = std::uint32_t(
                shared.lattice().wholeSite(sites[std::size_t(parity)][std::size_t(block * lanes + lane)]));
            T* numbersOfLane = k.data() + lane / pack * numbers * pack + lane % pack;
            std::array<std::complex<double>, 9> sum, element;
            unpackElement(sum.data(), numbersOfLane, pack, group);
            if ((open >> lane & 1) == 0)
                setUnit(element);
            else if (traits(group).quaternions)
                drawTransformation<2>(element.data(), sum.data(), step, at);
            else
                drawTransformation<3>(element.data(), sum.data(), step, at);
            packElement(numbersOfLane, element.data(), pack, group);
        }
        kernels.apply(call, k.data(), block);
    }

    /// The links of some directions by the matrices of a field.
    void transformBy(ElementField<T>& by, int from, int to)
    {
        const std::int64_t matrices = std::int64_t(links.numbers()) * layout->lanes();
        for (const int parity : {0, 1}) {
            FixingCall<T> call = callOf(parity);
            call.from = from;
            call.to = to;
            writing(parity, [&](std::int64_t first, std::int64_t last) {
                for (std::int64_t block = first; block < last; ++block)
                    kernels.apply(call, by.data(parity) + block * matrices, block);
            });
        }
    }

    /// Projects links and accumulated transformation; the root mean squared deviation of the links.
    double reunitarise()
    {
        double sum = 0;
        const auto pack = std::size_t(links.lanes());
        for (const int parity : {0, 1}) {
            std::vector<double> ofLinks(std::size_t(links.packs()) * pack), ofSites(ofLinks.size() / 4, 0.0);
            forPieces(links.packs(), 64, [&](std::int64_t first, std::int64_t last) {
                kernels.reunitarise(links.data(parity), ofLinks.data(), first, last);
            });
            forPieces(g.packs(), 64, [&](std::int64_t first, std::int64_t last) {
                kernels.reunitarise(g.data(parity), nullptr, first, last);
            });
            for (std::size_t place = 0; place < ofSites.size(); ++place)
                for (std::size_t mu = 0; mu < 4; ++mu)
                    ofSites[place] += ofLinks[(place / pack * 4 + mu) * pack + place % pack];
            sum += layout->sums(parity, {ofSites.data(), nullptr})[0];
        }
        return std::sqrt(sum / (4.0 * double(shared.lattice().volume())));
    }

    /// Sets theta of all slices.
    FixingState measure(Gauge gauge, int iteration)
    {
        const int directions = fixedDirections(gauge);
        const auto pack = std::size_t(links.lanes());
        double largest = 0;
        std::vector<std::array<double, 2>> rows; // sums of both parities
        for (const int parity : {0, 1}) {
            FixingCall<T> call = callOf(parity);
            call.to = directions;
            std::vector<T>& found = values[std::size_t(parity)];
            links.fillGhosts(1 - parity).finish();
            forPieces(layout->blocks(), blocksOfAPiece,
                      [&](std::int64_t first, std::int64_t last) { kernels.measure(call, found.data(), first, last); });
            std::vector<double> traces(found.size() / 2), divergences(traces.size());
            for (std::size_t place = 0; place < traces.size(); ++place) {
                const std::size_t at = place / pack * 2 * pack + place % pack;
                traces[place] = found[at];
                const double divergence = divergences[place] = found[at + pack];
                largest = divergence > largest || std::isnan(divergence) ? divergence : largest;
            }
            const auto ofParity = layout->rowSums(parity, {traces.data(), divergences.data()});
            rows.resize(ofParity.size());
            for (std::size_t row = 0; row < rows.size(); ++row)
                addTo(rows[row], ofParity[row]);
        }
        const double volume = double(shared.lattice().volume()), sitesTimesN = n() * volume;
        thetas.clear();
        const std::size_t ofSlice = rows.size() / std::size_t(slices(gauge));
        for (std::size_t first = 0; first < rows.size(); first += ofSlice) {
            std::vector<std::array<double, 2>> slice(rows.begin() + std::ptrdiff_t(first),
                                                     rows.begin() + std::ptrdiff_t(first + ofSlice));
            thetas.push_back(treeSum(slice)[1] / (sitesTimesN / slices(gauge)));
        }
        const auto [trace, theta] = treeSum(rows);
        return {iteration, trace / (2 * directions * sitesTimesN), theta / sitesTimesN, shared.largest(largest) / n(),
                std::isnan(theta) ? theta : *std::ranges::max_element(thetas)};
    }

    bool below(double tolerance) const
    {
        return std::ranges::all_of(thetas, [&](double theta) { return theta < tolerance; });
    }

    /// Sites of finished slices are left out from now on.
    void leaveOut(double tolerance)
    {
        const auto lanes = std::size_t(layout->lanes());
        for (const int parity : {0, 1})
            for (std::size_t block = 0; block < left[std::size_t(parity)].size(); ++block) {
                unsigned open = 0;
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    const int t = sliceOf(sites[std::size_t(parity)][block * lanes + lane]);
                    if (!(thetas[thetas.size() == 1 ? 0 : std::size_t(t)] < tolerance)) open |= 1u << lane;
                }
                left[std::size_t(parity)][block] = std::uint16_t(open);
            }
    }
    void leaveNothingOut()
    {
        for (auto& half : left)
            std::ranges::fill(half, everyLane());
    }

    SharedLattice shared;
    Lattice lattice; ///< the part of this rank
    Group group;
    std::shared_ptr<const BlockLayout> layout;
    const typename FixingKernels<T>::Group& kernels;
    ElementField<T> links, g;
    bool accumulates = false; ///< g; in Coulomb gauge always
    std::array<std::vector<std::uint32_t>, 2> sites;
    std::array<std::vector<std::uint16_t>, 2> left; ///< [block]: a bit for each lane that is still fixed
    std::array<std::vector<T>, 2> values;           ///< of measure()
    std::vector<double> thetas;                     ///< of slices
};

template<class T>
GaugeFixer<T>::GaugeFixer(const SharedLattice& shared, Group group, InstructionSet set)
    : work_(std::make_unique<Work>(shared, group, set))
{}
template<class T>
GaugeFixer<T>::~GaugeFixer() = default;

template<class T>
void GaugeFixer<T>::upload(std::span<const std::complex<double>> in)
{
    const std::size_t size = std::size_t(work_->lattice.volume()) * 4 * work_->matrix();
    if (in.size() != size)
        throw InputError(fmt::format("there are {} numbers of links instead of {}", in.size(), size));
    work_->forSites([&](std::int64_t site, std::int64_t place, int parity) {
        for (int mu = 0; mu < 4; ++mu)
            work_->links.set(parity, place, mu, &in[std::size_t(4 * site + mu) * work_->matrix()]);
    });
}

template<class T>
LinkVector GaugeFixer<T>::download() const
{
    LinkVector out(std::size_t(work_->lattice.volume()) * 4 * work_->matrix());
    work_->forSites([&](std::int64_t site, std::int64_t place, int parity) {
        for (int mu = 0; mu < 4; ++mu)
            work_->links.get(parity, place, mu, &out[std::size_t(4 * site + mu) * work_->matrix()]);
    });
    return out;
}

template<class T>
FixingState GaugeFixer<T>::measure(Gauge gauge)
{
    requireKnown(gauge);
    return work_->measure(gauge, 0);
}

template<class T>
void GaugeFixer<T>::iterate(Gauge gauge, const FixingStep& step, std::uint64_t seed)
{
    requireKnown(gauge);
    if (gauge == Gauge::Coulomb) work_->g.setUnit();
    work_->leaveNothingOut();
    work_->iterate(fixedDirections(gauge), step, seed);
    if (gauge == Gauge::Coulomb) work_->transformBy(work_->g, 3, 4);
}

template<class T>
void GaugeFixer<T>::randomTransformation(std::uint64_t seed, const GeneratorChoice& generator)
{
    transform(host::randomTransformation(work_->shared.lattice(), work_->group, generator, seed, Work::precision));
}

template<class T>
void GaugeFixer<T>::transform(std::span<const std::complex<double>> g)
{
    const std::size_t size = std::size_t(work_->lattice.volume()) * work_->matrix();
    if (g.size() != size)
        throw InputError(fmt::format("there are {} numbers of a transformation instead of {}", g.size(), size));
    ElementField<T> field(work_->layout, work_->group, 1);
    work_->forSites([&](std::int64_t site, std::int64_t place, int parity) {
        field.set(parity, place, 0, &g[std::size_t(site) * work_->matrix()]);
    });
    work_->transformBy(field, 0, 4);
}

template<class T>
void GaugeFixer<T>::accumulate(bool wanted)
{
    work_->accumulates = wanted;
}

template<class T>
TransformationVector GaugeFixer<T>::transformation() const
{
    TransformationVector out(std::size_t(work_->lattice.volume()) * work_->matrix());
    work_->forSites([&](std::int64_t site, std::int64_t place, int parity) {
        work_->g.get(parity, place, 0, &out[std::size_t(site) * work_->matrix()]);
    });
    reunitarise(out, work_->group);
    return out;
}

template<class T>
FixingResult GaugeFixer<T>::fix(const GaugeFixing& fixing, const FixingWatch& watch)
{
    requireValid(fixing, work_->group);
    requireKnown(fixing.gauge);
    const double start = steadySeconds();
    const int directions = fixedDirections(fixing.gauge),
              ladder = fixing.method == FixingMethod::Annealing ? annealingIterations(fixing.annealing) : 0;
    work_->reunitarise(); // files of 32 bits are in the group to 1e-7 alone
    if (fixing.randomStart) randomTransformation(fixing.seed, fixing.generator);
    work_->g.setUnit();
    work_->leaveNothingOut();
    FixingResult result;
    int k = 0;
    const auto measured = [&] { // false: stop
        result.history.push_back(work_->measure(fixing.gauge, k));
        const FixingState& state = result.history.back();
        return std::isfinite(state.theta) && (!watch || watch(state));
    };
    const auto project = [&] { result.drift = std::max(result.drift, work_->reunitarise()); };
    for (bool goesOn = measured(); goesOn && k < fixing.maxIterations;) {
        if (k >= ladder && work_->below(fixing.tolerance)) { // of what is stored in the end
            project();
            work_->measure(fixing.gauge, k);
            if ((result.converged = work_->below(fixing.tolerance))) break;
        }
        work_->iterate(directions, stepOf(fixing, work_->group, k++), fixing.seed);
        if (k % fixing.reunitariseEvery == 0) project();
        if (k % fixing.checkEvery != 0 && k < fixing.maxIterations) continue;
        goesOn = measured() && !(Work::precision == Precision::Single && stalls(result.history));
        if (k >= ladder && directions < 4) work_->leaveOut(fixing.tolerance);
    }
    project();
    if (directions < 4) work_->transformBy(work_->g, 3, 4);
    setEnd(result, work_->measure(fixing.gauge, k));
    result.converged = k >= ladder && work_->below(fixing.tolerance);
    result.iterations = k;
    result.seconds = steadySeconds() - start;
    return result;
}

template class GaugeFixer<float>;
template class GaugeFixer<double>;

} // namespace gaugegl::host
