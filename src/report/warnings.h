// What results are not vouched for: the sentences of their estimates, gathered for tables and JSON.
#pragma once

#include "gaugegl/base/warnings.h"
#include "report/json.h"

namespace gaugegl::report {

/// The sentences under "warnings" anywhere in results, each once, with the keys that lead to them before: "polyakov_loop re, t0: ..".
/// Of the elements of a list those of the first that has some, with the number of those that do.
Warnings warningsIn(const Json& results);

/// Sets "warnings" to the given ones and warningsIn(results).
void addWarnings(Json& results, const Warnings& further);

/// A line for each, "warning: ..", as below tables; empty without any.
std::string warningLines(const Warnings& warnings);

} // namespace gaugegl::report
