#include "gaugegl/gauge/verification_fixing.h"

#include "gaugegl/core/choice.h"
#include "gaugegl/gauge/gauge_fixing.h"
#include "gaugegl/reference/gauge_fixing.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr std::uint64_t seed = 20261121;

/// Of the links mu below `directions`.
double largestDeviation(const HostGaugeField& a, const HostGaugeField& b, int directions)
{
    double deviation = 0;
    std::visit(
        [&](const auto& u) {
            const auto& v = std::get<std::decay_t<decltype(u)>>(b);
            for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
                for (int mu = 0; mu < directions; ++mu)
                    deviation = reference::larger(deviation, largestDifference(u(mu, site), v(mu, site)));
        },
        a);
    return deviation;
}

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
    /// Three rotations of sums of links, each divided by its norm.
    double tolerance() const { return u_.device().precision() == Precision::Single ? 1e-4 : 1e-12; }

    void report(const std::string& name, double deviation, double allowed)
    {
        const Device& device = u_.device();
        checks_.push_back({name, u_.group(), device.path(), device.precision(), device.storage(), deviation, allowed,
                           deviation <= allowed, ""});
        if (observer_) observer_(checks_.back());
    }

    GaugeFixer fixer(FixingKernels kernels) const { return GaugeFixer(u_.device(), u_.lattice(), u_.group(), kernels); }

    /// Iterations by every set of kernels that fits.
    void checkStep(const std::string& name, Gauge gauge, const FixingStep& step)
    {
        const reference::FixingSweep sweep{
            .gauge = gauge, .step = step, .seed = seed, .randomPrecision = u_.device().precision()};
        HostGaugeField expected = start_;
        std::visit([&](auto& u) { reference::fixingSweep(u, sweep); }, expected);
        for (const FixingKernels kernels :
             kernelsOfEveryCard(u_.group(), u_.device().path(), u_.device().precision())) {
            GaugeField u = u_;
            fixer(kernels).iterate(u, gauge, step, seed);
            report(fmt::format("fix-{}-{}-{}", choiceName(gauge), name, gaugegl::name(kernels)),
                   largestDeviation(download(u), expected, fixedDirections(gauge)), tolerance());
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
        report("random-transformation", largestDeviation(download(u), expected, 4), tolerance());
    }

    const GaugeField& u_;
    const CheckObserver& observer_;
    HostGaugeField start_;
    std::vector<Check> checks_;
};

} // namespace

std::vector<Check> verifyFixing(const GaugeField& u, const CheckObserver& observer)
{
    return FixingVerifier(u, observer).run();
}

} // namespace gaugegl
