// The parameters of hybrid Monte Carlo: the terms of the action, time scales, precision and solvers.
//
// The action is a list of terms; a trajectory integrates each of them on a time scale.  The gauge action is term 0,
// followed by those of the fermions in order; a fermion with n ratios has n + 1 terms (termsOf).
#pragma once

#include "gaugegl/core/choice.h"
#include "gaugegl/core/dirac_parameters.h"
#include "gaugegl/core/gauge_action.h"

#include <optional>
#include <string>
#include <vector>

namespace gaugegl {

/// The integrator of a time scale.  P updates the momenta, Q the links.
enum class Integrator {
    Leapfrog,    ///< P(1/2) Q(1) P(1/2): error step^2, one force per step
    SecondOrder, ///< 2MN of Omelyan, Mryglod, Folk (Comput. Phys. Commun. 151 (2003) 272): error step^2 with the least
                 ///< coefficient, two forces per step
    FourthOrder  ///< 4MN5FV of the same paper: error step^4, five forces per step
};
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<Integrator> = std::to_array<NamedChoice<Integrator>>(
    {{Integrator::Leapfrog, "leapfrog"}, {Integrator::SecondOrder, "2mn"}, {Integrator::FourthOrder, "4mn"}});

/// The initial guess of the solves for forces.  Previous solutions are discarded at the end of a trajectory, and
/// energies never depend on the guess.
enum class Guess {
    Zero,         ///< 0: trajectories are reversible at any tolerance
    Last,         ///< the last solution
    Chronological ///< the combination of the last solutions with the least residual (Brower, Ivanenko, Levi,
                  ///< Orginos, hep-lat/9509012)
};
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<Guess> = std::to_array<NamedChoice<Guess>>({{Guess::Zero, "zero"},
                                                                              {Guess::Last, "last"},
                                                                              {Guess::Chronological, "chronological"}});

/// The precision of hybrid Monte Carlo.
enum class HmcPrecision {
    Single, ///< everything in single precision, lattice sums in two floats
    Mixed,  ///< fields and forces as in Single; the initial pseudofermions and the fermion energies are solved for and
            ///< summed in double precision on the host, with corrections from the device
    Double ///< everything in double precision, if the device supports it; on the CPU with corrections in single precision
};
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<HmcPrecision> = std::to_array<NamedChoice<HmcPrecision>>(
    {{HmcPrecision::Single, "single"}, {HmcPrecision::Mixed, "mixed"}, {HmcPrecision::Double, "double"}});

/// Where the equations of motion are integrated.
enum class HmcPath {
    Auto,   ///< with quarks on the CPU if the device is a software driver, which is slower, else on the device
    Device, ///< links, momenta and fields of quarks are on the device
    Cpu     ///< on the host, links and momenta in double precision; the device has the links between trajectories
};
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<HmcPath> =
    std::to_array<NamedChoice<HmcPath>>({{HmcPath::Auto, "auto"}, {HmcPath::Device, "device"}, {HmcPath::Cpu, "cpu"}});

/// The determinant that the pseudofermions represent.
enum class FermionAction {
    Wilson,             ///< two degenerate flavours, or those of opposite isospin chemical potential
    TwistedMass,        ///< the two flavours of mu and -mu
    Staggered,          ///< four tastes
    RationalStaggered,  ///< any number of flavours below four, by rooting
    DomainWall,         ///< two degenerate flavours, over those of Pauli and Villars, whose mass is 1
    RationalDomainWall, ///< any number of flavours below two, over as many of Pauli and Villars
    Overlap,            ///< two degenerate flavours at fixed topology: times det H_W^2 / (H_W^2 + mu^2) of their kernel
    IsospinStaggered    ///< four tastes of mu and four of -mu, |det D(mu)|^2
};

/// What is known of a determinant.
struct FermionActionTraits {
    FermionAction action; ///< which
    const char* name;     ///< in run files and options
    DiracType dirac;      ///< its operator
    const char* flavours; ///< how many, in text; null: FermionTerm::flavours, by rational approximations
    bool ratios;          ///< may be split into ratios
    int whole;            ///< flavours without a root; a rational one has fewer
};

/// The registry, in the order of FermionAction.
constexpr std::array<FermionActionTraits, 8> fermionActions = {{
    {FermionAction::Wilson, "wilson", DiracType::Wilson, "two", true, 2},
    {FermionAction::TwistedMass, "twisted-mass", DiracType::TwistedMass, "two", true, 2},
    {FermionAction::Staggered, "staggered", DiracType::Staggered, "four", false, 4},
    {FermionAction::RationalStaggered, "rational", DiracType::Staggered, nullptr, false, 4},
    {FermionAction::DomainWall, "domain-wall", DiracType::DomainWall, "two", true, 2},
    {FermionAction::RationalDomainWall, "domain-wall-rational", DiracType::DomainWall, nullptr, false, 2},
    {FermionAction::Overlap, "overlap", DiracType::Overlap, "two", false, 2},
    {FermionAction::IsospinStaggered, "staggered-isospin", DiracType::IsospinStaggered, "eight", false, 8},
}};

/// The entry of a determinant.
constexpr const FermionActionTraits& traits(FermionAction action) { return fermionActions[std::size_t(action)]; }

/// Whether it is approximated by a rational function of the operator.
constexpr bool isRational(FermionAction action) { return traits(action).flavours == nullptr; }

/// The determinant whose root a rational one is.
constexpr const FermionActionTraits& withoutRoot(FermionAction action)
{
    return *std::ranges::find_if(fermionActions, [&](const FermionActionTraits& one) {
        return one.flavours != nullptr && one.dirac == traits(action).dirac;
    });
}

/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<FermionAction> = choicesOf(fermionActions, &FermionActionTraits::action);

/// The heavier quark in the denominator of a determinant ratio.
struct RatioQuark {
    double kappa = 0; ///< its hopping parameter
    double mu = 0;    ///< its twisted mass; 0 for Wilson quarks
    double mass = 0;  ///< of domain walls

