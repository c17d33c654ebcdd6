// The sections [spectrum] and [inverter] of a run: mesons while the ensemble is made, and the experiment of Egri et al.
// (Comput. Phys. Commun. 177 (2007) 631) on its last configuration.
#pragma once

#include "report.h"
#include "run_folder.h"

#include "gaugegl/gauge/ensemble.h"

namespace gaugegl::cli {

/// Measures the mesons of [spectrum] on the sweeps that it asks for.  The correlators of each are a file of their own
/// in the folder of the run, so that a run that goes on has those of before.
class SpectrumOfRun {
public:
    /// A run without the section has nothing to do.
    SpectrumOfRun(const RunConfig& run, const RunFolder& folder) : run_(&run), folder_(&folder) {}

    /// After a measurement: measures mesons if they are due.  Throws Error where a solve does not converge; an
    /// interrupted one leaves nothing.
    void measured(const Ensemble& ensemble, int sweep) const;
    /// When a run goes on: measures what an interrupt left undone at the sweep where it stands.
    void catchUp(const Ensemble& ensemble) const;

    /// The averages of all that was measured until this sweep, one entry for each kappa or mass.
    Json results(int sweeps) const;
    /// Correlators and masses of the pions as figures; none without gnuplot's data.
    std::vector<std::string> figures(int sweeps) const;
    /// A table of the pion's masses, and of the other mesons' where there are any.
    std::string summary(int sweeps) const;

private:
    bool due(int sweep) const;
    std::vector<int> sweepsUntil(int sweeps) const;
    std::string file(int sweep) const;

    const RunConfig* run_;
    const RunFolder* folder_;
};

/// Solves the systems of [inverter] with the links of an ensemble: in double on the CPU, and in mixed precision on the
/// CPU and on the paths that the section allows.  An entry for each; empty where there is no section.
Json inverterResults(const Ensemble& ensemble, bool quiet);
/// Their table.
std::string inverterTable(const Json& results);

} // namespace gaugegl::cli
