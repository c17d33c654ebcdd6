// How the program reports: tables and JSON on standard output, progress on standard error.
#pragma once

#include "gaugegl/base/progress.h"
#include "gaugegl/device/device.h"
#include "report/json.h"
#include "report/table.h"
#include "report/warnings.h"

#include <cstdint>
#include <fmt/format.h>
#include <utility>

namespace gaugegl::cli {

struct CommonOptions;
using namespace report;
using analysis::formatEstimate; // "0.59435(13)"
using report::toJson;           // beside those of commands

// Whatever a command prints goes through the next functions: control characters in it, which may be those of a file, a driver or a name,
// are escaped, so that no terminal obeys them (base/one_line.h).

/// Writes to standard output.  Throws as failToWriteOutput().
void printText(std::string_view text);
/// Writes to standard error; a failure is ignored.
void printErrorText(std::string_view text);
/// Texts with values, as fmt has them.
template<class... Values>
void printOut(fmt::format_string<Values...> format, Values&&... values)
{
    printText(fmt::format(format, std::forward<Values>(values)...));
}
template<class... Values>
void printError(fmt::format_string<Values...> format, Values&&... values)
{
    printErrorText(fmt::format(format, std::forward<Values>(values)...));
}

/// Draws the text on the terminal of standard output, over the one before; the first one clears it.  Throws as printText().
void drawOverText(std::string_view text, bool first);

/// Throws DiskError or FileError for standard output, where writing failed with this errno value.
[[noreturn]] void failToWriteOutput(int error);

/// Writes a text: "-" is standard output, anything else a file that appears whole or not at all.  Throws FileError.
void writeOutput(const std::string& text, const std::string& fileOrDash);

/// The value; an object gets the list "warnings" of those that were given until then, if any, behind its own.
Json withGivenWarnings(Json value);

/// Writes that, indented, with a newline, as writeOutput.
void writeJson(const Json& value, const std::string& fileOrDash);

/// Prints a text for people, and writes the JSON, as the options ask for.
void reportResult(const CommonOptions& options, const std::string& text, const Json& json);

/// "gaugegl: TEXT" on standard error.
void sayOnStandardError(const std::string& text);

/// Each as "gaugegl: warning: TEXT" on standard error, once for each text; writeJson() writes them too.  Returns them.
Warnings warned(Warnings warnings);

/// Progress on standard error: a bar if that is a terminal, plain lines otherwise.
ProgressOptions progressOnStandardError(const std::string& label, std::int64_t total, bool quiet);

/// Of options for the step of the gradient flow.
constexpr const char* flowStepHelp =
    "Step of the integration; by default 0.02, or a quarter of the longest stable step if that is shorter";

/// Progress of the timing of kernel variants on standard error, a line for each kernel.
TuningWatch tuningOnStandardError(bool quiet);

} // namespace gaugegl::cli
