#include "gaugegl/gauge/update.h"

#include "gaugegl/core/error.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

unsigned streamOf(Purpose purpose, int mu) { return 16 * static_cast<unsigned>(purpose) + static_cast<unsigned>(mu); }

void checkParameters(const HeatBath& parameters)
{
    if (!(parameters.beta > 0) || !std::isfinite(parameters.beta))
        throw InputError(fmt::format("beta {} is not positive", parameters.beta));
    if (parameters.trials < 1 || parameters.trials > 255)
        throw InputError(fmt::format("{} heat bath trials are not between 1 and 255", parameters.trials));
}

void readNeighbourhood(Kernel& kernel, const GaugeField& u, int parity)
{
    kernel.read("uSame", u.links(parity)).read("uOther", u.links(1 - parity)).set("uParity", parity);
}

Kernel heatBathKernel(const GaugeField& u, int mu, int parity, const HeatBath& parameters, bool count)
{
    Kernel kernel(u.device(), heatBathSpec(u.group(), u.lattice(), mu, parameters.algorithm, count));
    readNeighbourhood(kernel, u, parity);
    kernel.set("uBeta", parameters.beta)
        .set("uTrials", parameters.trials)
        .set("uStream", streamOf(Purpose::HeatBath, mu));
    return kernel;
}

template<class Update>
void forEveryLink(const Update& update)
{
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity) update(mu, parity);
}

} // namespace

void coldStart(GaugeField& u) { u = GaugeField(u.device(), u.lattice(), u.group()); }

void hotStart(GaugeField& u, std::uint64_t seed)
{
    forEveryLink([&](int mu, int parity) {
        Kernel(u.device(), randomLinksSpec(u.group(), u.lattice()))
            .set("uParity", parity)
            .set("uSeed", seed)
            .set("uSweep", 0u)
            .set("uStream", streamOf(Purpose::HotStart, mu))
            .run(u.scratch());
        u.replace(mu, parity);
    });
}

void heatBath(GaugeField& u, int mu, int parity, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep)
{
    checkParameters(parameters);
    heatBathKernel(u, mu, parity, parameters, false).set("uSeed", seed).set("uSweep", sweep).run(u.scratch());
    u.replace(mu, parity);
}

void overrelaxation(GaugeField& u, int mu, int parity)
{
    Kernel kernel(u.device(), overrelaxationSpec(u.group(), u.lattice(), mu));
    readNeighbourhood(kernel, u, parity);
    kernel.run(u.scratch());
    u.replace(mu, parity);
}

void heatBathSweep(GaugeField& u, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep)
{
    forEveryLink([&](int mu, int parity) { heatBath(u, mu, parity, parameters, seed, sweep); });
}

void overrelaxationSweep(GaugeField& u)
{
    forEveryLink([&](int mu, int parity) { overrelaxation(u, mu, parity); });
}

HeatBathCount countedHeatBathSweep(GaugeField& u, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep,
                                   Reduction& reduction)
{
    HeatBathCount count;
    forEveryLink([&](int mu, int parity) {
        if (mu == 3 && parity == 0) {
            checkParameters(parameters);
            PlaneTexture accepted(u.device(), halfFieldShape(u.lattice(), 1));
            heatBathKernel(u, mu, parity, parameters, true).set("uSeed", seed).set("uSweep", sweep).run(accepted);
            count.accepted = reduction.sum(accepted)[0];
            count.proposals = double(u.lattice().halfVolume()) * (u.group() == Group::SU2 ? 1 : 3);
        }
        heatBath(u, mu, parity, parameters, seed, sweep);
    });
    return count;
}

void reunitarise(GaugeField& u)
{
    forEveryLink([&](int mu, int parity) {
        Kernel(u.device(), reunitariseSpec(u.group())).read("uLink", u.links(mu, parity)).run(u.scratch());
        u.replace(mu, parity);
    });
}

double unitarityDrift(const GaugeField& u, Reduction& reduction)
{
    PlaneTexture density(u.device(), halfFieldShape(u.lattice(), 1));
    double sum = 0;
    for (int parity = 0; parity < 2; ++parity) {
        Kernel kernel(u.device(), unitaritySpec(u.group(), u.lattice()));
        readNeighbourhood(kernel, u, parity);
        kernel.run(density);
        sum += reduction.sum(density)[0];
    }
    return std::sqrt(sum / double(u.lattice().volume()));
}

} // namespace gaugegl
