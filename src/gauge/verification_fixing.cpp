#include "gaugegl/gauge/verification_fixing.h"

#include "gaugegl/core/choice.h"
#include "gaugegl/gauge/fixing_kernels.h"
#include "gaugegl/gauge/gauge_fixing.h"
#include "gaugegl/gauge/update.h"
#include "gaugegl/gauge/verification_projection.h"
#include "gaugegl/reference/gauge_fixing.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr std::uint64_t seed = 20261121;

/// The largest deviation of links, among those within a tolerance, and how many are beyond it.
struct Deviation {
    double largest = 0;
    std::int64_t beyond = 0, links = 0;
};

/// Of the links mu below `directions`.
Deviation deviation(const HostGaugeField& a, const HostGaugeField& b, int directions, double tolerance)
{
    Deviation result;
    std::visit(
        [&](const auto& u) {
            const auto& v = std::get<std::decay_t<decltype(u)>>(b);
            for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
                for (int mu = 0; mu < directions; ++mu, ++result.links) {
                    const double one = largestDifference(u(mu, site), v(mu, site));
                    if (one <= tolerance)
                        result.largest = std::max(result.largest, one);
                    else
                        ++result.beyond; // NaN is beyond
                }
        },
        a);
    return result;
}

bool isLinear(Gauge gauge) { return gauge == Gauge::Landau || gauge == Gauge::Coulomb; }

class FixingVerifier {
public:
    FixingVerifier(const GaugeField& u, const CheckObserver& observer) : u_(u), observer_(observer), start_(download(u))
    {}

    std::vector<Check> run()
    {
        using Kind = FixingStep::Kind;
        checkTransformation();
        for (const Gauge gauge : gaugesOnDevice) {
            checkState(gauge);
            checkStep("power", gauge, {.omega = 1.7});
            checkStep("chance", gauge, {.kind = Kind::Stochastic, .probability = 0.6, .sweep = 3});
            checkStep("heatbath", gauge, {.kind = Kind::HeatBath, .temperature = 0.3, .sweep = 4});
        }
        return checks_;
    }

private:
    /// Three rotations of sums of links, each divided by its norm; in the other gauges by differences of such sums.
    double tolerance(Gauge gauge) const
    {
        const bool single = u_.device().precision() == Precision::Single;
        return isLinear(gauge) ? (single ? 1e-4 : 1e-12) : (single ? 2e-4 : 1e-9);
    }

    void report(const std::string& name, double deviation, double allowed, bool alsoRequired = true,
                const std::string& note = "")
    {
        const Device& device = u_.device();
        checks_.push_back({name, u_.group(), device.path(), device.precision(), device.storage(), deviation, allowed,
                           deviation <= allowed && alsoRequired, note});
        if (observer_) observer_(checks_.back());
    }

    GaugeFixer fixer(FixingKernels kernels) const { return GaugeFixer(u_.device(), u_.lattice(), u_.group(), kernels); }

    /// Iterations: those with a power by every set of kernels that fits, the others by the default.
    void checkStep(const std::string& name, Gauge gauge, const FixingStep& step)
    {
        const reference::FixingSweep sweep{
            .gauge = gauge, .step = step, .seed = seed, .randomPrecision = u_.device().precision()};
        HostGaugeField expected = start_;
        std::visit([&](auto& u) { reference::fixingSweep(u, sweep); }, expected);
        const Device& device = u_.device();
        for (const FixingKernels kernels : kernelsOfEveryCard(u_.group(), device.path(), device.precision(), gauge)) {
            if (step.kind != FixingStep::Kind::Power &&
                kernels != defaultFixingKernels(u_.group(), device.path(), device.precision(), gauge))
                continue;
            GaugeField u = u_;
            fixer(kernels).iterate(u, gauge, step, seed);
            // Where two maxima are nearly as high, or a trial is nearly rejected, rounding decides.
            const double allowed = isLinear(gauge) ? 0 : 2e-3;
            const Deviation found = deviation(download(u), expected, fixedDirections(gauge), tolerance(gauge));
            report(fmt::format("fix-{}-{}-{}", choiceName(gauge), name, gaugegl::name(kernels)), found.largest,
                   tolerance(gauge), double(found.beyond) <= allowed * double(found.links),
                   fmt::format("{} of {} links beyond the tolerance", found.beyond, found.links));
        }
    }

    void checkState(Gauge gauge)
    {
        const FixingState expected = std::visit([&](const auto& u) { return reference::gaugeState(u, gauge); }, start_);
        const FixingState found = GaugeFixer(u_.device(), u_.lattice(), u_.group()).measure(u_, gauge);
        report("fix-quality-" + choiceName(gauge),
               std::max({std::abs(found.functional - expected.functional), std::abs(found.theta / expected.theta - 1),
                         std::abs(found.thetaMax / expected.thetaMax - 1)}),
               u_.device().precision() == Precision::Single ? 1e-5 : 1e-13);
    }

    void checkTransformation()
    {
        GaugeField u = u_;
        GaugeFixer(u.device(), u.lattice(), u.group()).randomTransformation(u, seed);
        HostGaugeField expected = start_;
        std::visit([&](auto& v) { reference::randomTransformation(v, seed, u_.device().precision()); }, expected);
        const Deviation found = deviation(download(u), expected, 4, tolerance(Gauge::Landau));
        report("random-transformation", found.largest, tolerance(Gauge::Landau), found.beyond == 0);
    }

    const GaugeField& u_;
    const CheckObserver& observer_;
    HostGaugeField start_;
    std::vector<Check> checks_;
};

} // namespace

std::vector<Check> verifyFixing(Device& device, const Lattice& lattice, Group group, const CheckObserver& observer)
{
    GaugeField u(device, lattice, group);
    hotStart(u, seed);
    for (std::uint32_t sweep = 0; sweep < 2; ++sweep)
        heatBathSweep(u, {.beta = group == Group::SU2 ? 2.3 : 5.7}, seed, sweep);
    std::vector<Check> checks = FixingVerifier(u, observer).run();
    std::ranges::copy(verifyProjection(u, observer), std::back_inserter(checks));
    return checks;
}

} // namespace gaugegl
