// What a run measures on some of its sweeps besides the plaquette: mesons, the condensate, Wilson loops, the flow.
#pragma once

#include "gaugegl/chain/ensemble.h"
#include "measure/measurement.h"
#include "measure/record_file.h"
#include "run/run_folder.h"

#include <memory>

namespace gaugegl {

/// One of them, with its records: a file in the folder of the run that grows (measure/record_file.h), so that a run that goes on has
/// those of before.
class SweepMeasurement {
public:
    /// Run and folder must outlive it.
    SweepMeasurement(const measure::Kind& kind, const RunConfig& run, const RunFolder& folder);

    /// Reads the records in the folder up to this sweep, thermalisation included.  Throws FileError where they are those of something else.
    void read(int sweeps);
    /// When a run begins or goes on: reads them, begins the file, and measures what an interrupt left undone at the sweep where it stands.
    void begin(const Ensemble& ensemble);
    /// After a measurement of the ensemble: measures if it is due, and says how far it is.  An interrupted measurement leaves nothing.
    void measured(const Ensemble& ensemble, const std::function<void(const std::string&)>& say = {});
    /// Measures now and keeps nothing, for its time.  False where an interrupt ended it.
    bool tryOut(const Ensemble& ensemble);

    /// Its key in results.json.
    const std::string& key() const { return of_->name(); }
    /// Sweeps between measurements.
    int every() const { return every_; }
    /// What was measured until now.
    const measure::Records& records() const { return records_; }
    /// The averages; {"configurations", "failure"} while there are too few for any.
    report::Json results() const;
    /// What follows from these averages, by its own keys in results.json.
    report::Json derived() const;
    /// Their figures, drawn in a folder; none without data.
    std::vector<std::string> figures(const SharedFolder& folder) const;
    /// Tables for people; empty without data.
    std::string summary() const;
    /// What is to be said of the sweeps until this one on which it was measured.
    Warnings warnings(int sweeps) const;

private:
    bool due(std::int64_t sweep) const { return sweep > 0 && sweep % every_ == 0; }

    const measure::Kind* kind_;
    int every_;
    const RunConfig* run_;
    const RunFolder* folder_;
    std::unique_ptr<measure::Measurement> of_;
    measure::Records records_;
    std::optional<measure::RecordFile> file_;
};

/// Those that the run asks for.  Run and folder must outlive them.
std::vector<std::unique_ptr<SweepMeasurement>> measurementsOf(const RunConfig& run, const RunFolder& folder);

} // namespace gaugegl
