#include "report.h"

#include "command.h"

#include "base/one_line.h"
#include "base/output_file.h"
#include "base/platform.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fmt/format.h>

namespace gaugegl::cli {

void failToWriteOutput(int error) { failToWrite("standard output", "cannot be written", error); }

void printText(std::string_view text)
{
    const std::string shown = printable(text);
    if (std::fwrite(shown.data(), 1, shown.size(), stdout) != shown.size()) failToWriteOutput(errno);
}

void printErrorText(std::string_view text)
{
    const std::string shown = printable(text);
    std::fwrite(shown.data(), 1, shown.size(), stderr);
}

void drawOverText(std::string_view text, bool first)
{
    std::string shown = printable(text);
    for (std::size_t at = 0; (at = shown.find('\n', at)) != std::string::npos; at += 4)
        shown.insert(at, "\x1b[K"); // what a longer line left
    shown = (first ? "\x1b[2J\x1b[H" : "\x1b[H") + shown + "\x1b[J";
    if (std::fwrite(shown.data(), 1, shown.size(), stdout) != shown.size() || std::fflush(stdout) != 0)
        failToWriteOutput(errno);
}

void writeOutput(const std::string& text, const std::string& fileOrDash)
{
    if (fileOrDash != "-") {
        writeTextFile(fileOrDash, text);
        return;
    }
    printText(text);
    if (std::fflush(stdout) != 0) failToWriteOutput(errno);
}

namespace {

/// Those of this process.
Warnings& givenWarnings()
{
    static Warnings texts;
    return texts;
}

} // namespace

Json withGivenWarnings(Json value)
{
    if (!value.is_object() || givenWarnings().empty()) return value;
    Json& list = value["warnings"];
    if (!list.is_array()) list = Json::array();
    for (const std::string& text : givenWarnings())
        if (std::ranges::find(list, Json(text)) == list.end()) list.push_back(text);
    return value;
}

void writeJson(const Json& value, const std::string& fileOrDash)
{
    writeOutput(report::textOf(withGivenWarnings(value)), fileOrDash);
}

void reportResult(const CommonOptions& options, const std::string& text, const Json& json)
{
    if (printsText(options)) printText(text);
    if (!options.json.empty()) writeJson(json, options.json);
}

void sayOnStandardError(const std::string& text) { printError("gaugegl: {}\n", text); }

Warnings warned(Warnings warnings)
{
    constexpr std::size_t longest = 2000;
    for (std::string& one : warnings) {
        one = oneLine(one, longest);
        if (std::ranges::count(givenWarnings(), one) > 0) continue;
        givenWarnings().push_back(one);
        sayOnStandardError("warning: " + one);
    }
    return warnings;
}

ProgressOptions progressOnStandardError(const std::string& label, std::int64_t total, bool quiet)
{
    ProgressOptions options;
    options.label = label;
    options.total = total;
    options.quiet = quiet;
    options.terminal = isTerminal(stderr);
    options.sink = [](std::string_view text) {
        std::fwrite(text.data(), 1, text.size(), stderr);
        std::fflush(stderr);
    };
    return options;
}

TuningWatch tuningOnStandardError(bool quiet)
{
    if (quiet) return {};
    const auto line = std::make_shared<std::optional<Progress>>();
    return {.begins =
                [line](const std::string& kernel, int number, int of) {
                    if (!*line) line->emplace(progressOnStandardError("tuning " + kernel, of, /*quiet=*/false));
                    (*line)->update(number);
                },
            .ends =
                [line](bool complete, double /*seconds*/) {
                    if (complete && *line) (*line)->finish();
                    line->reset();
                },
            .note = sayOnStandardError};
}

} // namespace gaugegl::cli
