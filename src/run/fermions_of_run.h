// The sections [spectrum] and [inverter] of a run: mesons while the ensemble is made, and the experiment of Egri et al.
// (Comput. Phys. Commun. 177 (2007) 631) on its last configuration.
#pragma once

#include "fermion/solve/inverter_backend.h"
#include "gaugegl/base/progress.h"
#include "gaugegl/fermion/solve/inversion.h"
#include "run/sweep_measurement.h"

namespace gaugegl {

/// "mass" or "kappa".
const char* keyOf(const FermionSection& section);
/// The links of a chain as they are now.
struct LinksOfRun {
    HostGaugeField links; ///< of this rank's part
    SharedLattice shared; ///< the whole lattice
    int device;           ///< that of the chain (gl::ContextOptions)
    bool tuning;          ///< whether variants of kernels are timed
};
/// Together.
LinksOfRun linksOf(const Ensemble& ensemble);
/// Where their systems are solved: on the CPU, or on the device of the chain.
InverterBackend placeOf(const LinksOfRun& links, const std::string& path, SolverPrecision precision);
/// A measurement with the variants of kernels that it was made with, where a device made it.
report::Json withTuning(report::Json measured, InverterBackend& place);
/// The same of all measurements in these files for their results, each choice once; null where no device made them.
report::Json tuningIn(const std::vector<std::string>& files);

/// Measures the mesons of [spectrum].
class SpectrumOfRun : public SweepMeasurement {
public:
    /// The run has the section.
    SpectrumOfRun(const RunConfig& run, const RunFolder& folder)
        : SweepMeasurement({"mesons", "spectrum", run.spectrum->every}, run, folder)
    {}

private:
    /// Throws Error where a solve does not converge.
    std::optional<report::Json> measure(const Ensemble& ensemble) override;
    /// One entry for each kappa or mass.
    report::Json resultsOf(const std::vector<std::string>& files) const override;
    /// "critical_kappa" of quarks with several kappas.
    report::Json derivedOf(const std::vector<std::string>& files) const override;
    /// Correlators and masses of the pions, and of several kappas their squared masses.
    std::vector<std::string> figuresOf(const std::vector<std::string>& files,
                                       const SharedFolder& folder) const override;
    /// A table of the pion's masses, and of the other mesons' where there are any.
    std::string summaryOf(const std::vector<std::string>& files) const override;
};

/// Solves the systems of [inverter] with the links of an ensemble: in double on the CPU, and in mixed precision on the
/// CPU and on the paths that the section allows.  An entry for each; empty where there is no section.  The progress
/// counts the solves.
report::Json inverterResults(const Ensemble& ensemble, ProgressOptions progress);
/// Their table.
std::string inverterTable(const report::Json& results);

} // namespace gaugegl
