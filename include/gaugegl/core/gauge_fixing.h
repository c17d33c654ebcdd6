// Gauge fixing: what is asked for and what comes out, for the device, the host and the reference; CONVENTIONS.md
// ("Gauge fixing") defines the functionals, theta and every random number.
#pragma once

#include "gaugegl/core/choice.h"
#include "gaugegl/core/generator.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace gaugegl {

/// The functional that is maximised.
enum class Gauge {
    Landau,           ///< mean of (1/N) Re tr U over sites and directions
    Coulomb,          ///< the same over spatial directions, in every time slice for itself
    MaximallyAbelian, ///< diagonal parts of the links
    Centre            ///< direct maximal centre gauge: |tr U|^2
};
/// Its texts.
template<>
inline constexpr auto choiceTexts<Gauge> = std::to_array<NamedChoice<Gauge>>({{Gauge::Landau, "landau"},
                                                                              {Gauge::Coulomb, "coulomb"},
                                                                              {Gauge::MaximallyAbelian, "mag"},
                                                                              {Gauge::Centre, "centre"}});

/// How a site's transformation follows from the maximum a of its local functional in an SU(2) subgroup.
enum class FixingMethod {
    Relaxation,           ///< a
    Overrelaxation,       ///< a^omega
    StochasticRelaxation, ///< a^2 with probability p, else a
    Annealing             ///< heat bath (or Metropolis) on a ladder of temperatures, then overrelaxation
};
/// Its texts.
template<>
inline constexpr auto
    choiceTexts<FixingMethod> = std::to_array<NamedChoice<FixingMethod>>({{FixingMethod::Relaxation, "relax"},
                                                                          {FixingMethod::Overrelaxation, "or"},
                                                                          {FixingMethod::StochasticRelaxation, "sr"},
                                                                          {FixingMethod::Annealing, "sa"}});

/// How a^omega is taken.
enum class PowerOrder {
    First,  ///< 1 + omega (a - 1), normalised
    Second, ///< the term omega (omega - 1)/2 (a - 1)^2 more, normalised
    Exact   ///< by the angle of a
};
/// Its texts.
template<>
inline constexpr auto choiceTexts<PowerOrder> = std::to_array<NamedChoice<PowerOrder>>({{PowerOrder::First, "first"},
                                                                                        {PowerOrder::Second, "second"},
                                                                                        {PowerOrder::Exact, "exact"}});

/// Who works on a site of a compute shader.
enum class FixingGranularity {
    Auto,        ///< what the tuner finds the fastest, or a default for the device
    OneThread,   ///< one thread
    EightThreads ///< one thread for each link that touches the site
};
/// Its texts.
template<>
inline constexpr auto choiceTexts<FixingGranularity> = std::to_array<NamedChoice<FixingGranularity>>(
    {{FixingGranularity::Auto, "auto"}, {FixingGranularity::OneThread, "1"}, {FixingGranularity::EightThreads, "8"}});

/// In which precision a configuration is fixed.
enum class FixingPrecision {
    Single, ///< everything
    Double, ///< everything
    Mixed   ///< iterations in single precision; accumulated transformation and final steps in double precision
};
/// Its texts.
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

/// What to do.
struct GaugeFixing {
    Gauge gauge = Gauge::Landau;                        ///< the functional
    FixingMethod method = FixingMethod::Overrelaxation; ///< the steps
    double omega = 1.7;                                 ///< of overrelaxation, 1 to 2
    PowerOrder power = PowerOrder::Exact;               ///< of overrelaxation
    double probability = 0.9;                           ///< of stochastic relaxation, 0 to 1
    Annealing annealing = {};                           ///< of annealing
    double tolerance = 1e-12;       ///< done when theta is below (Coulomb: that of every time slice)
    int maxIterations = 100000;     ///< at most, those of annealing and its reflections included
    int checkEvery = 20;            ///< iterations between measurements of theta
    int reunitariseEvery = 100;     ///< iterations between projections on the group
    std::uint64_t seed = 1;         ///< of all random numbers
    bool randomStart = false;       ///< begins with a random gauge transformation (for several Gribov copies)
    GeneratorChoice generator = {}; ///< of that: Philox or RANLUX; all other numbers are those of Philox
};

