#include "papers/fermi.h"

#include "base/host_threads.h"
#include "gauge/update/update_cost.h"
#include "gaugegl/base/clock.h"
#include "papers/link_arrays.h"
#include "reference/observables.h"
#include "reference/update.h"

#include <algorithm>
#include <cassert>

namespace gaugegl {
namespace {

constexpr std::uint64_t fermiSeed = 1;
constexpr HeatBath oneTrial = {.beta = fermiBeta, .algorithm = HeatBathAlgorithm::KennedyPendleton, .trials = 1};

/// Makes iterations, each of which returns the plaquette, within the limits.
FermiTiming timed(FermiTiming result, const FermiLimits& limits, const std::function<double(std::uint32_t)>& iterate)
{
    const double start = steadySeconds();
    double last = start;
    while (result.iterations < limits.iterations && (result.iterations == 0 || last - start < limits.seconds)) {
        if (result.iterations > 0 && limits.proceeds && !limits.proceeds(result.iterations)) {
            result.complete = false;
            break;
        }
        const double before = steadySeconds();
        result.plaquette = iterate(std::uint32_t(result.iterations));
        last = steadySeconds();
        result.seconds += last - before;
        result.fastest = result.iterations == 0 ? last - before : std::min(result.fastest, last - before);
        ++result.iterations;
    }
    result.seconds /= result.iterations;
    return result;
}

/// On textures: eight, or fewer.
class DeviceExperiment {
public:
    DeviceExperiment(Device& device, const Lattice& lattice, int linkArrays)
        : u_(device, lattice, Group::SU2), density_(device, halfFieldShape(lattice, 1)), reduction_(device),
          meter_(device, lattice, Group::SU2), linkArrays_(linkArrays)
    {}

    void start()
    {
        hotStart(u_, fermiSeed);
        if (linkArrays_ < 8) arrays_.emplace(u_, linkArrays_);
        u_.device().finish();
    }

    double iterate(std::uint32_t sweep)
    {
        if (!arrays_) {
            heatBathSweep(u_, oneTrial, fermiSeed, sweep);
            return meter_.measurePlaquette(u_).plaquette;
        }
        arrays_->heatBathSweep(oneTrial, fermiSeed, sweep);
        return plaquetteObservables(arrays_->plaquetteSums(density_, reduction_), u_.lattice()).plaquette;
    }

private:
    GaugeField u_;
    PlaneTexture density_;
    Reduction reduction_;
    ObservableMeter meter_;
    int linkArrays_;
    std::optional<LinkArrays> arrays_;
};

} // namespace

double FermiTiming::gflops() const { return 1e-9 * flops / seconds; }
double FermiTiming::linksPerSecond() const { return 4 * double(lattice.volume()) / seconds; }
double FermiTiming::sweepsPerDay() const { return 86400 / seconds; }

double fermiFlops(const Lattice& lattice)
{
    const double link = updateCost("heatbath", lattice, {.group = Group::SU2}).flops;
    const double site = plaquetteSpec(Group::SU2, lattice, Precision::Single).cost.of(1).flops;
    constexpr double term = 4 * 11; // of a compensated sum
    return double(lattice.volume()) * (4 * link + site + term);
}

FermiTiming measureFermi(Device& device, const Lattice& lattice, const FermiBackend& place, const FermiLimits& limits)
{
    assert(place.path == device.path() && place.precision == device.precision() && place.storage == device.storage());
    DeviceExperiment experiment(device, lattice, place.linkArrays);
    experiment.start();
    experiment.iterate(0);
    experiment.start();
    return timed({.place = place, .lattice = lattice, .flops = fermiFlops(lattice)}, limits,
                 [&](std::uint32_t sweep) { return experiment.iterate(sweep); });
}

FermiTiming measureFermiReference(const Lattice& lattice, const FermiBackend& place, const FermiLimits& limits)
{
    const ThreadLimit threads(place.threads);
    auto u = reference::hotStart<2>(lattice, fermiSeed, Precision::Double);
    return timed({.place = place, .lattice = lattice, .flops = fermiFlops(lattice)}, limits, [&](std::uint32_t sweep) {
        reference::heatBathSweep(u, oneTrial, fermiSeed, sweep, Precision::Double);
        return reference::plaquettes(u).all;
    });
}

} // namespace gaugegl
