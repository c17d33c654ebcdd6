// The sections of run files that measure configurations beside the observables of [measure].
//
// To add one: its struct in a header of this folder; here its header, its member and its line; and in src/measure a source that makes it
// (measure/measurement.h).
#pragma once

#include "gaugegl/config/eigen.h"
#include "gaugegl/config/fixing.h"
#include "gaugegl/config/flow.h"
#include "gaugegl/config/loops.h"
#include "gaugegl/config/multilevel.h"
#include "gaugegl/config/pairs.h"
#include "gaugegl/config/quarks.h"
#include "gaugegl/config/smearing.h"

#include <array>
#include <optional>

namespace gaugegl {

/// Those of a run.
struct MeasurementSections {
    std::optional<FermionSection> spectrum;      ///< [spectrum]
    std::optional<FermionSection> condensate;    ///< [condensate]
    std::optional<FermionSection> disconnected;  ///< [disconnected]
    std::optional<EigenSection> eigen;           ///< [eigen]
    std::optional<LoopsSection> loops;           ///< [loops]
    std::optional<PairsSection> pairs;           ///< [pairs]
    std::optional<MultilevelSection> multilevel; ///< [multilevel]
    std::optional<FlowSection> flow;             ///< [flow]
    std::optional<SmearingSection> smearing;     ///< [smearing]
    std::optional<FixingSection> fixing;         ///< [fixing]
};

/// A section of quarks that are solved for.
struct QuarkSection {
    const char* name;                                       ///< without brackets
    std::optional<FermionSection> MeasurementSections::*of; ///< where it is
};
/// All of them.
constexpr std::array<QuarkSection, 3> quarkSections = {{{"spectrum", &MeasurementSections::spectrum},
                                                        {"condensate", &MeasurementSections::condensate},
                                                        {"disconnected", &MeasurementSections::disconnected}}};

} // namespace gaugegl

/// All of them, in the order of run files and results: F(member, name of the function that makes it, type, start of the names of files that
/// older programs wrote, or "", names of its figures in a run, what it is for).
#define GAUGEGL_MEASUREMENTS(F)                                                                                        \
    F(spectrum, Spectrum, FermionSection, "mesons", "pion-correlators pion-masses pion-mass pion-kappa",               \
      "Mesons and the nucleon, measured while the ensemble is generated.")                                             \
    F(condensate, Condensate, FermionSection, "condensate", "condensate-history",                                      \
      "The chiral condensate, measured while the ensemble is generated.")                                              \
    F(disconnected, Disconnected, FermionSection, "", "disconnected-history disconnected-correlator",                  \
      "Quark loops and the disconnected correlators of mesons, measured while the ensemble is generated.")             \
    F(eigen, Eigen, EigenSection, "", "eigen-values",                                                                  \
      "Low modes of Dirac operators, found while the ensemble is generated.")                                          \
    F(loops, Loops, LoopsSection, "loops", "loops-masses loops-potential",                                             \
      "Wilson loops and the static potential, measured while the ensemble is generated.")                              \
    F(pairs, Pairs, PairsSection, "", "pairs-energy",                                                                  \
      "Correlators of Polyakov loops and the free energy of a static pair, measured while the ensemble is generated.") \
    F(multilevel, Multilevel, MultilevelSection, "", "multilevel-energy",                                              \
      "Correlators of Polyakov loops on the axes by the multilevel algorithm, measured while the ensemble is "         \
      "generated.")                                                                                                    \
    F(flow, Flow, FlowSection, "flow", "flow-energy flow-charge flow-charges",                                         \
      "The gradient flow, its scales and the topological charge, measured while the ensemble is generated.")           \
    F(smearing, Smearing, SmearingSection, "", "smearing-energy smearing-charges",                                     \
      "Plaquettes, energy and topological charge along stout smearing, measured while the ensemble is generated.")     \
    F(fixing, Fixing, FixingSection, "", "fixing-functional fixing-propagator fixing-dressing",                        \
      "Gauge fixing, the gluon propagator, monopoles and vortices, measured while the ensemble is generated.")
