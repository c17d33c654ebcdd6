#include "gaugegl/gauge/observables/observables.h"

#include "gauge/observables/densities.h"
#include "gauge/observables/loop_kernels.h"

#include <algorithm>
#include <cassert>

namespace gaugegl {
namespace {

/// The place of a density among those of a meter.
std::size_t indexOf(const DensityVariant& density)
{
    return std::size_t(std::ranges::find(densityVariants(), density) - densityVariants().begin());
}

std::size_t indexOfDensity(Observable observable, std::size_t part) { return indexOf(densityOf(observable, part)); }

/// Which of the directions of its observable it is.
std::size_t numberOf(const ObservablePart& part) { return part.index - firstPartOf(part.of->observable); }

/// The mean of an observable from the sums of its density.
std::complex<double> meanOf(const ObservableTraits& one, const PendingSums& sums, double texels)
{
    const std::array<double, 4> sum = total(sums);
    return std::complex(sum[one.component], one.complex ? sum[one.component + 1] : 0.0) / texels;
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
    for (const DensityVariant& one : densityVariants()) {
        const TextureShape shape = densityShape(one, lattice);
        densities_.push_back({PlaneTexture(device, shape), PlaneTexture(device, shape)});
    }
}

const Density& ObservableMeter::density(Observable observable, std::size_t part) const
{
    return densities_[indexOfDensity(observable, part)];
}

/// A product around the lattice in direction mu, which each rank takes from the one before and passes on to the one after it.
void ObservableMeter::runAlongRanks(Kernel& kernel, PlaneTexture& out, int mu) const
{
    const Communicator& ranks = out.device().ranks();
    const Share& part = lattice_.share();
    const auto i = std::size_t(mu);
    PlaneTexture line(out.device(), sliceShape(lattice_, fullMatrixPlanes(group_), mu));
    std::vector<std::byte> bits(line.rowBytes() * std::size_t(line.shape().height));
    if (part.origin[i] > 0) {
        const Incoming before[] = {{part.before[i], 0, bits}};
        ranks.begin({}, before)->wait();
        line.uploadBits(bits);
        kernel.read("uLine", line);
    }
    if (out.shape().ghosts.counts) return kernel.run(out); // the last one
    PlaneTexture next(out.device(), line.shape());
    kernel.run(next);
    bits = next.downloadBits();
    const Outgoing behind[] = {{part.behind[i], 0, bits}};
    ranks.begin(behind, {})->wait();
}

PendingSums ObservableMeter::sums(const GaugeField& u, std::size_t density)
{
    assert(u.lattice() == lattice_ && u.group() == group_);
    const DensityVariant& variant = densityVariants()[density];
    const KernelSpec spec = densitySpec(variant, group_, lattice_, u.device().precision(), u.device().registers());
    Density& out = densities_[density];
    PendingSums sums;
    for (int parity = 0; parity < 2; ++parity) {
        Kernel kernel(u.device(), spec);
        readLinks(kernel, u, parity);
        if (variant.isOfLines() && lattice_.share().divides(variant.mu))
            runAlongRanks(kernel, out.of(parity), variant.mu);
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
    const auto measure = [&](Observable observable, std::size_t part) {
        const std::size_t density = indexOfDensity(observable, part);
        if (pending.sums_[density].empty()) pending.sums_[density] = sums(u, density);
    };
    measure(Observable::Plaquette, 0);
    for (const ObservablePart& part : observableParts(chosen))
        measure(part.of->observable, numberOf(part));
    return pending;
}

std::complex<double> ObservableMeter::measure(const GaugeField& u, Observable observable, std::size_t part)
{
    const DensityVariant density = densityOf(observable, part);
    return meanOf(traits(observable), sums(u, indexOf(density)), densityTexels(density, lattice_));
}

bool PendingObservables::ready() const
{
    return std::ranges::all_of(sums_, [](const PendingSums& sums) { return gaugegl::ready(sums); });
}

GaugeObservables PendingObservables::values() const
{
    if (known_) return *known_;
    GaugeObservables result = plaquetteObservables(total(sums_[indexOfDensity(Observable::Plaquette, 0)]), lattice_);
    for (const ObservablePart& part : observableParts(chosen_)) {
        const DensityVariant density = densityOf(part.of->observable, numberOf(part));
        result.others[part.index] = meanOf(*part.of, sums_[indexOf(density)], densityTexels(density, lattice_));
    }
    return result;
}

} // namespace gaugegl
