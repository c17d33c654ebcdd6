// What the loops of an ensemble say: effective masses, the static potential and its fit, as JSON, table and figures.
#pragma once

#include "gaugegl/analysis/static_potential.h"
#include "gaugegl/core/lattice.h"
#include "measure/record.h"
#include "report/plot.h"

namespace gaugegl::measure {

/// The potential from smeared loops, and from unsmeared ones to compare with.
struct PotentialReport {
    analysis::StaticPotential main; ///< of the smeared loops, without smearing of the unsmeared ones
    std::optional<analysis::StaticPotential> unsmeared; ///< beside smeared ones
    double rootSigmaMeV = 440;
};

/// The radius r0 in fm that gives a second lattice spacing (R. Sommer's 0.5 fm).
constexpr double sommerRadius = 0.5;

/// How the potential is found and reported.
struct PotentialTask {
    std::optional<std::pair<double, double>> fitRange{}; ///< the smallest and the largest R; not given: by the rules
    std::optional<int> plateau{};                        ///< where plateaus begin; not given: by the rules
    double rootSigmaMeV = 440;                           ///< sqrt(sigma) that sets the lattice spacing
};

/// Of unsmeared loops and, if they have values, of smeared ones.  Throws InputError as analysis::staticPotential.
PotentialReport reportPotential(const analysis::LoopSeries& unsmeared, const analysis::LoopSeries& smeared,
                                const PotentialTask& task, const Lattice& lattice);

Json resultsOf(const PotentialReport& report);
/// Tables and results; a fit that is not to be believed says so.
std::string potentialTable(const PotentialReport& report);
/// Effective masses and potential as figures NAME-masses and NAME-potential; returns the names of the files.  The
/// labels of `figure` do not matter.
std::vector<std::string> plotPotential(const Figure& figure, const PotentialReport& report);

} // namespace gaugegl::measure