    /// Equal numbers.
    bool operator==(const RatioQuark&) const = default;
};

/// An interval that contains all eigenvalues.
struct SpectralRange {
    double lower = 0; ///< lower bound
    double upper = 0; ///< upper bound

    /// Equal numbers.
    bool operator==(const SpectralRange&) const = default;
};

/// One term of dynamical fermions.
struct FermionTerm {
    FermionAction action = FermionAction::Wilson; ///< the determinant
    double kappa = 0;                             ///< Wilson, twisted mass
    double mu = 0;                                ///< twisted mass
    /// Wilson, twisted mass, domain wall: mass preconditioning (Hasenbusch, hep-lat/0107019) with quarks of increasing mass,
    /// det M = det(M/M_1) det(M_1/M_2) .. det M_n.
    std::vector<RatioQuark> ratios = {};
    double mass = 0;                 ///< staggered, domain wall, overlap: a m
    double flavours = 4;             ///< rational: above 0 and below 4, of domain walls below 2
    double rationalTolerance = 1e-6; ///< rational: largest relative error of the approximation in forces
    /// Rational: the interval on which roots of the even-odd operator are approximated, of domain walls of S^dagger S also with the mass 1.
    /// None: of staggered quarks m^2 to m^2 + 16, which contains the spectrum on every configuration; domain walls need one.  A given range is checked against the measured extremal
    /// eigenvalues at both ends of a trajectory, which is rejected if they lie outside.
    std::optional<SpectralRange> range = {};
    BoundaryPhases boundary = {}; ///< of the fermions
    /// The time scale of each of its terms, 0 the outermost; one number for each term or one for all.  Empty: 0.
    std::vector<int> scales = {};
    double clover = 0;    ///< Wilson, twisted mass: c_SW, also of the quarks of ratios
    double m5 = 0;        ///< domain wall: as in DiracParameters, here and below, also of the quarks of ratios
    double ls = 0;        ///< slices
    double b5 = 1;        ///< b of all slices
    double c5 = 0;        ///< c of all slices
    double lambdaMin = 0; ///< of the interval of Zolotarev's sign, also of overlap quarks, which need it
    double lambdaMax = 0; ///< of the interval of Zolotarev's sign
    double rho = 0;       ///< overlap: -rho is the mass of the kernel H_W
    double signModes = 0; ///< overlap: 0; their low modes would move with the links
    /// Overlap: mu of det H_W^2 / (H_W^2 + mu^2), which keeps eigenvalues of the kernel away from 0 and thus the topology
    /// fixed (Fukaya et al., Phys. Rev. D 74 (2006) 094505); above 0.
    double topologyMu = 0;
    StoutSteps stout = {}; ///< of the links that its operator takes
    double isospinMu = 0;  ///< as in DiracParameters, also of the quarks of ratios

