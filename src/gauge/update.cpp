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

/// One pass over the links (mu, parity): the spec, and what to do with its result texture.
class LinkUpdate {
public:
    LinkUpdate(GaugeField& u, int mu, int parity, std::optional<StapleSource> staples)
        : u_(u), mu_(mu), parity_(parity),
          staples_(staples.value_or(defaultStapleSource(u.group(), u.device().precision())))
    {
        if (u.group() == Group::SU2) staples_ = StapleSource::Fused; // it has one subgroup and registers to spare
        if (staples_ == StapleSource::Fused) return;
        Kernel kernel(u.device(), stapleSpec(u.lattice(), mu));
        readNeighbourhood(kernel, u, parity);
        kernel.run(u.workspace(staplePlanes));
    }

    /// How many kernels follow each other: all subgroups at once, or one by one.
    int steps() const { return staples_ == StapleSource::Fused ? 1 : subgroupCount(u_.group()); }

    Kernel overrelaxationKernel(int step) const
    {
        return prepared(staples_ == StapleSource::Fused ? overrelaxationSpec(u_.group(), u_.lattice(), mu_)
                                                        : overrelaxationSubgroupSpec(u_.lattice(), step));
    }

    Kernel heatBathKernel(int step, const HeatBath& parameters, bool count) const
    {
        Kernel kernel = prepared(staples_ == StapleSource::Fused
                                     ? heatBathSpec(u_.group(), u_.lattice(), mu_, parameters.algorithm, count)
                                     : heatBathSubgroupSpec(u_.lattice(), step, parameters.algorithm, count));
        kernel.set("uBeta", parameters.beta)
            .set("uTrials", parameters.trials)
            .set("uStream", streamOf(Purpose::HeatBath, mu_));
        return kernel;
    }

    /// Runs a kernel that writes new links, and puts them in place.
    void apply(Kernel&& kernel) const
    {
        kernel.run(u_.scratch());
        u_.replace(mu_, parity_);
    }

private:
    Kernel prepared(KernelSpec spec) const
    {
        Kernel kernel(u_.device(), std::move(spec));
        if (staples_ == StapleSource::Fused)
            readNeighbourhood(kernel, u_, parity_);
        else
            kernel.read("uLink", u_.links(mu_, parity_))
                .read("uStaple", u_.workspace(staplePlanes))
                .set("uParity", parity_);
        return kernel;
    }

    GaugeField& u_;
    int mu_, parity_;
    StapleSource staples_;
};

template<class Update>
void forEveryLink(const Update& update)
{
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            update(mu, parity);
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

void heatBath(GaugeField& u, int mu, int parity, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep,
              std::optional<StapleSource> staples)
{
    checkParameters(parameters);
    const LinkUpdate update(u, mu, parity, staples);
    for (int step = 0; step < update.steps(); ++step)
        update.apply(std::move(update.heatBathKernel(step, parameters, false).set("uSeed", seed).set("uSweep", sweep)));
}

void overrelaxation(GaugeField& u, int mu, int parity, std::optional<StapleSource> staples)
{
    const LinkUpdate update(u, mu, parity, staples);
    for (int step = 0; step < update.steps(); ++step)
        update.apply(update.overrelaxationKernel(step));
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
    checkParameters(parameters);
    HeatBathCount count;
    PlaneTexture accepted(u.device(), halfFieldShape(u.lattice(), 1));
    forEveryLink([&](int mu, int parity) {
        if (mu != 3 || parity != 0) return heatBath(u, mu, parity, parameters, seed, sweep);
        const LinkUpdate update(u, mu, parity, std::nullopt);
        for (int step = 0; step < update.steps(); ++step)
            for (const bool counts : {true, false}) {
                Kernel kernel = update.heatBathKernel(step, parameters, counts);
                kernel.set("uSeed", seed).set("uSweep", sweep);
                if (!counts) {
                    update.apply(std::move(kernel));
                    continue;
                }
                kernel.run(accepted);
                count.accepted += reduction.sum(accepted)[0];
            }
        count.proposals = double(u.lattice().halfVolume()) * subgroupCount(u.group());
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
