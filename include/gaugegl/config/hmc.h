// [hmc] of run files: hybrid Monte Carlo.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/core/hmc.h"

#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

struct RunConfig;

/// [hmc]: hybrid Monte Carlo.  Its trajectories are the sweeps of [update].
struct HmcSection {
    HmcParameters parameters = {.path = HmcPath::Auto}; ///< beta and c1 are those of [action]: see hmcOf
    int acceptFirst = 0; ///< trajectories at the beginning of thermalisation without a Metropolis test
    int failures = 5;    ///< successive failures that end the run

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        HmcSection& s = *run.hmc;
        HmcParameters& p = s.parameters;
        key("trajectories", run.update.sweeps,
            {.help = "Trajectories after the thermalisation", .range = KeyRange::atLeast(1)});
        key("thermalisation", run.update.thermalisation,
            {.help = "Trajectories before the first measurement", .range = KeyRange::atLeast(0)});
        key("accept_first", s.acceptFirst, {.help = "Number of first trajectories that are accepted without a test"});
        key("failures", s.failures,
            {.help = "Number of successive trajectories with a failed solver that ends the run",
             .range = KeyRange::atLeast(1)});
        key("length", p.length, {.help = "Length of a trajectory", .range = KeyRange::above(0)});
        key("integrator",
            TextsKey{[&p] { return integratorNames(p); }, [&p] { p.scales.clear(); },
                     [&p](std::string_view text) { p.scales.push_back({.integrator = parseChoice<Integrator>(text)}); },
                     choices<Integrator>()},
            {.help = "Integrator of each time scale, the outermost first, or one for all"});
        key("steps",
            numbersKey<int>([&p] { return stepsOf(p); }, [&p](const std::vector<int>& steps) { setSteps(p, steps); }),
            {.help = "Steps of each time scale: of the outermost in a trajectory, of each other one in a link update "
                     "of the next outer scale"});
        key("gauge_scale", p.gaugeScale, {.help = "Time scale of the gauge action; the innermost if it is not given"});
        key("guess", p.guess, {.help = "Initial guess of solves for forces"});
        key("guesses", p.guesses,
            {.help = "Solutions that guess = \"chronological\" keeps of each term", .range = KeyRange::atLeast(1)});
        key("precision", p.precision,
            {.help = "Precision of the fields; mixed: forces in single precision, energies in double"});
        key("path", p.path,
            {.help = "Where trajectories are integrated; auto: with quarks on the CPU if the driver is a software "
                     "driver, else on the device"});
        key("force_tolerance", p.forceTolerance,
            {.help = "|b - A x| / |b| of solves for forces; by default 1e-5, in double precision 1e-8",
             .range = KeyRange::inside(0, 1)},
            defaultForceTolerance(p.precision));
        key("energy_tolerance", p.energyTolerance,
            {.help = "|b - A x| / |b| of solves for energies; by default 1e-5 in single, 1e-10 in mixed and 1e-11 in "
                     "double precision",
             .range = KeyRange::inside(0, 1)},
            defaultEnergyTolerance(p.precision));
        key("max_iterations", p.maxIterations,
            {.help = "Largest number of iterations of a solve; a trajectory that needs more is rejected",
             .range = KeyRange::atLeast(1)});
        key.tables("fermions", p.fermions, {.help = "The quarks: none without it"},
                   [](auto& inner, FermionTerm& term) { listTerm(inner, term); });
    }
    /// Throws RunConfigError for what is out of range.
    static void check(const RunConfig& run);

    /// Of a run file without steps: throws RunConfigError unless there is one time scale.
    void requireSteps() const;

