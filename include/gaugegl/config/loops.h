// [loops] of run files: Wilson loops and the static potential.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/core/lattice.h"

#include <optional>
#include <vector>

namespace gaugegl {

struct RunConfig;

/// [loops]: Wilson loops with smeared and with unsmeared spatial links, and the static potential from them.
struct LoopsSection {
    int every = 0;                ///< sweeps between measurements, a multiple of that of [measure]; required
    std::optional<int> rMost;     ///< key r_max, at most half the smallest spatial extent; see rMostOf
    std::optional<int> tMost;     ///< key t_max, at most half the extent in time; see tMostOf
    double apeAlpha = 0.5;        ///< of the smearing of spatial links, 0 to 1
    int apeSteps = 25;            ///< 0: unsmeared loops only
    bool offAxis = false;         ///< also distances off the axes
    bool multihit = false;        ///< temporal links as means at fixed neighbours; Wilson action only
    std::vector<double> fitRange; ///< the smallest and the largest R; empty: by the rules of static_potential.h
    std::optional<int> plateau;   ///< T0, where plateaus begin; not given: by the rules of static_potential.h
    double rootSigmaMeV = 440;    ///< key root_sigma_mev: sqrt(sigma) that sets the lattice spacing

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        LoopsSection& s = *run.loops;
        key("every", s.every,
            {.help = "Sweeps between measurements, a multiple of that of [measure]", .required = true});
        key("r_max", s.rMost, {.help = "Largest distance R; by default half the smallest spatial extent, at most 8"});
        key("t_max", s.tMost, {.help = "Largest time T; by default half the extent in time, at most 8"});
        key("ape_alpha", s.apeAlpha,
            {.help = "Weight of the staples in the APE smearing of spatial links, 0 to 1",
             .range = KeyRange::between(0, 1)});
        key("ape_steps", s.apeSteps,
            {.help = "Steps of the smearing; 0: unsmeared loops alone", .range = KeyRange::atLeast(0)});
        key("off_axis", s.offAxis, {.help = "Measure off-axis distances, too"});
        key("multihit", s.multihit,
            {.help = "Replace temporal links by their means at fixed neighbours; only for the Wilson action"});
        key("fit_range", s.fitRange,
            {.help = "Smallest and largest distance of the fit; by default the averages over all choices"});
        key("plateau", s.plateau,
            {.help = "Time from which effective masses are constant; by default the averages over all choices"});
        key("root_sigma_mev", s.rootSigmaMeV,
            {.help = "sqrt(sigma) in MeV, which sets the lattice spacing", .range = KeyRange::above(0)});
    }
    /// Throws RunConfigError for what is out of range.
    static void check(const RunConfig& run);
};

/// The largest R that is measured: r_max, or by default half the smallest spatial extent, at most 8.
int rMostOf(const std::optional<int>& rMost, const Lattice& lattice);

/// The largest T that is measured: t_max, or by default half the extent in time, at most 8.
int tMostOf(const std::optional<int>& tMost, const Lattice& lattice);

} // namespace gaugegl
