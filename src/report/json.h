// Numbers with errors as JSON and as cells of tables.
#pragma once

#include "gaugegl/analysis/estimate.h"
#include "gaugegl/base/file_place.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace gaugegl::report {

/// Keys stay in the order in which they were added.  A plain nlohmann::json converts to it.
using Json = nlohmann::ordered_json;

/// {"mean", "error", "tau_int"}; what is unknown is null.  With "warnings", analysis::doubts(), where there are any.
Json toJson(const analysis::Estimate& estimate);
/// {"mean", "error"}, with "warnings" where there are any; without tau_int, for what is no mean of a chain.
Json briefly(const analysis::Estimate& estimate);

/// The number, or null if it is not finite (JSON has no NaN).
Json toJson(double value);

/// The number with 12 digits as a cell of a CSV file; empty if it is not finite.
std::string csvCell(double value);

/// The value as a text, indented, with a newline.  What is not UTF-8, as names of files may be, is replaced by U+FFFD.
std::string textOf(const Json& value);
/// Writes that text to a file, which appears whole or not at all.  Throws FileError.
void writeJson(const Json& value, const FilePlace& file);

/// The value of a text that may be anybody's.  It is discarded (is_discarded) where the text is not JSON, or has more levels than all that
/// this program writes: what walks through a value calls itself once for each.
template<class Value = Json>
Value parsedJson(std::string_view text)
{
    struct TooDeep {};
    constexpr int mostLevels = 100;
    const auto bound = [](int depth, typename Value::parse_event_t, Value&) {
        if (depth > mostLevels) throw TooDeep();
        return true;
    };
    try {
        return Value::parse(text, bound, /*allow_exceptions=*/false);
    } catch (const TooDeep&) {
        return Value(Value::value_t::discarded);
    }
}

} // namespace gaugegl::report
