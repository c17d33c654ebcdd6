// The run that `gaugegl init` plans: from answers or options to a run file.
#pragma once

#include "gaugegl/config/run_config.h"
#include "run/run_estimate.h"

namespace gaugegl::cli {

/// What is known of the run so far; each setter takes the text of an answer or of an option, and throws InputError for a bad one.
class RunPlan {
public:
    RunPlan();

    void setGroup(const std::string& text);
    void setLattice(const std::string& text);
    /// "6.0", or as a spacing of the lattice "0.1fm".
    void setCoupling(const std::string& text);
    void setSpacing(double fm);
    /// Words as in measurable(), with commas between them.
    void setMeasurements(const std::string& text);
    void setKappa(double kappa);
    void setThermalisation(const std::string& text);
    void setThermalisation(int sweeps) { run_.update.thermalisation = sweeps; }
    /// "1000", or as a time "2h"; a time needs the estimate.
    void setLength(const std::string& text, const std::optional<RunEstimate>& estimate);
    void setSweeps(int sweeps);
    void setHours(double hours, const std::optional<RunEstimate>& estimate);
    void setSeed(std::uint64_t seed) { run_.update.seed = seed; }
    void setDevice(int device) { run_.device.device = device; }
    void setDirectory(const std::string& directory) { run_.output.directory = directory; }

    bool hasCoupling() const { return run_.action.beta > 0; }
    bool hasQuarks() const { return run_.spectrum.has_value(); }
    /// The coupling that a first run may have; empty where none is known for the group.
    std::string usualCoupling() const;
    /// "a = 0.0932 fm, r0/a = 5.37, 0.75 fm wide (source)", or that it is not known here.
    std::string spacingText() const;
    /// "su3-8x8x8x8-beta6": a name for files.
    std::string name() const;
    /// The run, completed.  Throws RunConfigError where it is not valid.
    RunConfig run() const;
    /// The run file, which was parsed again.
    std::string text(const std::string& file) const;

private:
    RunConfig run_;
};

/// The words of setMeasurements: the observables of runs, then "loops", "flow" and "spectrum".
std::vector<std::string> measurable();

} // namespace gaugegl::cli
