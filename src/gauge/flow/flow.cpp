#include "gaugegl/gauge/flow/flow.h"

#include "gauge/actions/staple_kernels.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/gauge/update/update.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// A stage of the third-order scheme: the exponent becomes step * force * Z + old * (the exponent of the stage before).
struct Stage {
    double force, old;
};
constexpr std::array<Stage, 3> stages = {{{1.0 / 4, 0}, {8.0 / 9, -17.0 / 9}, {3.0 / 4, -1}}};

/// The second-order step -Z0 + 2 Z1 in the exponents of the first two stages, Z0/4 and 8/9 Z1 - 17/36 Z0.
constexpr double secondOrderOfFirst = 1.0 / 4, secondOrderOfSecond = 9.0 / 4;

/// Steps are no shorter than this: below, rounding alone keeps an adaptive step from its tolerance.
constexpr double shortestStep = 1e-9;

double smallestTolerance(Precision precision) { return precision == Precision::Single ? 1e-6 : 1e-14; }

/// Adaptive steps are at most so much of the longest stable one: there rounding of the fastest waves still decays.
constexpr double longestShare = 0.9;

void requireTolerance(const FlowParameters& parameters, Precision precision)
{
    if (parameters.tolerance && !(*parameters.tolerance >= smallestTolerance(precision)))
        throw InputError(fmt::format("flow tolerance {} is below rounding in {} precision, {}", *parameters.tolerance,
                                     name(precision), smallestTolerance(precision)));
}

} // namespace

GradientFlow::GradientFlow(GaugeField u, const FlowParameters& parameters)
    : u_(std::move(u)), parameters_(parameters),
      staples_(std::make_unique<StapleKernels>(u_.device(), u_.lattice(), u_.group(), parameters.action)),
      reduction_(u_.device()), step_(parameters.stepUsed())
{
    validate(parameters);
    requireTolerance(parameters, u_.device().precision());
    const std::size_t fields = parameters.tolerance ? 3 : 2; // the distance needs the first two exponents to the end
    exponents_.reserve(fields);
    for (std::size_t i = 0; i < fields; ++i)
        exponents_.emplace_back(u_.device(), u_.lattice(), u_.group());
    if (!parameters.tolerance) return;
    start_ = u_;
    density_.emplace(u_.device(), halfFieldShape(u_.lattice(), 1));
}

GradientFlow::~GradientFlow() = default;

bool GradientFlow::flowTo(double t)
{
    if (!(t >= time_) || !std::isfinite(t))
        throw InputError(fmt::format("the flow is at time {} and cannot go to {}", time_, t));
    const double fixed = parameters_.stepUsed(), rounding = 1e-9 * fixed;
    const double begin = time_;
    for (int made = 0; t - time_ > rounding; ++steps_) {
        if (interrupted()) return false;
        if (parameters_.tolerance) {
            time_ += adaptiveStep(t - time_);
            continue;
        }
        const bool last = t - time_ < fixed + rounding;
        integrate(last ? t - time_ : fixed);
        time_ = last ? t : begin + ++made * fixed;
    }
    time_ = std::max(time_, t);
    return true;
}

void GradientFlow::integrate(double step)
{
    for (int piece = 0; piece < flowPieces; ++piece)
        integratePiece(step, piece);
}

/// Of each stage the exponents of one texture after the other, and last all links.
void GradientFlow::integratePiece(double step, int piece)
{
    constexpr int piecesOfStage = flowPieces / int(stages.size());
    const auto stage = std::size_t(piece / piecesOfStage);
    const int texture = piece % piecesOfStage;
    AlgebraField& exponents = exponents_[stage % exponents_.size()];
    if (texture == piecesOfStage - 1) return exponentiate(u_, exponents, 4);
    const int mu = texture / 2, parity = texture % 2;
    const AlgebraField& old = exponents_[(stage + exponents_.size() - 1) % exponents_.size()]; // at first not read
    const auto spec = [&](const StapleVariant& variant) { return forceSpec(u_.lattice(), variant); };
    staples_->prepared(spec, u_, mu, parity)
        .set("uForce", -step * stages[stage].force)
        .set("uOld", stages[stage].old)
        .read("uAlgebra", old.of(mu, parity))
        .run(exponents.of(mu, parity));
}

bool GradientFlow::advance(double t)
{
    if (!(t >= time_) || !std::isfinite(t))
        throw InputError(fmt::format("the flow is at time {} and cannot go to {}", time_, t));
    if (parameters_.tolerance) throw InputError("a flow with adaptive steps cannot be advanced in pieces");
    const double fixed = parameters_.stepUsed(), rounding = 1e-9 * fixed;
    if (t - time_ <= rounding) return true;
    const bool last = t - time_ < fixed + rounding;
    const double step = last ? t - time_ : fixed;
    integratePiece(step, piece_);
    if (++piece_ < flowPieces) return false;
    piece_ = 0;
    ++steps_;
    time_ = last ? t : time_ + step;
    return last;
}

void GradientFlow::restart(const GaugeField& u)
{
    u_ = u;
    time_ = 0;
    steps_ = rejected_ = piece_ = 0;
    step_ = parameters_.stepUsed();
}

double GradientFlow::distance()
{
    double sum = 0;
    forEveryLinkTexture(4, [&](int mu, int parity) {
        Kernel(u_.device(), exponentialSpec(u_.group()))
            .read("uLink", start_->links(mu, parity))
            .read("uAlgebra", exponents_[0].of(mu, parity))
            .read("uAlgebra2", exponents_[1].of(mu, parity))
            .set("uFirst", secondOrderOfFirst)
            .set("uSecond", secondOrderOfSecond)
            .run(u_.scratch());
        Kernel(u_.device(), flowDistanceSpec(u_.group()))
            .read("uFirst", u_.links(mu, parity))
            .read("uSecond", u_.scratch())
            .run(*density_);
        sum += reduction_.sum(*density_)[0];
    });
    return std::sqrt(sum / (4 * double(u_.lattice().volume())));
}

double GradientFlow::adaptiveStep(double longest)
{
    start_ = u_;
    longest = std::min(longest, longestShare * longestFlowStep(parameters_.action));
    for (;; ++rejected_) {
        const double step = std::min(step_, longest);
        integrate(step);
        const double found = distance();
        const double next = step * std::min(2.0, 0.95 * std::cbrt(*parameters_.tolerance / found));
        if (found <= *parameters_.tolerance) {
            step_ = step < step_ ? std::max(step_, next) : next; // a shortened last step does not limit later ones
            return step;
        }
        if (!std::isfinite(found) || next < shortestStep)
            throw InputError(
                fmt::format("at flow time {} a step of {} has distance {}: the tolerance {} cannot be kept", time_,
                            step, found, *parameters_.tolerance));
        u_ = *start_;
        step_ = next;
    }
}

void cool(GaugeField& u, int sweeps, const GaugeAction& action)
{
    if (sweeps < 0) throw InputError(fmt::format("{} cooling sweeps; the number must not be negative", sweeps));
    for (int i = 0; i < sweeps; ++i)
        for (const LinkSet& set : linkSets(u.lattice(), action.loops()))
            cooling(u, set, action);
}

} // namespace gaugegl
