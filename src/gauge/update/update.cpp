#include "gaugegl/gauge/update/update.h"

#include "gauge/actions/staple_kernels.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

void checkParameters(const HeatBath& parameters, const Generator& generator)
{
    if (!isCoupling(parameters.beta))
        throw InputError(fmt::format("beta {} is not between 0 and {}", parameters.beta, largestBeta));
    const int most = generator.options().trials;
    if (parameters.trials < 1 || parameters.trials > most)
        throw InputError(
            fmt::format("{} heat bath trials are not between 1 and {}, for which the generator has numbers",
                        parameters.trials, most));
}

std::unique_ptr<Generator> philoxOf(const GaugeField& u, std::uint64_t seed)
{
    const int most = mostTrials(GeneratorType::Philox, u.group(), u.device().precision());
    return Generator::create(u.device(), u.lattice(), {.group = u.group(), .seed = seed, .trials = most});
}

StapleSource checkedSource(const GaugeField& u, const LoopSet& loops, std::optional<StapleSource> wanted)
{
    if (!wanted) return defaultStapleSource(u.group(), u.device().precision(), loops, u.device().registers());
    const auto known = stapleSources(u.group(), loops);
    if (std::ranges::count(known, *wanted) == 0)
        throw InputError(fmt::format("{} has no update {} rectangles from this source of staples", name(u.group()),
                                     loops.plaquettesOnly() ? "without" : "with"));
    return *wanted;
}

/// One pass over a set of links, after its staple sums, where these are stored, are made.
class LinkUpdate {
public:
    LinkUpdate(GaugeField& u, const LinkSet& set, const GaugeAction& action, std::optional<StapleSource> staples)
        : u_(u), set_(set), action_(action), loops_(action.loops()), staples_(checkedSource(u, loops_, staples))
    {
        if (loops_.couplesParity() != (set.sublattice != LinkSet::everySublattice))
            throw InputError("links are updated by sublattices if, and only if, the action has rectangles");
        if (loops_.couplesParity() && set.fixesTimes())
            throw InputError("links between fixed time slices are updated for actions of plaquettes alone");
        if (staples_ == StapleSource::Fused) return;
        Kernel kernel(u.device(), stapleSpec(u.group(), u.lattice(), set.mu, staples_, loops_));
        readLinks(kernel, u, set.parity);
        setAction(kernel, true);
        kernel.run(u.workspace(staplePlanes(u.group())));
    }

    int steps() const { return updateSteps(u_.group(), staples_); }

    Kernel overrelaxationKernel(int step, bool cooling = false) const
    {
        Kernel kernel = prepared(overrelaxationSpec(u_.lattice(), variant(step)));
        kernel.set("uCooling", cooling ? 1 : 0);
        return kernel;
    }

    /// With the numbers that the generator has prepared.
    Kernel heatBathKernel(int step, const HeatBath& parameters, const Generator& generator, bool count = false) const
    {
        Kernel kernel =
            prepared(heatBathSpec(u_.lattice(), variant(step), {parameters.algorithm, count, generator.source()}));
        kernel.set("uBeta", parameters.beta).set("uTrials", parameters.trials);
        generator.bind(kernel);
        return kernel;
    }

    /// Runs a kernel that writes new links, and puts them in place.
    void apply(Kernel&& kernel) const
    {
        kernel.run(u_.scratch());
        u_.replace(set_.mu, set_.parity);
    }

private:
    UpdateKernel variant(int step) const
    {
        return {.group = u_.group(),
                .staples = staples_,
                .loops = loops_,
                .mu = set_.mu,
                .subgroup = step,
                .fixesTimes = set_.fixesTimes()};
    }

    /// The links of the set; for a kernel that sums staples, their weights too.
    void setAction(Kernel& kernel, bool sums) const
    {
        if (loops_.couplesParity()) kernel.set("uMu", set_.mu).set("uSublattice", set_.sublattice);
        if (sums) setCoefficients(kernel, action_);
    }

    Kernel prepared(KernelSpec spec) const
    {
        Kernel kernel(u_.device(), std::move(spec));
        if (staples_ == StapleSource::Fused)
            readLinks(kernel, u_, set_.parity);
        else
            kernel.read("uLink", u_.links(set_.mu, set_.parity))
                .read("uStaple", u_.workspace(staplePlanes(u_.group())))
                .set("uParity", set_.parity);
        setAction(kernel, staples_ == StapleSource::Fused);
        if (set_.fixesTimes()) kernel.set("uThickness", set_.thickness);
        return kernel;
    }

