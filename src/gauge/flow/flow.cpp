#include "gaugegl/gauge/flow/flow.h"

#include "gauge/flow/flow_work.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

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

template<class Links>
GradientFlowOf<Links>::GradientFlowOf(Links u, const FlowParameters& parameters)
    : u_(std::move(u)), parameters_(parameters), step_(parameters.stepUsed())
{
    validate(parameters);
    work_ = std::make_unique<FlowWork<Links>>(u_, parameters);
    requireTolerance(parameters, work_->precision());
}

template<class Links>
GradientFlowOf<Links>::~GradientFlowOf() = default;

template<class Links>
bool GradientFlowOf<Links>::flowTo(double t)
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

template<class Links>
void GradientFlowOf<Links>::integrate(double step)
{
    for (int piece = 0; piece < flowPieces; ++piece)
        work_->piece(u_, step, piece);
}

template<class Links>
bool GradientFlowOf<Links>::advance(double t)
{
    if (!(t >= time_) || !std::isfinite(t))
        throw InputError(fmt::format("the flow is at time {} and cannot go to {}", time_, t));
    if (parameters_.tolerance) throw InputError("a flow with adaptive steps cannot be advanced in pieces");
    const double fixed = parameters_.stepUsed(), rounding = 1e-9 * fixed;
    if (t - time_ <= rounding) return true;
    const bool last = t - time_ < fixed + rounding;
    const double step = last ? t - time_ : fixed;
    work_->piece(u_, step, piece_);
    if (++piece_ < flowPieces) return false;
    piece_ = 0;
    ++steps_;
    time_ = last ? t : time_ + step;
    return last;
}

template<class Links>
void GradientFlowOf<Links>::restart(const Links& u)
{
    u_ = u;
    time_ = 0;
    steps_ = rejected_ = piece_ = 0;
    step_ = parameters_.stepUsed();
}

template<class Links>
double GradientFlowOf<Links>::adaptiveStep(double longest)
{
    work_->keep(u_);
    longest = std::min(longest, longestShare * longestFlowStep(parameters_.action));
    for (;; ++rejected_) {
        const double step = std::min(step_, longest);
        integrate(step);
        const double found = work_->distance(u_);
        const double next = step * std::min(2.0, 0.95 * std::cbrt(*parameters_.tolerance / found));
        if (found <= *parameters_.tolerance) {
            step_ = step < step_ ? std::max(step_, next) : next; // a shortened last step does not limit later ones
            return step;
        }
        if (!std::isfinite(found) || next < shortestStep)
            throw InputError(
                fmt::format("at flow time {} a step of {} has distance {}: the tolerance {} cannot be kept", time_,
                            step, found, *parameters_.tolerance));
        work_->restore(u_);
        step_ = next;
    }
}

template class GradientFlowOf<GaugeField>;
template class GradientFlowOf<host::LinkField>;

void cool(GaugeField& u, int sweeps, const GaugeAction& action)
{
    if (sweeps < 0) throw InputError(fmt::format("{} cooling sweeps; the number must not be negative", sweeps));
    for (int i = 0; i < sweeps; ++i)
        for (const LinkSet& set : linkSets(u.lattice(), action.loops()))
            cooling(u, set, action);
}

} // namespace gaugegl
