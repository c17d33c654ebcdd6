// How the program reports: numbers with errors, aligned tables, JSON, progress on standard error.
#pragma once

#include "gaugegl/analysis/estimate.h"
#include "gaugegl/base/progress.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gaugegl::cli {

using analysis::formatEstimate; // "0.59435(13)"

/// Keys stay in the order in which they were added.  A plain nlohmann::json converts to it.
using Json = nlohmann::ordered_json;

/// {"mean", "error", "tau_int"}; what is unknown is null.
Json toJson(const analysis::Estimate& estimate);
/// {"mean", "error"}, of what is no mean of a chain.
Json briefly(const analysis::Estimate& estimate);

/// The number, or null if it is not finite (JSON has no NaN).
Json toJson(double value);

/// The number with 12 digits as a cell of a CSV file; empty if it is not finite.
std::string csvCell(double value);

/// Writes the value, indented, with a newline: "-" is standard output, anything else a file that appears whole or not
/// at all.  Keys stand in alphabetical order.  Throws FileError.
void writeJson(const Json& value, const std::string& fileOrDash);

/// Text in columns: the first column is aligned to the left, columns of numbers to the right.
class Table {
public:
    explicit Table(std::vector<std::string> header);

    /// Adds a row; missing cells are empty.  Rows may not have more cells than the header.
    void add(std::vector<std::string> row);

    /// The table with a line below the header, each row ended by a newline.  Widths are counted in UTF-8 characters.
    std::string text() const;

private:
    std::vector<std::string> header_;
    std::vector<std::vector<std::string>> rows_;
};

/// Progress on standard error: a bar if that is a terminal, plain lines otherwise.
ProgressOptions progressOnStandardError(const std::string& label, std::int64_t total, bool quiet);

} // namespace gaugegl::cli
