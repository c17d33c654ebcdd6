#include "report.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/output_file.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace gaugegl::cli {
namespace {

/// Characters of a UTF-8 text: bytes that do not continue one.
std::size_t characters(const std::string& text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// Whether a cell reads as a number: those stand to the right.
bool isNumeric(const std::string& cell)
{
    if (cell.empty() || cell == "-" || cell == "unknown") return true;
    const std::size_t sign = cell[0] == '-' || cell[0] == '+' ? 1 : 0;
    return cell.size() > sign && cell[sign] >= '0' && cell[sign] <= '9';
}

} // namespace

Json toJson(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string csvCell(double value) { return std::isfinite(value) ? fmt::format("{:.12g}", value) : std::string(); }

Json toJson(const analysis::Estimate& estimate)
{
    return {{"mean", toJson(estimate.mean)}, {"error", toJson(estimate.error)}, {"tau_int", toJson(estimate.tauInt)}};
}

Json briefly(const analysis::Estimate& estimate)
{
    return {{"mean", toJson(estimate.mean)}, {"error", toJson(estimate.error)}};
}

void writeJson(const Json& value, const std::string& fileOrDash)
{
    const std::string text = value.dump(2) + "\n";
    if (fileOrDash != "-") {
        writeTextFile(fileOrDash, text);
        return;
    }
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        failToWrite("standard output", "cannot be written", errno);
}

Table::Table(std::vector<std::string> header) : header_(std::move(header)) {}

void Table::add(std::vector<std::string> row)
{
    assert(row.size() <= header_.size());
    row.resize(header_.size());
    rows_.push_back(std::move(row));
}

std::string Table::text() const
{
    std::vector<std::size_t> widths;
    std::vector<bool> right;
    for (std::size_t column = 0; column < header_.size(); ++column) {
        const auto wider = [column](const auto& a, const auto& b) {
            return characters(a[column]) < characters(b[column]);
        };
        const auto widest = std::max_element(rows_.begin(), rows_.end(), wider);
        const std::size_t cells = widest == rows_.end() ? 0 : characters((*widest)[column]);
        widths.push_back(std::max(characters(header_[column]), cells));
        right.push_back(column > 0 && std::all_of(rows_.begin(), rows_.end(),
                                                  [column](const auto& row) { return isNumeric(row[column]); }));
    }

    std::string result;
    const auto append = [&](const std::vector<std::string>& row) {
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column) {
            const std::string padding(widths[column] - characters(row[column]), ' ');
            if (column > 0) line += "  ";
            line += right[column] ? padding + row[column] : row[column] + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        result += line + "\n";
    };
    append(header_);
    std::size_t whole = 2 * (widths.empty() ? 0 : widths.size() - 1);
    for (const std::size_t width : widths)
        whole += width;
    result += std::string(whole, '-') + "\n";
    for (const auto& row : rows_)
        append(row);
    return result;
}

ProgressOptions progressOnStandardError(const std::string& label, std::int64_t total, bool quiet)
{
    ProgressOptions options;
    options.label = label;
    options.total = total;
    options.quiet = quiet;
    options.terminal = isatty(STDERR_FILENO) != 0;
    options.sink = [](std::string_view text) {
        std::fwrite(text.data(), 1, text.size(), stderr);
        std::fflush(stderr);
    };
    return options;
}

} // namespace gaugegl::cli
