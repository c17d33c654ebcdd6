// Numbers with errors as JSON and as cells of tables.
#pragma once

#include "gaugegl/analysis/estimate.h"

#include <nlohmann/json.hpp>
#include <string>

namespace gaugegl::report {

/// Keys stay in the order in which they were added.  A plain nlohmann::json converts to it.
using Json = nlohmann::ordered_json;

/// {"mean", "error", "tau_int"}; what is unknown is null.  With "warnings", analysis::doubts(), where there are any.
Json toJson(const analysis::Estimate& estimate);
/// The same without tau_int, of what is no mean of a chain.
Json briefly(const analysis::Estimate& estimate);

/// The number, or null if it is not finite (JSON has no NaN).
Json toJson(double value);

/// The number with 12 digits as a cell of a CSV file; empty if it is not finite.
std::string csvCell(double value);

/// The value as a text, indented, with a newline.
std::string textOf(const Json& value);
/// Writes that text to a file, which appears whole or not at all.  Throws FileError.
void writeJson(const Json& value, const std::string& file);

} // namespace gaugegl::report
