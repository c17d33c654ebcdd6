#include "gaugegl/gauge/observables/observables.h"

#include "gauge/observables/loop_kernels.h"

#include <algorithm>
#include <cassert>

namespace gaugegl {
namespace {

Density makeDensity(Device& device, const TextureShape& shape)
{
    return {PlaneTexture(device, shape), PlaneTexture(device, shape)};
}

/// The first observable of each kernel; the densities of a meter are in this order.
const std::vector<Observable>& firstOfKernels()
{
    static const std::vector<Observable> firsts = [] {
        std::vector<Observable> found;
        for (const ObservableTraits& one : observableTraits)
            if (std::ranges::none_of(found, [&](Observable other) { return traits(other).kernel == one.kernel; }))
                found.push_back(one.observable);
        return found;
    }();
    return firsts;
}

std::size_t densityOf(Observable observable)
{
    const auto& firsts = firstOfKernels();
    const auto same = std::ranges::find_if(
        firsts, [&](Observable other) { return traits(other).kernel == traits(observable).kernel; });
    return std::size_t(same - firsts.begin());
}

/// The mean of an observable from the sums of its density.
std::complex<double> meanOf(const ObservableTraits& one, const PendingSums& sums, const Lattice& lattice)
{
    const std::array<double, 4> sum = total(sums);
    const double sites = double(one.onSlice ? lattice.spatialVolume() : lattice.volume());
    return std::complex(sum[one.component], one.complex ? sum[one.component + 1] : 0.0) / sites;
}

} // namespace

GaugeObservables plaquetteObservables(const std::array<double, 4>& sums, const Lattice& lattice)
{
    const double volume = double(lattice.volume());
    GaugeObservables result;
    result.plaquetteSpace = 1 - sums[0] / (3 * volume);
    result.plaquetteTime = 1 - sums[1] / (3 * volume);
    result.actionDensity = (sums[0] + sums[1]) / volume;
    result.plaquette = 1 - result.actionDensity / 6;
    result.linkTrace = sums[3] / volume;
    return result;
}

ObservableMeter::ObservableMeter(Device& device, const Lattice& lattice, Group group)
    : lattice_(lattice), group_(group), reduction_(device)
{
    for (const Observable one : firstOfKernels())
        densities_.push_back(
            makeDensity(device, traits(one).onSlice ? timeSliceShape(lattice, 1) : halfFieldShape(lattice, 1)));
}

const Density& ObservableMeter::density(Observable observable) const { return densities_[densityOf(observable)]; }

/// A product around the lattice in t, which each rank takes from the one before and passes on to the one after it.
void ObservableMeter::runAlongRanks(Kernel& kernel, PlaneTexture& out) const
{
    const Communicator& ranks = out.device().ranks();
    const Share& part = lattice_.share();
    PlaneTexture line(out.device(), timeSliceShape(lattice_, fullMatrixPlanes(group_)));
    std::vector<std::byte> bits(line.rowBytes() * std::size_t(line.shape().height));
    if (part.origin[3] > 0) {
        const Incoming before[] = {{part.before[3], 0, bits}};
        ranks.begin({}, before)->wait();
        line.uploadBits(bits);
        kernel.read("uLine", line);
    }
    if (out.shape().ghosts.counts) return kernel.run(out); // the last one
    PlaneTexture next(out.device(), line.shape());
    kernel.run(next);
    bits = next.downloadBits();
    const Outgoing behind[] = {{part.behind[3], 0, bits}};
    ranks.begin(behind, {})->wait();
}

PendingSums ObservableMeter::sums(const GaugeField& u, std::size_t density)
{
    assert(u.lattice() == lattice_ && u.group() == group_);
    const KernelSpec spec =
        traits(firstOfKernels()[density]).kernel(group_, lattice_, u.device().precision(), u.device().registers());
    Density& out = densities_[density];
    PendingSums sums;
    for (int parity = 0; parity < 2; ++parity) {
        Kernel kernel(u.device(), spec);
        readLinks(kernel, u, parity);
        if (traits(firstOfKernels()[density]).onSlice && lattice_.share().divides(3))
            runAlongRanks(kernel, out.of(parity));
        else
            kernel.run(out.of(parity));
        sums.push_back(reduction_.begin(out.of(parity)));
    }
    return sums;
}

PendingObservables ObservableMeter::begin(const GaugeField& u, const ObservableSet& chosen)
{
    PendingObservables pending(lattice_, chosen);
    pending.sums_.resize(densities_.size());
    const auto measure = [&](Observable observable) {
        const std::size_t density = densityOf(observable);
        if (pending.sums_[density].empty()) pending.sums_[density] = sums(u, density);
    };
    measure(Observable::Plaquette);
    for (const Observable one : tableOrder)
        if (chosen.has(one)) measure(one);
    return pending;
}

std::complex<double> ObservableMeter::measure(const GaugeField& u, Observable observable)
{
    return meanOf(traits(observable), sums(u, densityOf(observable)), lattice_);
}

bool PendingObservables::ready() const
{
    return std::ranges::all_of(sums_, [](const PendingSums& sums) { return gaugegl::ready(sums); });
}

GaugeObservables PendingObservables::values() const
{
    GaugeObservables result = plaquetteObservables(total(sums_[densityOf(Observable::Plaquette)]), lattice_);
    for (const Observable one : tableOrder)
        if (chosen_.has(one)) result.others[std::size_t(one)] = meanOf(traits(one), sums_[densityOf(one)], lattice_);
    return result;
}

} // namespace gaugegl
