// The parameters and results of gauge fixing, shared by the device, the host and the reference.  CONVENTIONS.md
// ("Gauge fixing") defines the functionals, theta and every random number.
#pragma once

#include "gaugegl/core/choice.h"
#include "gaugegl/core/generator.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace gaugegl {

/// The functional that is maximised.
enum class Gauge {
    Landau,           ///< mean of (1/N) Re tr U over sites and directions
    Coulomb,          ///< mean of (1/N) Re tr U over sites and spatial directions, independently in every time slice
    MaximallyAbelian, ///< diagonal parts of the links
    Centre            ///< direct maximal centre gauge: |tr U|^2
};
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<Gauge> = std::to_array<NamedChoice<Gauge>>({{Gauge::Landau, "landau"},
                                                                              {Gauge::Coulomb, "coulomb"},
                                                                              {Gauge::MaximallyAbelian, "mag"},
                                                                              {Gauge::Centre, "centre"}});

/// The transformation of a site, given the SU(2) element a that maximises its local functional in a subgroup.
enum class FixingMethod {
    Relaxation,           ///< a
    Overrelaxation,       ///< a^omega
    StochasticRelaxation, ///< a^2 with probability p, else a
    Annealing             ///< heat bath (or Metropolis) at decreasing temperatures, then overrelaxation
};
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto
    choiceTexts<FixingMethod> = std::to_array<NamedChoice<FixingMethod>>({{FixingMethod::Relaxation, "relax"},
                                                                          {FixingMethod::Overrelaxation, "or"},
                                                                          {FixingMethod::StochasticRelaxation, "sr"},
                                                                          {FixingMethod::Annealing, "sa"}});

/// How a^omega is computed.
enum class PowerOrder {
    First,  ///< 1 + omega (a - 1), normalised
    Second, ///< First plus omega (omega - 1)/2 (a - 1)^2, normalised
    Exact   ///< by the angle of a
};
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<PowerOrder> = std::to_array<NamedChoice<PowerOrder>>({{PowerOrder::First, "first"},
                                                                                        {PowerOrder::Second, "second"},
                                                                                        {PowerOrder::Exact, "exact"}});

/// The number of threads per site in a compute shader.
enum class FixingGranularity {
    Auto,        ///< the fastest by the tuner, or a default for the device
    OneThread,   ///< one thread
    EightThreads ///< one thread for each link that touches the site
};
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<FixingGranularity> = std::to_array<NamedChoice<FixingGranularity>>(
    {{FixingGranularity::Auto, "auto"}, {FixingGranularity::OneThread, "1"}, {FixingGranularity::EightThreads, "8"}});

/// The precision of gauge fixing.
enum class FixingPrecision {
    Single, ///< everything
    Double, ///< everything
    Mixed   ///< iterations in single precision; accumulated transformation and final steps in double precision
};
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<FixingPrecision> = std::to_array<NamedChoice<FixingPrecision>>(
    {{FixingPrecision::Single, "single"}, {FixingPrecision::Double, "double"}, {FixingPrecision::Mixed, "mixed"}});

/// Temperatures T of annealing in equal steps: links have the weight exp(sum of (1/N) Re tr U / T), and in the other
/// gauges exp(sum of a link's term / T).
struct Annealing {
    std::optional<double> start = {}; ///< T of the first step; none: annealingStart()
    std::optional<double> end = {};   ///< T of the last step; none: annealingEnd()
    int steps = 1000;                 ///< heat baths
    int microcanonical = 3;           ///< reflections a^2 after each heat bath
};

/// The parameters of gauge fixing.
struct GaugeFixing {
    Gauge gauge = Gauge::Landau;                        ///< the functional
    FixingMethod method = FixingMethod::Overrelaxation; ///< how sites are updated
    double omega = 1.7;                                 ///< of overrelaxation, above 0 and below 2
    PowerOrder power = PowerOrder::Exact;               ///< of overrelaxation
    double probability = 0.45;                          ///< of stochastic relaxation, from 0 to below 1
    Annealing annealing = {};                           ///< of annealing
    double tolerance = 1e-12;       ///< done when theta is below (Coulomb: that of every time slice)
    int maxIterations = 100000;     ///< including those of annealing and its reflections
    int checkEvery = 20;            ///< iterations between measurements of theta
    int reunitariseEvery = 100;     ///< iterations between projections on the group
    std::uint64_t seed = 1;         ///< of all random numbers
    bool randomStart = false;       ///< start from a random gauge transformation (for several Gribov copies)
    GeneratorChoice generator = {}; ///< of randomStart: Philox or RANLUX; all other numbers are from Philox
};

/// The state of gauge fixing at one measurement.
struct FixingState {
    int iteration = 0;      ///< made so far
    double functional = 0;  ///< mean, as CONVENTIONS.md defines it
    double theta = 0;       ///< mean over sites
    double thetaMax = 0;    ///< maximum over sites
    double thetaJudged = 0; ///< compared with the tolerance: theta; Coulomb: the largest of a time slice
};

