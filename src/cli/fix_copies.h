// One configuration after another, one gauge copy after another, with the progress of theta.
#pragma once

#include "fix_backend.h"

#include "gaugegl/base/progress.h"

namespace gaugegl::cli {

/// How far theta has fallen from where it began to its goal, on a logarithmic scale, and before that how far annealing
/// has come.  Ends the work when the program was interrupted.
class ThetaProgress {
public:
    ThetaProgress(const std::string& label, const GaugeFixing& fixing, bool quiet);
    /// For GaugeFixing; the object must outlive it.
    FixingWatch watch();
    /// The line.
    Progress& line() { return progress_; }
    void finish() { progress_.finish(); }

private:
    double part(const FixingState& state);

    double tolerance_, first_ = 0; ///< theta
    int ladder_;                   ///< iterations of annealing
    Progress progress_;
};

} // namespace gaugegl::cli
