// The gradient flow (Luescher, arXiv:1006.4518): dV/dt = -[V A(V)]_TA V with the sum of loops V A of the action
// (CONVENTIONS.md: "Staple sum", c0 and c1) and [M]_TA = (M - M^dagger)/2 minus its trace / N; t is in lattice units
// squared.  And cooling, which minimises the same action link by link.
#pragma once

#include "gaugegl/device/reduction.h"
#include "gaugegl/fields/algebra_field.h"
#include "gaugegl/gauge/actions/staple_kernels.h"

#include <optional>

namespace gaugegl {

/// The action and how its flow is integrated.
struct FlowParameters {
    double c1 = 0;                        ///< of the rectangles; 0: Wilson flow, -1/12: Symanzik flow
    double step = 0.02;                   ///< of flow time, the first one where it is adaptive
    std::optional<double> tolerance = {}; ///< adaptive: the largest distance that a step may have
};

/// Integrates the flow by the third-order Runge-Kutta scheme of Luescher's appendix C.
///
/// Adaptive steps follow Fritzsch and Ramos (arXiv:1301.4388): the scheme contains one of second order, and the
/// distance of their results, the root of the mean over links of |V - V'|^2 / N^2, estimates the error of a step; it is
/// repeated where the distance exceeds the tolerance, and the next one is 0.95 (tolerance / distance)^(1/3) times as
/// long, at most twice.  In single precision distances below 1e-6 are rounding.
class GradientFlow {
public:
    /// At t = 0 the field is `u`.  The device holds 4/3 of a field more (SU(2): two), with adaptive steps three (SU(2):
    /// four).  Throws InputError for a step that is not positive, c1 of 1/8 or more, or a tolerance below rounding:
    /// 1e-6 in single, 1e-14 in double precision.
    GradientFlow(GaugeField u, const FlowParameters& parameters);

    /// Integrates to flow time t; the last step is as short as need be, but a fixed step is not changed by rounding.
    /// False when an interrupt ended it between two steps.  Throws InputError for t < time().
    bool flowTo(double t);

    /// The next piece of the fixed steps to flow time t, for who must not keep the device busy for long: flowPieces of
    /// them are a step.  True when t is reached; then, and between two steps, field() is the field at time().  Throws
    /// InputError for t < time() and for adaptive steps.
    bool advance(double t);

    /// Begins again with another field of the same lattice and group, at t = 0.
    void restart(const GaugeField& u);

    /// What it was made with.
    const FlowParameters& parameters() const { return parameters_; }
    /// Flow time.
    double time() const { return time_; }
    /// Steps made, repeated ones not.
    int steps() const { return steps_; }
    /// Steps that were repeated, because the distance exceeded the tolerance.
    int rejected() const { return rejected_; }
    /// The field at this flow time.
    const GaugeField& field() const { return u_; }

private:
    void integrate(double step);
    void integratePiece(double step, int piece);
    double distance();
    double adaptiveStep(double longest);

    GaugeField u_;
    FlowParameters parameters_;
    StapleKernels staples_;
    std::vector<AlgebraField> exponents_;
    std::optional<GaugeField> start_; // of an adaptive step
    std::optional<PlaneTexture> density_;
    Reduction reduction_;
    double time_ = 0, step_;
    int steps_ = 0, rejected_ = 0;
    int piece_ = 0; // of a step that advance() has begun
};

/// In each stage of a step one for the exponents of each link texture, and one for the links.
constexpr int flowPieces = 3 * (8 + 1);

/// Sweeps in which every link is rotated, SU(2) subgroup by subgroup, to where the action with this c1 is smallest: a
/// heat bath at infinite beta.  The action falls, or stays where it is smallest.  Throws InputError for a negative
/// number of sweeps, and as Sublattices where c1 is not 0.
void cool(GaugeField& u, int sweeps, double c1 = 0);

} // namespace gaugegl
