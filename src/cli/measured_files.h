// Measurements of the registry (measure/measurement.h) of configurations in files.
#pragma once

#include "command.h"
#include "ensemble_files.h"
#include "key_options.h"
#include "outputs.h"

#include "measure/measurement.h"
#include "measure/record_file.h"

namespace gaugegl::cli {

/// A measurement and its records so far.
class FileMeasurement {
public:
    /// What the section `name` of the run says.  `records`: a file for them; empty: none.  Throws as config::validateSection().
    FileMeasurement(const RunConfig& run, std::string_view name, std::string records);

    /// Of one file; collective.  Nothing where an interrupt ended it.
    std::optional<measure::Record> measure(AnyLinks u, const EnsembleFiles::Read& of);
    /// Takes it to the others, and into the file.
    void keep(measure::Record record);

    measure::Measurement& operator*() const { return *of_; }
    const std::string& name() const { return of_->name(); }
    const measure::Records& records() const { return records_; }
    Json results() const { return of_->results(records_); }
    /// What follows from them, by its own keys.
    Json derived() const { return of_->derived(records_); }
    std::string summary() const { return of_->summary(records_); }

private:
    std::unique_ptr<measure::Measurement> of_;
    measure::Records records_;
    std::string path_;
    std::unique_ptr<measure::RecordFile> file_;
};

/// Says in a record of which file it is.
measure::Record ofFile(measure::Record record, const EnsembleFiles::Read& of);

/// The run that measurements of files have: a sweep for each.
void setFiles(RunConfig& run, const Lattice& lattice, Group group, std::size_t files, const CommonOptions& options);

/// What commands that read configurations and have keys of run files share.
struct FileOptions {
    explicit FileOptions(CLI::App& command, RunConfig defaults) : keys(command, std::move(defaults)) {}

    CommonOptions common;
    KeyOptions keys; ///< of its section
    std::vector<std::string> files;
    FileHints hints;
    std::string plot, records;
};

/// The files and their hints; before the keys.
void addFileOptions(CLI::App& command, FileOptions& options);
/// --plot, which draws `figures`, and --records; after the keys.
void addResultOptions(CLI::App& command, FileOptions& options, const char* figures);
/// Those, outputs and the device.
void addMeasurementOptions(CLI::App& command, FileOptions& options, const char* figures);

/// The configurations of a command for one measurement, and what it finds.
class MeasuredFiles {
public:
    /// Before the work: checks outputs, these too, files and the section `name` of the run, which `further` completes for the files.
    MeasuredFiles(const FileOptions& options, const char* name, const std::function<void(RunConfig&)>& further = {},
                  std::vector<Output> outputs = {});

    const RunConfig& run() const { return run_; }
    EnsembleFiles& files() { return files_; }
    FileMeasurement& measurement() { return *measurement_; }

    /// Throws RunConfigError unless it can be measured there.
    void requireOn(const ChainBackend& backend);

    /// What a command says beside the measurement.
    struct Report {
        std::string quarks = {};     ///< in the title
        Json facts = Json::object(); ///< in the JSON
        std::string text = {};       ///< behind the title
    };
    /// Prints and writes what follows from the files that are done.
    void report(const EnsembleFiles::Done& done, const Report& more) const;

private:
    const FileOptions* options_;
    EnsembleFiles files_;
    RunConfig run_;
    std::optional<FileMeasurement> measurement_;
    Warnings warnings_;
};

/// Measures file after file on a device what the section `name` of the run says, and prints and writes what follows.  `further` completes
/// the run for the files.  Returns the exit code.
int measureFiles(const FileOptions& options, const char* name, const std::function<void(RunConfig&)>& further = {});

} // namespace gaugegl::cli
