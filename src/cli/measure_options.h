// The options of `gaugegl measure`, and what they ask for.
#pragma once

#include "command.h"
#include "key_options.h"
#include "measure_extras.h"

#include "gaugegl/gauge/observables/observables.h"

#include <algorithm>

namespace gaugegl::cli {

struct MeasureOptions {
    explicit MeasureOptions(CLI::App& command) : keys(command, RunConfig()) {}

    CommonOptions common;
    KeyOptions keys; ///< of what run files measure
    std::vector<std::string> files;
    FileHints hints;
    std::vector<std::string> observables;
    std::optional<int> rMax, tMax; ///< else 8, or half the extents where that is less
    bool offAxis = false;
    std::optional<double> multihit; ///< beta
    std::string ape, flow, csv, records;
    std::optional<std::size_t> bin;
    std::optional<double> flowTime, flowTolerance;
    std::optional<double> flowStep;
    double flowC1 = 0;

    /// The sections of run files that the command line names, in the order of the registry.
    std::vector<std::string> sections() const;
    bool asksFor(const std::string& name) const { return std::ranges::count(observables, name) > 0; }
};

/// Adds all of them.
void addOptions(CLI::App& command, MeasureOptions& options);
/// Throws InputError for options that the observables do not use, and for observables among the files.
void checkOptions(const CLI::App& command, const MeasureOptions& options);
/// What is to be said before anything is measured.  Throws InputError for an unstable flow.
Warnings warningsOf(const MeasureOptions& options);
/// What is measured besides, on a lattice.
ExtraObservables extrasOf(const MeasureOptions& options, const Lattice& lattice);
/// The observables of the catalogue that are measured by default or are asked for.
ObservableSet measuredObservables(const MeasureOptions& options);

} // namespace gaugegl::cli
