// What a run measures on some of its sweeps besides the plaquette: mesons, the condensate, Wilson loops, the flow.
#pragma once

#include "gaugegl/run/ensemble.h"
#include "report/json.h"
#include "run/run_folder.h"

#include <memory>

namespace gaugegl {

/// One of them.  What was measured on a sweep is a file of its own in the folder of the run, NAME.SWEEP.json, so that a
/// run that goes on has those of before.
class SweepMeasurement {
public:
    virtual ~SweepMeasurement() = default;
    SweepMeasurement(const SweepMeasurement&) = delete;
    SweepMeasurement& operator=(const SweepMeasurement&) = delete;

    /// After a measurement of the ensemble: measures if it is due.  An interrupted measurement leaves nothing.
    void measured(const Ensemble& ensemble, int sweep);
    /// When a run goes on: measures what an interrupt left undone at the sweep where it stands.
    void catchUp(const Ensemble& ensemble);

    /// Its key in results.json.
    const std::string& key() const { return key_; }
    /// Sweeps between measurements.
    int every() const { return every_; }
    /// The averages of all that was measured until this sweep (thermalisation included).
    report::Json results(int sweeps) const { return resultsOf(filesUntil(sweeps)); }
    /// What follows from these averages, by its own keys in results.json.
    report::Json derived(int sweeps) const { return derivedOf(filesUntil(sweeps)); }
    /// Their figures, drawn in a folder; none without data.
    std::vector<std::string> figures(int sweeps, const SharedFolder& folder) const
    {
        return figuresOf(filesUntil(sweeps), folder);
    }
    /// What is to be said of the sweeps until this one on which it was measured.
    Warnings warnings(int sweeps) const;
    /// On how many sweeps until this one it was measured.
    std::size_t measuredUntil(int sweeps) const { return filesUntil(sweeps).size(); }
    /// Measures now and keeps nothing, for its time.  False where an interrupt ended it.
    bool tryOut(const Ensemble& ensemble) { return measure(ensemble).has_value(); }
    /// Tables for people; empty without data.
    std::string summary(int sweeps) const { return summaryOf(filesUntil(sweeps)); }

protected:
    /// NAME of the files, key of the results, and sweeps between measurements.
    struct Kind {
        std::string name, key;
        int every;
    };
    SweepMeasurement(Kind kind, const RunConfig& run, const RunFolder& folder);

    const RunConfig& run() const { return *run_; }
    const RunFolder& folder() const { return *folder_; }

private:
    /// What the file of a sweep is to hold; nothing where an interrupt ended it.
    virtual std::optional<report::Json> measure(const Ensemble& ensemble) = 0;
    virtual report::Json resultsOf(const std::vector<std::string>& files) const = 0;
    virtual report::Json derivedOf(const std::vector<std::string>& /*files*/) const { return report::Json::object(); }
    virtual std::vector<std::string> figuresOf(const std::vector<std::string>& files,
                                               const SharedFolder& folder) const = 0;
    virtual std::string summaryOf(const std::vector<std::string>& files) const = 0;

    bool due(int sweep) const { return sweep > 0 && sweep % every_ == 0; }
    std::vector<std::string> filesUntil(int sweeps) const;

    std::string name_, key_;
    int every_;
    const RunConfig* run_;
    const RunFolder* folder_;
};

/// Those that the run asks for.  Run and folder must outlive them.
std::vector<std::unique_ptr<SweepMeasurement>> measurementsOf(const RunConfig& run, const RunFolder& folder);

/// A file of measurements.  Throws FileError unless it is JSON; `use` may throw nlohmann::json::exception for JSON that
/// is something else, which gives the same error.
void readMeasurements(const std::string& file, const std::function<void(const report::Json&)>& use);

} // namespace gaugegl
