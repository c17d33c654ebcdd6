// A run that is being planned, as by `gaugegl init`: what is more than a key with a word.
#pragma once

#include "gaugegl/config/run_config.h"
#include "run/run_estimate.h"

namespace gaugegl {

/// What is known of the run so far.  What sets something takes the text of an answer or of an option, and throws InputError for a bad one.
struct RunPlan {
    RunConfig run = standard();

    /// Gives a key of the run a value, which is checked with those of its section.
    void set(const std::string& key, const std::string& word);
    /// "6.0", or as a spacing of the lattice "0.1fm".
    void setCoupling(const std::string& text);
    void setSpacing(double fm);
    /// Words as in measurable(), with commas between them.
    void setMeasurements(const std::string& text);
    void setKappa(double kappa);
    /// "1000" sweeps, or as a time "2h"; a time needs the estimate.
    void setLength(const std::string& text, const std::optional<RunEstimate>& estimate);
    void setHours(double hours, const std::optional<RunEstimate>& estimate);

    /// The coupling that a first run may have; empty where none is known for the group.
    std::string usualCoupling() const;
    /// "a = 0.0932 fm, r0/a = 5.37, 0.75 fm wide (source)", or that it is not known here.
    std::string spacingText() const;
    /// "SU3 8x8x8x8, beta = 6".
    std::string title() const;
    /// "su3-8x8x8x8-beta6": a name for files.
    std::string name() const;
    /// The run, completed.  Throws RunConfigError where it is not valid.
    RunConfig completed() const;
    /// The run file, which was parsed again.
    std::string text(const std::string& file) const;

    /// What a plan begins as.
    static RunConfig standard();
};

/// The words of setMeasurements: the observables of runs, then "loops", "flow" and "spectrum".
std::vector<std::string> measurable();

} // namespace gaugegl
