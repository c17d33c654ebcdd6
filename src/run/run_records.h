// The records of a run, from the files in its folder alone.
#pragma once

#include "measure/export.h"
#include "run/run_status.h"

namespace gaugegl {

/// Its observables, as history.csv has them, and what else it measures, with what they rest on.  Throws as readStatus() and FileError for
/// records that are not those of the run.
measure::RecordSet recordsOf(const RunStatus& status);

} // namespace gaugegl