private:
    static std::vector<std::string> integratorNames(const HmcParameters& parameters);
    static std::vector<int> stepsOf(const HmcParameters& parameters);
    static void setSteps(HmcParameters& parameters, std::vector<int> steps);
    static std::vector<double> rangeOf(const FermionTerm& term);
    static void setRange(FermionTerm& term, const std::vector<double>& range);
    static std::string boundaryText(const BoundaryPhases& boundary);
    static std::vector<double> massesOf(const FermionTerm& term);
    static void setMasses(FermionTerm& term, const std::vector<double>& masses);

    static void listRatios(auto& key, FermionTerm& term, const DiracTraits& of)
    {
        const KeyFacts facts = {
            .help =
                "Heavier quarks of mass preconditioning, by which det M is split into ratios of determinants: kappa "
                "of wilson, mu of twisted-mass, masses of domain-wall, or of the first two {kappa = .., mu = ..}",
            .written = !term.ratios.empty()};
        if (of.has(m5Number))
            return key("ratios",
                       numbersKey<double>([&term] { return massesOf(term); },
                                          [&term](const std::vector<double>& masses) { setMasses(term, masses); }),
                       facts);
        const bool twisted = of.has(muNumber);
        key.numbersOrTables(
            "ratios", term.ratios, [&term] { return RatioQuark{.kappa = term.kappa}; }, twisted ? "mu" : "kappa", facts,
            [twisted](auto& inner, RatioQuark& quark) {
                inner("kappa", quark.kappa, {.help = kappaNumber.help});
                if (twisted) inner("mu", quark.mu, {.help = muNumber.help});
            });
    }

    static void listTerm(auto& key, FermionTerm& term)
    {
        key("kind", term.action,
            {.help = "Determinant: two flavours of wilson, twisted-mass, domain-wall and overlap, four of staggered, "
                     "four of mu and four of -mu of staggered-isospin, any number below four of rational, which is "
                     "staggered, and below two of domain-wall-rational",
             .required = true,
             .selects = true});
        const DiracTraits& operatorTraits = traits(traits(term.action).dirac);
        for (const DiracNumber* number : operatorTraits.numbers())
            key(number->key,
                NumberKey{[&term, number] { return diracOf(term).*number->value; },
                          [&term, number](double value) {
                              DiracParameters dirac = diracOf(term);
                              dirac.*number->value = value;
                              setNumbers(term, dirac);
                          }},
                {.help = number->help,
                 .required = !number->optional,
                 .written = !number->optional || diracOf(term).*number->value != number->standard});
        if (traits(term.action).ratios) listRatios(key, term, operatorTraits);
        if (!hasEvenOdd(operatorTraits.type))
            key("topology_mu", term.topologyMu,
                {.help = "mu of the factor det H_W^2 / (H_W^2 + mu^2), which fixes the topology, above 0",
                 .required = true});
        if (isRational(term.action)) {
            key("flavours", term.flavours, {.help = "Number of flavours of a rational kind", .required = true});
            key("rational_tolerance", term.rationalTolerance,
                {.help = "Largest relative error of the rational approximation in forces",
                 .range = KeyRange::between(1e-15, 0.1)});
            key("range",
                numbersKey<double>([&term] { return rangeOf(term); },
                                   [&term](const std::vector<double>& range) { setRange(term, range); }),
                {.help = "Smallest and largest eigenvalue covered by the approximation; of rational by default m^2 to "
                         "m^2 + 16, required with domain-wall-rational",
                 .required = operatorTraits.has(m5Number), // no bound is known
                 .written = term.range.has_value()});
        }
        key("stout",
            TextKey{[&term] { return term.stout.text(); },
                    [&term](std::string_view text) { term.stout = StoutSteps::parse(text); }},
            {.help = "RHO:STEPS of stout smearing of the links of the operator", .written = term.stout.smears()});
        key("boundary",
            TextKey{[&term] { return boundaryText(term.boundary); },
                    [&term](std::string_view text) { term.boundary = BoundaryPhases::parse(text); }},
            {.help = "Boundary phases, as in [spectrum]"});
        key("scales", term.scales,
            {.help = "Time scale of each term of the determinant, 0 the outermost, or one for all; 0 if it is not "
                     "given",
             .written = !term.scales.empty()});
    }
};

/// The parameters of a run with [hmc], with the gauge action from its [action].
HmcParameters hmcOf(const RunConfig& run);

} // namespace gaugegl
