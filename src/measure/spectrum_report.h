// What correlators of an ensemble say: means, masses, tables and figures.
#pragma once

#include "analysis/critical_kappa.h"
#include "analysis/literature.h"
#include "analysis/pion_line.h"
#include "analysis/residual_mass.h"
#include "gaugegl/fermion/measure/correlators.h"
#include "measure/record.h"
#include "report/plot.h"

#include <optional>

namespace gaugegl::measure {

/// One meson of an ensemble.
struct MesonReport {
    std::string name;
    std::vector<analysis::Estimate> correlator; ///< at every distance
    std::vector<analysis::Estimate>
        masses; ///< of the cosh form, or of a nucleon the exponential, from each distance to the next
};

/// The mean over sources on one configuration.
std::vector<MesonCorrelator> meanOverSources(const std::vector<std::vector<MesonCorrelator>>& ofSources);

/// From the correlators of each configuration; every configuration has the same mesons.
std::vector<MesonReport> reportMesons(const std::vector<std::vector<MesonCorrelator>>& ofConfigurations);

/// Adds "pion": [C(0), ...] of every meson, "errors" and "effective_masses" by meson.
void addMesons(Json& json, const std::vector<MesonReport>& mesons);

/// Of domain-wall quarks whose midpoints were measured; else nothing.
std::optional<analysis::ResidualMass> residualMassOf(const std::vector<std::vector<MesonCorrelator>>& ofConfigurations);
/// Adds "residual_mass": {mean, error} and "residual_mass_ratios" at every distance, if there is one.
void addResidualMass(Json& json, const std::optional<analysis::ResidualMass>& residual);
/// "residual mass, C_mp / C of the sums over all distances: 0.0649(12)\n"; empty if there is none.
std::string residualMassLine(const std::optional<analysis::ResidualMass>& residual);

/// The momentum in a correlator's name: "(1,0,0)" of "pion(1,0,0)", nothing of "pion".
std::string momentumIn(const std::string& name);

/// Correlators of one momentum, under their names without it.
struct OfMomentum {
    std::string momentum; ///< empty: 0
    std::vector<MesonReport> mesons;

    std::string title() const { return momentum.empty() ? "(0,0,0)" : momentum; }
};
/// In the order of the correlators.
std::vector<OfMomentum> byMomentum(const std::vector<MesonReport>& all);

/// Correlators of the same quarks.
struct OfQuarks {
    std::string name; ///< empty: of light quarks; "-ls", "-ss", "-baryons"
    std::vector<MesonReport> mesons;
};
/// Those of one momentum: all together without a strange quark.
std::vector<OfQuarks> byQuarks(const std::vector<MesonReport>& ofMomentum);

/// Tables of correlators and masses, one for each momentum and the same quarks, all but those of momentum 0 below their momentum.
std::string mesonTables(const std::vector<MesonReport>& all);

/// Correlators and effective masses as figures NAME-correlators and NAME-masses; returns the names of the files.
std::vector<std::string> plotMesons(const Figure& figure, const std::vector<MesonReport>& mesons);

/// (a m)^2 of the pion against the mass of the quark: a line for people, empty where it is not known.
std::string pionLineText(const std::optional<analysis::PionLine>& line);
/// The masses and the line through them.
std::vector<std::string> plotPionLine(const Figure& figure, const std::vector<double>& masses,
                                      const analysis::PionLine& line);

/// Where the pion has no mass: a line for people, empty where it is not known.
std::string criticalKappaText(const std::optional<analysis::CriticalKappa>& critical,
                              const std::optional<analysis::PublishedKappa>& published);
/// (a m)^2 against 1/(2 kappa), the line through it and where it ends.
std::vector<std::string> plotCriticalKappa(const Figure& figure, const std::vector<double>& kappas,
                                           const analysis::CriticalKappa& critical,
                                           const std::optional<analysis::PublishedKappa>& published);

} // namespace gaugegl::measure
