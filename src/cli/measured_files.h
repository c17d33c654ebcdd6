// Measurements of the registry (measure/measurement.h) of configurations in files.
#pragma once

#include "command.h"
#include "ensemble_files.h"
#include "key_options.h"

#include "measure/measurement.h"
#include "measure/record_file.h"

namespace gaugegl::cli {

/// A measurement and its records so far.
class FileMeasurement {
public:
    /// What the section `name` of the run says.  `records`: a file for them; empty: none.  Throws as config::validateSection().
    FileMeasurement(const RunConfig& run, std::string_view name, std::string records);

    /// Of one file, by all ranks together.  Nothing where an interrupt ended it.
    std::optional<measure::Record> measure(const GaugeField& u, const EnsembleFiles::Read& of);
    /// Takes it to the others, and into the file.
    void keep(measure::Record record);

    const std::string& name() const { return of_->name(); }
    std::size_t count() const { return records_.size(); }
    Json results() const { return of_->results(records_); }
    /// What follows from them, by its own keys.
    Json derived() const { return of_->derived(records_); }
    std::string summary() const { return of_->summary(records_); }
    std::vector<std::string> figures(const Figure& figure) const { return of_->figures(records_, figure); }

private:
    std::unique_ptr<measure::Measurement> of_;
    measure::Records records_;
    std::string path_;
    std::unique_ptr<measure::RecordFile> file_;
};

/// The run that measurements of files have: a sweep for each.
void setFiles(RunConfig& run, const Lattice& lattice, Group group, std::size_t files, const CommonOptions& options);

/// What commands of one measurement share.
struct FileOptions {
    explicit FileOptions(CLI::App& command, RunConfig defaults) : keys(command, std::move(defaults)) {}

    CommonOptions common;
    KeyOptions keys; ///< of its section
    std::vector<std::string> files;
    std::string group, lattice, plot, records;
};

/// The files and their hints; before the keys.
void addFileOptions(CLI::App& command, FileOptions& options);
/// --plot, which draws `figures`, --records, outputs and the device; after the keys.
void addMeasurementOptions(CLI::App& command, FileOptions& options, const char* figures);

/// Measures file after file what the section `name` of the run says, and prints and writes what follows.  `further` completes the run for
/// the files.  Returns the exit code.
int measureFiles(const FileOptions& options, const char* name, const std::function<void(RunConfig&)>& further = {});

} // namespace gaugegl::cli