/// Where a field stands.
struct FixingState {
    int iteration = 0;      ///< made so far
    double functional = 0;  ///< mean, as CONVENTIONS.md defines it
    double theta = 0;       ///< mean over sites
    double thetaMax = 0;    ///< largest of a site
    double thetaJudged = 0; ///< what the tolerance is for: theta; Coulomb: the largest mean of a time slice
};

/// What came out.
struct FixingResult {
    double functional = 0;  ///< at the end
    double theta = 0;       ///< at the end
    double thetaMax = 0;    ///< at the end
    double thetaJudged = 0; ///< at the end
    int iterations = 0;     ///< made; every site is visited once in one
    bool converged = false; ///< theta is below the tolerance
    double drift = 0;       ///< largest distance from the group before a projection (CONVENTIONS.md: "Unitarity")
    double seconds = 0;     ///< of the host's clock
    std::vector<FixingState> history = {}; ///< every measurement
};

/// A field's state as that at the end of a result.
void setEnd(FixingResult& result, const FixingState& end);

/// Throws InputError unless every number is in its range: 1 <= omega <= 2, 0 <= probability <= 1, positive
/// temperatures that do not rise, positive tolerance and numbers of iterations, at least one step of annealing, fewer
/// iterations of it than maxIterations. Temperatures that are not chosen count where the group is known.
void requireValid(const GaugeFixing& fixing, std::optional<Group> group = {});

/// Directions whose links a gauge changes the mean of: 3 (Coulomb) or 4.
constexpr int fixedDirections(Gauge gauge) { return gauge == Gauge::Coulomb ? 3 : 4; }

/// Default of the highest temperature: SU(3) 0.45, SU(2) 1.5 (Bogolubsky et al., Phys. Lett. B 676 (2009) 69), in
/// maximally Abelian gauge 2.5.
double annealingStart(Gauge gauge, Group group);
/// Default of the lowest temperature: 0.01.
double annealingEnd(Gauge gauge, Group group);
/// Of heat bath number `step`, 0 to steps - 1.
double temperature(const Annealing& annealing, Gauge gauge, Group group, int step);

/// What one iteration (every even site, then every odd one) does.
struct FixingStep {
    /// Kinds of steps.
    enum class Kind {
        Power,      ///< a^omega
        Stochastic, ///< a^2 or a, by chance
        HeatBath    ///< drawn at a temperature
    };
    Kind kind = Kind::Power;              ///< which
    double omega = 1;                     ///< Power: 1 relaxes, 2 reflects
    PowerOrder power = PowerOrder::Exact; ///< Power
    double probability = 0;               ///< Stochastic
    double temperature = 1;               ///< HeatBath
    std::uint32_t sweep = 0;              ///< of the random numbers: the iteration, or the number of the heat bath
};

/// Iterations of annealing before overrelaxation begins: each step is a heat bath and its reflections.
int annealingIterations(const Annealing& annealing);

/// What iteration number `iteration`, from 0 on, does.
FixingStep stepOf(const GaugeFixing& fixing, Group group, int iteration);

/// Where single precision can be at its level.
constexpr double stalledTheta = 1e-10;
/// Measurements in which theta must halve below stalledTheta.
constexpr int stalledChecks = 10;
/// Whether theta has come down to the rounding of single precision: below stalledTheta, and not halved in the last
/// stalledChecks measurements.
bool stalls(const std::vector<FixingState>& history);

/// theta down to which the iterations of mixed precision are those of single precision, which reaches about a tenth of
/// it.
constexpr double mixedTheta = 1e-11;
/// What is left to do in double precision after `done` iterations in single precision; annealing has come to its end.
GaugeFixing restOf(const GaugeFixing& fixing, int done);
/// The result of both: the history of the rest follows; the state at the end and the drift are those of the rest.
FixingResult joined(FixingResult first, const FixingResult& rest);

/// Flops of a site in an iteration of overrelaxation: SU(3) in Landau gauge 2253, the count of Schroeck and Vogt
/// (arXiv:1209.4008) and of other programs, SU(2) 278 = 8 (4 + 28) + 22 for links and the quaternion's power; in
/// Coulomb gauge the same for six links, 1701 and 214.  None for the other gauges, whose maxima are iterated.
std::optional<int> fixingFlops(Gauge gauge, Group group);

} // namespace gaugegl
