// An ensemble being made: progress on standard error, and what is said at its end.
#pragma once

#include "command.h"

#include "gaugegl/base/interrupt.h"
#include "report/profile_report.h"
#include "run/ensemble_report.h"

namespace gaugegl::cli {

/// The line that shows how far a chain is.
struct ProgressLine {
    std::string label = "sweeps";
    bool quiet = false;
    std::optional<std::size_t> programs = {}; ///< programsOfChain
};

/// Makes the ensemble with a progress line on standard error, until it is done or as EnsembleWork ends it; `swept` is
/// called after each sweep.  Returns whether it was done.
bool runWithProgress(Ensemble& ensemble, const ProgressLine& line, const std::function<void()>& swept = {});

/// What `generate` and `hmc` say at their end: the summary and the JSON, and on standard error that it is not complete.
void reportResults(const Ensemble& ensemble, const CommonOptions& options, const std::optional<ProfileReport>& spent,
                   bool complete);

} // namespace gaugegl::cli