    GaugeField& u_;
    LinkSet set_;
    GaugeAction action_;
    LoopSet loops_;
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

void drawElements(PlaneTexture& out, const GaugeField& like, Generator& generator, const Drawing& drawing)
{
    generator.prepare(drawing);
    Kernel kernel(like.device(), randomLinksSpec(like.group(), like.lattice(), generator.source(drawing)));
    kernel.set("uParity", drawing.set.parity);
    generator.bind(kernel);
    kernel.run(out);
}

void hotStart(GaugeField& u, Generator& generator)
{
    forEveryLink([&](int mu, int parity) {
        drawElements(u.scratch(), u, generator, {Purpose::HotStart, {mu, parity}, 0, elementDraws(u.group())});
        u.replace(mu, parity);
    });
}

void hotStart(GaugeField& u, std::uint64_t seed) { hotStart(u, *philoxOf(u, seed)); }

void heatBath(GaugeField& u, const LinkSet& set, const HeatBath& parameters, Generator& generator, std::uint32_t sweep,
              std::optional<StapleSource> staples)
{
    checkParameters(parameters, generator);
    const LinkUpdate update(u, set, parameters.action, staples);
    generator.prepare(set, sweep);
    for (int step = 0; step < update.steps(); ++step)
        update.apply(update.heatBathKernel(step, parameters, generator));
}

void heatBath(GaugeField& u, const LinkSet& set, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep,
              std::optional<StapleSource> staples)
{
    heatBath(u, set, parameters, *philoxOf(u, seed), sweep, staples);
}

void overrelaxation(GaugeField& u, const LinkSet& set, const GaugeAction& action, std::optional<StapleSource> staples)
{
    const LinkUpdate update(u, set, action, staples);
    for (int step = 0; step < update.steps(); ++step)
        update.apply(update.overrelaxationKernel(step));
}

void cooling(GaugeField& u, const LinkSet& set, const GaugeAction& action, std::optional<StapleSource> staples)
{
    const LinkUpdate update(u, set, action, staples);
    for (int step = 0; step < update.steps(); ++step)
        update.apply(update.overrelaxationKernel(step, true));
}

void heatBathSweep(GaugeField& u, const HeatBath& parameters, Generator& generator, std::uint32_t sweep)
{
    for (const LinkSet& set : linkSets(u.lattice(), parameters.action.loops()))
        heatBath(u, set, parameters, generator, sweep);
}

void heatBathSweep(GaugeField& u, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep)
{
    heatBathSweep(u, parameters, *philoxOf(u, seed), sweep);
}

void overrelaxationSweep(GaugeField& u, const GaugeAction& action)
{
    for (const LinkSet& set : linkSets(u.lattice(), action.loops()))
        overrelaxation(u, set, action);
}

PendingCount::PendingCount(const Lattice& lattice, Group group)
    : proposals_(double(lattice.halfVolume()) * subgroupCount(group))
{}

void countedHeatBath(GaugeField& u, const LinkSet& set, const HeatBath& parameters, Generator& generator,
                     std::uint32_t sweep, Reduction& reduction, PendingCount& count)
{
    if (!isCounted(set)) return heatBath(u, set, parameters, generator, sweep);
    checkParameters(parameters, generator);
    PlaneTexture accepted(u.device(), halfFieldShape(u.lattice(), 1));
    const LinkUpdate update(u, set, parameters.action, std::nullopt);
    generator.prepare(set, sweep);
    for (int step = 0; step < update.steps(); ++step) {
        update.heatBathKernel(step, parameters, generator, /*count=*/true).run(accepted);
        count.add(reduction.begin(accepted));
        update.apply(update.heatBathKernel(step, parameters, generator));
    }
}

HeatBathCount countedHeatBathSweep(GaugeField& u, const HeatBath& parameters, Generator& generator, std::uint32_t sweep,
                                   Reduction& reduction)
{
    PendingCount count(u.lattice(), u.group());
    for (const LinkSet& set : linkSets(u.lattice(), parameters.action.loops()))
        countedHeatBath(u, set, parameters, generator, sweep, reduction, count);
    return count.values();
}

HeatBathCount countedHeatBathSweep(GaugeField& u, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep,
                                   Reduction& reduction)
{
    return countedHeatBathSweep(u, parameters, *philoxOf(u, seed), sweep, reduction);
}

void reunitarise(GaugeField& u)
{
    forEveryLink([&](int mu, int parity) {
        Kernel(u.device(), reunitariseSpec(u.group())).read("uLink", u.links(mu, parity)).run(u.scratch());
        u.replace(mu, parity);
    });
}

PendingSums beginUnitarityDrift(const GaugeField& u, Reduction& reduction)
{
    PlaneTexture density(u.device(), halfFieldShape(u.lattice(), 1));
    PendingSums sums;
    for (int parity = 0; parity < 2; ++parity) {
        Kernel kernel(u.device(), unitaritySpec(u.group(), u.lattice()));
        readLinks(kernel, u, parity);
        kernel.run(density);
        sums.push_back(reduction.begin(density));
    }
    return sums;
}

double unitarityDrift(const PendingSums& sums, const Lattice& lattice)
{
    return std::sqrt(total(sums)[0] / double(lattice.volume()));
}

double unitarityDrift(const GaugeField& u, Reduction& reduction)
{
    return unitarityDrift(beginUnitarityDrift(u, reduction), u.lattice());
}

} // namespace gaugegl