/// The result of gauge fixing.
struct FixingResult {
    double functional = 0;  ///< at the end
    double theta = 0;       ///< at the end
    double thetaMax = 0;    ///< at the end
    double thetaJudged = 0; ///< at the end
    int iterations = 0;     ///< made; every site is visited once in one
    bool converged = false; ///< theta is below the tolerance
    double drift = 0;       ///< largest distance from the group before a projection (CONVENTIONS.md: "Unitarity")
    double seconds = 0;     ///< wall-clock time
    std::vector<FixingState> history = {}; ///< every measurement
};

/// Copies the final state into the result: functional, theta, thetaMax and thetaJudged.
void setEnd(FixingResult& result, const FixingState& end);

/// Called with every measurement; returning false stops the iteration, and the result is the current state.
using FixingWatch = std::function<bool(const FixingState&)>;

/// Throws InputError unless every number is in its range: 0 < omega < 2, 0 <= probability < 1, positive
/// temperatures that do not rise, positive tolerance and numbers of iterations, at least one step of annealing, and
/// fewer annealing iterations than maxIterations.  Default temperatures are checked only if the group is given.
void requireValid(const GaugeFixing& fixing, std::optional<Group> group = {});

/// The number of directions in the functional: 3 (Coulomb) or 4.
constexpr int fixedDirections(Gauge gauge) { return gauge == Gauge::Coulomb ? 3 : 4; }

/// Default of the highest temperature: SU(3) 0.45, SU(2) 1.5 (Bogolubsky et al., Phys. Lett. B 676 (2009) 69), in
/// maximally Abelian gauge 2.5.
double annealingStart(Gauge gauge, Group group);
/// Default of the lowest temperature: 0.01.
double annealingEnd(Gauge gauge, Group group);
/// The temperature of heat bath number `step`, 0 to steps - 1.
double temperature(const Annealing& annealing, Gauge gauge, Group group, int step);

/// What one iteration (every even site, then every odd one) does.
struct FixingStep {
    /// Kinds of steps.
    enum class Kind {
        Power,      ///< a^omega
        Stochastic, ///< a^2 or a, by chance
        HeatBath    ///< heat bath at a temperature
    };
    Kind kind = Kind::Power;              ///< kind of step
    double omega = 1;                     ///< Power: 1 relaxes, 2 reflects
    PowerOrder power = PowerOrder::Exact; ///< Power: how a^omega is computed
    double probability = 0;               ///< Stochastic: of a^2
    double temperature = 1;               ///< HeatBath: T
    std::uint32_t sweep = 0;              ///< of the random numbers: the iteration or heat bath
};

/// The number of annealing iterations before overrelaxation begins: each step is a heat bath and its reflections.
int annealingIterations(const Annealing& annealing);

/// The step of iteration number `iteration`, counted from 0.
FixingStep stepOf(const GaugeFixing& fixing, Group group, int iteration);

/// theta below which single precision may have stalled at its rounding level.
constexpr double stalledTheta = 1e-10;
/// The number of measurements within which theta must halve once it is below stalledTheta.
constexpr int stalledChecks = 10;
/// Whether theta has reached the rounding level of single precision: below stalledTheta, and not halved in the last
/// stalledChecks measurements.
bool stalls(const std::vector<FixingState>& history);

/// theta at which mixed precision changes from single to double precision.  Single precision alone reaches about a
/// tenth of it.
constexpr double mixedTheta = 1e-11;
/// The parameters of the final iterations in double precision after `done` iterations in single precision; annealing is
/// complete by then.
GaugeFixing restOf(const GaugeFixing& fixing, int done);
/// Combines the results of both parts: the histories are concatenated; the final state and the drift are those of
/// `rest`.
FixingResult joined(FixingResult first, const FixingResult& rest);

/// What gauge fixing in mixed precision consists of; every part knows the links.
struct MixedFixing {
    /// Fixes rounded links in single precision, and applies the transformation to those in double precision.
    std::function<FixingResult(const GaugeFixing& fixing, const FixingWatch& watch)> first;
    /// Goes on in double precision.
    std::function<FixingResult(const GaugeFixing& fixing, const FixingWatch& watch)> last;
    /// The state of the links in double precision.
    std::function<FixingState()> measure;
};
/// Iterations in single precision until theta is at most mixedTheta or the tolerance, or stalls(), and the rest in
/// double precision.  Annealing is done in single precision; the random start is left to the caller.  Iterations and
/// history are those of both parts.
FixingResult fixMixed(const GaugeFixing& fixing, const MixedFixing& parts, const FixingWatch& watch);

/// Flops per site of an overrelaxation iteration.  Landau gauge: SU(3) 2253, the count of Schroeck and Vogt
/// (arXiv:1209.4008) and of other programs; SU(2) 278 = 8 (4 + 28) + 22 for the links and the power of the quaternion.
/// Coulomb gauge: the same for six links, 1701 and 214.  None for the other gauges, whose maxima are found iteratively.
std::optional<int> fixingFlops(Gauge gauge, Group group);

} // namespace gaugegl
