// [fixing] of run files: gauge fixing of configurations, and what is measured in a fixed gauge.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/core/gauge_fixing.h"

#include <optional>

namespace gaugegl {

struct RunConfig;

/// [fixing]: the configurations in a gauge (CONVENTIONS.md, "Gauge fixing").  Those of the chain stay as they are.
struct FixingSection {
    int every = 0;                  ///< sweeps between measurements, a multiple of that of [measure]; required
    GaugeFixing fixing = {};        ///< most of its numbers under their keys; luxury is that of ranlux
    int copies = 1;                 ///< gauge copies, of which the one with the highest functional is kept
    bool propagator = false;        ///< whether the gluon propagator is measured; Landau gauge
    std::optional<double> cylinder; ///< of the propagator: analysis::MomentumCut
    std::optional<double> cone;     ///< of the propagator, in degrees
    bool abelian = false;           ///< whether monopoles are measured; maximally Abelian gauge
    bool vortices = false;          ///< whether vortices are measured; centre gauge

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        FixingSection& s = *run.fixing;
        GaugeFixing& f = s.fixing;
        key("every", s.every,
            {.help = "Sweeps between measurements, a multiple of that of [measure]", .required = true});
        key("gauge", f.gauge, {.help = "landau, coulomb, mag (maximally Abelian) or centre (direct maximal)"});
        key("method", f.method,
            {.help = "relax, or (overrelaxation), sr (stochastic relaxation) or sa (simulated annealing, then or)",
             .selects = true});
        listMethod(key, f);
        key("tolerance", f.tolerance, {.help = "Largest theta of a fixed configuration", .range = KeyRange::above(0)});
        key("max_iterations", f.maxIterations,
            {.help = "Largest number of iterations of each copy", .range = KeyRange::atLeast(1)});
        key("check_every", f.checkEvery,
            {.help = "Iterations between measurements of theta", .range = KeyRange::atLeast(1)});
        key("copies", s.copies,
            {.help = "Gauge copies, of which the one with the highest functional is kept: the first from the links as "
                     "they are, the others from random transformations",
             .range = KeyRange::atLeast(1)});
        key("random_start", f.randomStart, {.help = "Start the first copy, too, from a random transformation"});
        key("seed", f.seed,
            {.help = "Seed of all random numbers, the same on each configuration; copy k has the seed + k"});
        key("generator", f.generator.type, {.help = "Generator of random transformations; lcg is refused here"});
        key("luxury", f.generator.luxury, {.help = "Luxury level of ranlux, 0 to 4"});
        key("propagator", s.propagator, {.help = "Gluon propagator D(p^2) in Landau gauge"});
        key("cylinder", s.cylinder,
            {.help = "Cut of momenta: distance from the diagonal, in units of the smallest momentum",
             .range = KeyRange::atLeast(0)});
        key("cone", s.cone,
            {.help = "Cut of momenta: largest angle to the diagonal, in degrees", .range = KeyRange::atLeast(0)});
        key("abelian", s.abelian, {.help = "Monopole density and Abelian plaquette in maximally Abelian gauge"});
        key("vortices", s.vortices, {.help = "Vortex density and projected plaquette in centre gauge"});
    }
    /// Throws RunConfigError for what is out of range.
    static void check(const RunConfig& run);

private:
    static void listMethod(auto& key, GaugeFixing& f)
    {
        const bool anneals = f.method == FixingMethod::Annealing;
        if (f.method == FixingMethod::Overrelaxation || anneals) {
            key("omega", f.omega,
                {.help =
                     "Parameter of overrelaxation, above 0 and below 2; from 1 to 1.9 it is faster than relaxation"});
            key("power", f.power, {.help = "How a^omega is computed: exact, first or second order in a - 1"});
        }
        if (f.method == FixingMethod::StochasticRelaxation)
            key("probability", f.probability,
                {.help = "Probability of a step a^2 in stochastic relaxation, from 0 to below 1"});
        if (!anneals) return;
        key("steps", f.annealing.steps, {.help = "Heat baths of annealing"});
        key("temperature", f.annealing.start,
            {.help = "First temperature of annealing; by default 0.45 in SU(3), 1.5 in SU(2), 2.5 in mag"});
        key("final_temperature", f.annealing.end, {.help = "Last temperature of annealing; by default 0.01"});
        key("reflections", f.annealing.microcanonical,
            {.help = "Microcanonical sweeps after each heat bath of annealing"});
    }
};

} // namespace gaugegl