    /// Equal choices.
    bool operator==(const FermionTerm&) const = default;
};

/// The operator of a term with the numbers of its lightest quark.
DiracParameters diracOf(const FermionTerm& term);
/// Gives a term the numbers of an operator.
void setNumbers(FermionTerm& term, const DiracParameters& dirac);
/// The operator of a term with the numbers of a quark of its ratios.
DiracParameters diracOf(const FermionTerm& term, const RatioQuark& quark);

/// How the terms of a time scale are integrated.
struct ScaleParameters {
    Integrator integrator = Integrator::SecondOrder; ///< of one step
    int steps = 10; ///< per link update of the next outer scale; scale 0: per trajectory

    /// Equal choices.
    bool operator==(const ScaleParameters&) const = default;
};

/// The action, integrator and solvers of hybrid Monte Carlo.
struct HmcParameters {
    double beta = 0;                        ///< of the gauge action, 2N/g^2
    GaugeAction action = {};                ///< of the gauge field, without its beta
    std::optional<int> gaugeScale = {};     ///< time scale of the gauge action; none: the innermost
    std::vector<FermionTerm> fermions = {}; ///< any number of terms, or none
    std::vector<ScaleParameters> scales = std::vector<ScaleParameters>(1); ///< outermost first
    double length = 1;                                                     ///< of a trajectory
    Guess guess = Guess::Chronological;                                    ///< of the solves for forces
    int guesses = 8;                              ///< solutions that Chronological keeps of each term
    HmcPrecision precision = HmcPrecision::Mixed; ///< of fields, forces and energies
    HmcPath path = HmcPath::Device;               ///< where all this happens
    std::optional<double> forceTolerance = {};    ///< |b - A x| / |b| of solves for forces; none: defaultForceTolerance
    std::optional<double> energyTolerance = {};   ///< of solves for energies; none: defaultEnergyTolerance
    int maxIterations = 10000;                    ///< of a solve; if one needs more, the trajectory is rejected

    /// Equal choices.
    bool operator==(const HmcParameters&) const = default;
};

/// 1e-5 where forces are computed in single precision, 1e-8 in double.
double defaultForceTolerance(HmcPrecision precision);
/// 1e-5 in single, 1e-10 in mixed, 1e-11 in double precision.
double defaultEnergyTolerance(HmcPrecision precision);

/// The precision of the device that it runs on: double for Double, else single.
Precision devicePrecision(HmcPrecision precision);

/// Throws InputError, which names the value, if a parameter is out of range or does not apply to its action, or if a
/// time scale does not exist.
void validate(const HmcParameters& parameters);

/// Quarks of the kernel of overlap quarks, 2 kappa (D_W(-rho) + i mu gamma_5): their ratio with mu = 0 and topologyMu fixes the topology.
WilsonParameters kernelOf(const FermionTerm& term, double mu);

/// The number of terms of the action for these fermions: the number of ratios plus one, or plus the term that fixes topology.
int termsOf(const FermionTerm& fermions);

/// "Wilson, two flavours, kappa = 0.15", "staggered, 2 flavours, mass = 0.05", ..
std::string describe(const FermionTerm& fermions);

} // namespace gaugegl
