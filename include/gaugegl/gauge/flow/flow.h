// The gradient flow (Luescher, arXiv:1006.4518): dV/dt = -[V A(V)]_TA V with the sum of loops V A of the action
// (CONVENTIONS.md: "Staple sum", c0 and c1) and [M]_TA = (M - M^dagger)/2 minus its trace / N; t is in lattice units
// squared.  Also cooling, which minimises the same action link by link.
#pragma once

#include "gaugegl/base/warnings.h"
#include "gaugegl/fields/any_links.h"
#include "gaugegl/gauge/update/update.h"

#include <memory>
#include <optional>

namespace gaugegl {

/// What the flow of a field needs beside it (gauge/flow/flow_work.h).
template<class Links>
class FlowWork;

/// The longest stable step.  With q = 1 - c1 (p_mu^2 + p_nu^2) in the plane (mu, nu), p = 2 sin(k/2) (P. Weisz, Nucl. Phys. B212
/// (1983) 1), the fastest waves of weak fields are those with all k = pi for c1 <= 0: they decay at the rate 16 (1 - 8 c1), for c1 > 0
/// none decays faster than at 16.  A step of the scheme multiplies a wave of rate r by 1 - x + x^2/2 - x^3/6, x = r step, which
/// grows beyond x = 2.5127.  0.157 for the Wilson flow, 0.094 Symanzik, 0.043 Iwasaki, 0.0128 DBW2.
double longestFlowStep(const GaugeAction& action);

/// 0.02, or a quarter of longestFlowStep() where that is less.
double defaultFlowStep(const GaugeAction& action);

/// The action of the flow and the parameters of the integration.
struct FlowParameters {
    GaugeAction action = {};              ///< its gradient: Wilson flow, Symanzik flow
    std::optional<double> step = {};      ///< of flow time, the first one if adaptive; not given: defaultFlowStep
    std::optional<double> tolerance = {}; ///< adaptive steps: the largest distance of a step

    /// The step, or by default the default one.
    double stepUsed() const { return step.value_or(defaultFlowStep(action)); }
};

/// Throws InputError for a step that is not positive or longer than longestFlowStep(), for rectangles with c1 of 1/8 or more, and for
/// a tolerance that is not positive.
void validate(const FlowParameters& parameters);

/// What to say of valid parameters: a step above half of longestFlowStep(), where the shortest waves decay wrongly.
Warnings warningsOf(const FlowParameters& parameters);

/// Integrates the flow by the third-order Runge-Kutta scheme of Luescher's appendix C.
///
/// Adaptive steps follow Fritzsch and Ramos (arXiv:1301.4388).  The scheme has an embedded one of second order.  The
/// distance of both results, the root of the mean over links of |V - V'|^2 / N^2, estimates the error of a step.  A
/// step is repeated if the distance exceeds the tolerance; the next one is 0.95 (tolerance / distance)^(1/3) times as
/// long, at most twice, and never longer than 0.9 longestFlowStep().  In single precision distances below 1e-6 are rounding.
///
/// Links: GaugeField, on a device, or host::LinkField, in double precision on the host.
template<class Links>
class GradientFlowOf {
public:
    /// At t = 0 the field is `u`.  Needs memory for 4/3 of a gauge field in addition (SU(2): two), with adaptive
    /// steps for three (SU(2): four).  Throws InputError as validate(), and for a tolerance below rounding: 1e-6 in single, 1e-14 in
    /// double precision.
    GradientFlowOf(Links u, const FlowParameters& parameters);
    ~GradientFlowOf();
    GradientFlowOf(const GradientFlowOf&) = delete;
    GradientFlowOf& operator=(const GradientFlowOf&) = delete;

    /// Integrates to flow time t.  The last step is shortened to end at t; rounding alone does not change a fixed step.
    /// Returns false if an interrupt stopped it between two steps.  Throws InputError for t < time().
    bool flowTo(double t);

    /// Does the next piece of the fixed steps to flow time t, for callers that must not keep the device busy for long.
    /// A step has flowPieces pieces.  Returns true when t is reached; then, and between two steps, field() is the field
    /// at time().  Throws InputError for t < time() and for adaptive steps.
    bool advance(double t);

    /// Restarts at t = 0 with another field of the same lattice and group.
    void restart(const Links& u);

    /// The parameters given to the constructor.
    const FlowParameters& parameters() const { return parameters_; }
    /// The current flow time.
    double time() const { return time_; }
    /// The number of steps, without rejected ones.
    int steps() const { return steps_; }
    /// The number of rejected steps, whose distance exceeded the tolerance.
    int rejected() const { return rejected_; }
    /// The field at this flow time.
    const Links& field() const { return u_; }

private:
    void integrate(double step);
    double adaptiveStep(double longest);

    Links u_;
    FlowParameters parameters_;
    std::unique_ptr<FlowWork<Links>> work_;
    double time_ = 0;
    double step_; ///< the fixed one, or the next adaptive one
    int steps_ = 0, rejected_ = 0;
    int piece_ = 0; // next piece of the step that advance() has begun
};

/// On a device.
using GradientFlow = GradientFlowOf<GaugeField>;

/// The pieces of a step: in each of three stages one for the exponents of each link texture, and one for the links.
constexpr int flowPieces = 3 * (8 + 1);

/// Cooling sweeps, a heat bath at infinite beta: every link is rotated, SU(2) subgroup by subgroup, to the minimum of
/// the action.  The action never rises.  Throws InputError for a negative number of sweeps, and as
/// linkSets.
void cool(GaugeField& u, int sweeps, const GaugeAction& action = {});

} // namespace gaugegl
