#include "hmc/integrator.h"

#include "gaugegl/base/error.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace gaugegl {
namespace {

/// The parts of a step: momenta, links, momenta, .., momenta.
std::span<const double> parts(Integrator integrator)
{
    static constexpr std::array leapfrog = {0.5, 1.0, 0.5};
    constexpr double lambda2 = 0.1931833275037836;
    static constexpr std::array second = {lambda2, 0.5, 1 - 2 * lambda2, 0.5, lambda2};
    constexpr double theta = 0.08398315262876693, rho = 0.2539785108410595, lambda = 0.6822365335719091,
                     mu = -0.03230286765269967;
    static constexpr std::array fourth = {
        theta, rho, lambda, mu, 0.5 - lambda - theta, 1 - 2 * (mu + rho), 0.5 - lambda - theta, mu, lambda, rho, theta};
    switch (integrator) {
    case Integrator::Leapfrog:
        return leapfrog;
    case Integrator::SecondOrder:
        return second;
    case Integrator::FourthOrder:
        return fourth;
    }
    return {};
}

void add(std::vector<MotionUpdate>& updates, const MotionUpdate& update)
{
    if (!updates.empty() && updates.back().scale == update.scale)
        updates.back().time += update.time;
    else
        updates.push_back(update);
}

/// The steps of a scale over some time, which may be negative.
void addSteps(std::vector<MotionUpdate>& updates, std::span<const ScaleParameters> scales, int scale, double time)
{
    const ScaleParameters& here = scales[std::size_t(scale)];
    const std::span<const double> all = parts(here.integrator);
    for (int step = 0; step < here.steps; ++step)
        for (std::size_t k = 0; k < all.size(); ++k) {
            const double part = all[k] * time / here.steps;
            if (k % 2 == 0)
                add(updates, {scale, part});
            else if (std::size_t(scale) + 1 < scales.size())
                addSteps(updates, scales, scale + 1, part);
            else
                add(updates, {MotionUpdate::links, part});
        }
}

} // namespace

int forcesPerStep(Integrator integrator) { return int(parts(integrator).size() / 2); }

std::vector<MotionUpdate> trajectory(const std::vector<ScaleParameters>& scales, double length)
{
    if (scales.empty()) throw InputError("a trajectory needs at least one time scale");
    if (!(length > 0) || !std::isfinite(length))
        throw InputError(fmt::format("the length {} of a trajectory is not positive", length));
    for (const ScaleParameters& scale : scales)
        if (scale.steps < 1) throw InputError(fmt::format("{} steps of an integrator are fewer than one", scale.steps));
    std::vector<MotionUpdate> updates;
    addSteps(updates, scales, 0, length);
    return updates;
}

} // namespace gaugegl
