#include "checks/fixing_checks.h"

#include "checks/link_comparison.h"
#include "checks/projection_checks.h"
#include "gauge/fixing/fixing_kernels.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"
#include "gaugegl/gauge/update/update.h"
#include "reference/gauge_fixing.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr std::uint64_t fixingSeed = 20261121;

bool isLinear(Gauge gauge) { return gauge == Gauge::Landau || gauge == Gauge::Coulomb; }

class FixingVerifier {
public:
    FixingVerifier(const GaugeField& u, const CheckObserver& observer, const CheckPlan& plan)
        : u_(u), checks_(u.device(), u.group(), observer, plan), start_(oracleField(u))
    {}

    std::vector<Check> run()
    {
        using Kind = FixingStep::Kind;
        checks_.make(1, [&] { checkTransformation(); });
        checks_.make(1, [&] { checkAccumulation(); });
        for (const Gauge gauge : gaugesOnDevice) {
            checks_.make(1, [&] { checkState(gauge); });
            checkStep("power", gauge, {.omega = 1.7});
            checkStep("chance", gauge, {.kind = Kind::Stochastic, .probability = 0.6, .sweep = 3});
            checkStep("heatbath", gauge, {.kind = Kind::HeatBath, .temperature = 0.3, .sweep = 4});
        }
        return checks_.done();
    }

private:
    /// Three rotations of sums of links, each divided by its norm; in the other gauges by differences of such sums.
    double tolerance(Gauge gauge) const
    {
        return isLinear(gauge) ? checks_.either(1e-4, 1e-12) : checks_.either(2e-4, 1e-9);
    }

    GaugeFixer fixer(FixingKernels kernels) const { return GaugeFixer(u_.device(), u_.lattice(), u_.group(), kernels); }

    /// Iterations: those with a power by every set of kernels that fits, the others by the default.
    void checkStep(const std::string& name, Gauge gauge, const FixingStep& step)
    {
        const Device& device = u_.device();
        const FixingKernels usual = defaultFixingKernels(u_.group(), device.path(), device.precision(), gauge);
        for (const FixingKernels kernels : kernelsOfEveryCard(u_.group(), device.path(), device.precision(), gauge)) {
            const auto check = [&] { compareStep(name, gauge, step, kernels); };
            if (kernels == usual)
                checks_.make(1, check);
            else if (step.kind == FixingStep::Kind::Power)
                checks_.makeOfVariants(1, check);
        }
    }

    void compareStep(const std::string& name, Gauge gauge, const FixingStep& step, FixingKernels kernels)
    {
        const reference::FixingSweep sweep{
            .gauge = gauge, .step = step, .seed = fixingSeed, .randomPrecision = u_.device().precision()};
        OracleField expected = start_;
        std::visit([&](auto& u) { reference::fixingSweep(u, sweep); }, expected);
        GaugeField u = u_;
        fixer(kernels).iterate(u, gauge, step, fixingSeed);
        // Where two maxima are nearly as high, or a trial is nearly rejected, rounding decides.
        const double allowed = isLinear(gauge) ? 0 : 2e-3;
        LinkComparison links(tolerance(gauge));
        links.add(oracleField(u), expected, {0, fixedDirections(gauge), -1});
        links.report(checks_, fmt::format("fix-{}-{}-{}", choiceName(gauge), name, gaugegl::name(kernels)), allowed);
    }

    void checkState(Gauge gauge)
    {
        const FixingState expected = std::visit([&](const auto& u) { return reference::gaugeState(u, gauge); }, start_);
        const FixingState found = GaugeFixer(u_.device(), u_.lattice(), u_.group()).measure(u_, gauge);
        checks_.report("fix-quality-" + choiceName(gauge),
                       reference::larger(std::abs(found.functional - expected.functional),
                                         reference::larger(std::abs(found.theta / expected.theta - 1),
                                                           std::abs(found.thetaMax / expected.thetaMax - 1))),
                       checks_.either(1e-5, 1e-13));
    }

    void checkTransformation()
    {
        GaugeField u = u_;
        GaugeFixer(u.device(), u.lattice(), u.group()).randomTransformation(u, fixingSeed);
        OracleField expected = start_;
        std::visit([&](auto& v) { reference::randomTransformation(v, fixingSeed, u_.device().precision()); }, expected);
        LinkComparison links(tolerance(Gauge::Landau));
        links.add(oracleField(u), expected);
        links.report(checks_, "random-transformation");
    }

    /// U_1 U_0^dagger U_2 in the place of U_3.
    void checkAccumulation()
    {
        GaugeField u = u_;
        for (int parity = 0; parity < 2; ++parity) {
            Kernel(u.device(), fixAccumulateSpec(u.group()))
                .read("uBefore", u.links(0, parity))
                .read("uAfter", u.links(1, parity))
                .read("uSum", u.links(2, parity))
                .run(u.scratch());
            u.replace(3, parity);
        }
        OracleField expected = start_;
        std::visit(
            [](auto& v) {
                for (std::int64_t site = 0; site < v.lattice().volume(); ++site)
                    v(3, site) = v(1, site) * adj(v(0, site)) * v(2, site);
            },
            expected);
        LinkComparison links(checks_.either(1e-6, 1e-14));
        links.add(oracleField(u), expected);
        links.report(checks_, "fix-accumulate");
    }

    const GaugeField& u_;
    CheckList checks_;
    OracleField start_;
};

} // namespace

std::vector<Check> verifyFixing(Device& device, const Lattice& lattice, Group group, const CheckObserver& observer,
                                const CheckPlan& plan)
{
    if (!has(group, Feature::GaugeFixing)) return {};
    GaugeField u(device, lattice, group);
    if (!plan.count) hotStart(u, fixingSeed);
    for (std::uint32_t sweep = 0; sweep < 2 && !plan.count; ++sweep)
        heatBathSweep(u, {.beta = traits(group).beta.crossover}, fixingSeed, sweep);
    std::vector<Check> checks = FixingVerifier(u, observer, plan).run();
    std::ranges::copy(verifyProjection(u, observer, plan), std::back_inserter(checks));
    return checks;
}

} // namespace gaugegl
