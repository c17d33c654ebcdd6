#include "report/csv_table.h"

#include "base/text_file.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <string_view>

namespace gaugegl::report {
namespace {

std::vector<std::string_view> cellsOf(std::string_view line)
{
    std::vector<std::string_view> cells;
    for (;;) {
        const std::size_t end = line.find(',');
        cells.push_back(line.substr(0, end));
        if (end == std::string_view::npos) return cells;
        line.remove_prefix(end + 1);
    }
}

} // namespace

std::vector<std::vector<double>> readColumns(const std::string& path, const std::vector<std::string>& names,
                                             const CsvGaps& gaps)
{
    const std::string text = requiredTextOfFile(path);
    std::string_view rest = text;
    if (gaps.end) rest = rest.substr(0, rest.rfind('\n') + 1); // nothing where there is none
    const auto nextLine = [&rest] {
        const std::size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        return line;
    };
    const std::vector<std::string_view> header = cellsOf(nextLine());
    std::vector<std::size_t> places;
    places.reserve(names.size());
    for (const std::string& name : names)
        places.push_back(std::size_t(std::ranges::find(header, name) - header.begin()));
    std::vector<std::vector<double>> columns(names.size());
    for (std::size_t line = 2; !rest.empty(); ++line) {
        const std::vector<std::string_view> row = cellsOf(nextLine());
        for (std::size_t k = 0; k < names.size(); ++k) {
            const std::string_view cell = places[k] < row.size() ? row[places[k]] : std::string_view();
            double value = std::numeric_limits<double>::quiet_NaN();
            const char* end = cell.data() + cell.size();
            const bool gap = cell.empty() && gaps.cells && (row.size() == header.size());
            if (!gap && (cell.empty() || std::from_chars(cell.data(), end, value).ptr != end))
                throw FileError(path, fmt::format("has no number '{}' in line {}", names[k], line));
            columns[k].push_back(value);
        }
    }
    return columns;
}

} // namespace gaugegl::report
