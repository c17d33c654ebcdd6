// The section [inverter] of a run: the experiment of Egri et al. (Comput. Phys. Commun. 177 (2007) 631) on its last configuration.
#pragma once

#include "gaugegl/base/progress.h"
#include "gaugegl/chain/ensemble.h"
#include "report/json.h"

namespace gaugegl {

/// Solves the systems of [inverter] with the links of an ensemble: in double on the CPU, and in mixed precision on the
/// CPU and on the paths that the section allows.  An entry for each; empty where there is no section.  The progress
/// counts the solves.
report::Json inverterResults(const Ensemble& ensemble, ProgressOptions progress);
/// Their table.
std::string inverterTable(const report::Json& results);

} // namespace gaugegl
