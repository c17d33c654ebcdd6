#include "measure/named_array.h"

#include "base/text_file.h"
#include "gaugegl/base/error.h"
#include "measure/record_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <map>
#include <optional>

namespace gaugegl::measure {
namespace {

/// A whole cell as a number.
std::optional<double> numberIn(std::string_view cell)
{
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (cell.empty() || error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
    return value;
}

struct Line {
    std::size_t number; ///< in the file
    std::vector<std::string_view> cells;
};

/// The cells of a line, between commas, semicolons, spaces or tabs, or in quotes; empty ones before a comma.
std::vector<std::string_view> cellsIn(std::string_view line)
{
    std::vector<std::string_view> cells;
    bool due = true; // a cell, at the beginning and after a comma
    for (std::size_t at = line.find_first_not_of(" \t\r"); at < line.size(); at = line.find_first_not_of(" \t\r", at)) {
        if (line[at] == ',' || line[at] == ';') {
            if (due) cells.push_back(line.substr(at, 0));
            due = true;
            ++at;
            continue;
        }
        const bool quoted = line[at] == '"';
        if (quoted) ++at;
        const std::size_t end = std::min(quoted ? line.find('"', at) : line.find_first_of(",; \t\r", at), line.size());
        cells.push_back(line.substr(at, end - at));
        due = false;
        at = std::min(end + std::size_t(quoted), line.size());
    }
    return cells;
}

/// Texts, and the order in which they were seen.
using Seen = std::map<std::string_view, std::size_t>;

/// Labels that are all numbers are points.
Axis axisOf(std::string_view name, const Seen& seen)
{
    Axis axis{.name = std::string(name)};
    axis.labels.resize(seen.size());
    axis.points.resize(seen.size());
    bool numbers = true;
    for (const auto& [text, place] : seen) {
        const std::optional<double> point = numberIn(text);
        axis.labels[place] = text;
        axis.points[place] = point.value_or(0);
        numbers = numbers && point.has_value();
    }
    if (numbers)
        axis.labels.clear();
    else
        axis.points.clear();
    return axis;
}

/// A line for each number: configuration, axes, number.
NamedArray longTable(const std::string& file, const std::vector<Line>& lines)
{
    const std::vector<std::string_view>& names = lines.front().cells;
    if (names.size() < 3)
        throw FileError(file,
                        "has to have columns for the configuration, t and the correlator, with other axes before t");
    const std::size_t axes = names.size() - 2;
    std::vector<Seen> seen(names.size() - 1);
    std::vector<std::vector<std::size_t>> places;
    std::vector<double> numbers;
    for (std::size_t k = 1; k < lines.size(); ++k) {
        const std::vector<std::string_view>& cells = lines[k].cells;
        const std::optional<double> number = cells.size() == names.size() ? numberIn(cells.back()) : std::nullopt;
        if (!number)
            throw FileError(
                file, fmt::format("line {} has not {} cells, the last one a number", lines[k].number, names.size()));
        numbers.push_back(*number);
        std::vector<std::size_t>& place = places.emplace_back();
        for (std::size_t column = 0; column <= axes; ++column)
            place.push_back(seen[column].try_emplace(cells[column], seen[column].size()).first->second);
    }
    NamedArray array{std::string(names.back()), {}, {}};
    std::size_t size = 1;
    for (std::size_t column = 1; column <= axes; ++column) {
        array.axes.push_back(axisOf(names[column], seen[column]));
        size *= seen[column].size();
    }
    if (size * seen[0].size() != numbers.size())
        throw FileError(
            file, fmt::format("has {} numbers for {} configurations of {} each", numbers.size(), seen[0].size(), size));
    array.values.assign(seen[0].size(), std::vector<double>(size));
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        std::size_t at = 0;
        for (std::size_t column = 1; column <= axes; ++column)
            at = at * seen[column].size() + places[k][column];
        array.values[places[k][0]][at] = numbers[k];
    }
    std::ranges::sort(places);
    if (std::adjacent_find(places.begin(), places.end()) != places.end())
        throw FileError(file, "has two numbers of one configuration at the same point, and none at another one");
    return array;
}

/// A line for each configuration.
NamedArray wideTable(const std::string& file, const std::vector<Line>& lines)
{
    const std::size_t size = lines.front().cells.size();
    NamedArray array{"table", plainAxes({size}), {}};
    for (const Line& line : lines) {
        std::vector<double>& one = array.values.emplace_back();
        for (const std::string_view cell : line.cells) {
            const std::optional<double> number = numberIn(cell);
            if (!number) throw FileError(file, fmt::format("line {}: '{}' is no number", line.number, cell));
            one.push_back(*number);
        }
        if (one.size() != size)
            throw FileError(file,
                            fmt::format("line {} has {} numbers, the first one {}", line.number, one.size(), size));
    }
    return array;
}

NamedArray tableOfText(const std::string& file, std::string_view text)
{
    std::vector<Line> lines;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (auto cells = cellsIn(text.substr(0, end)); !cells.empty() && !cells.front().starts_with('#'))
            lines.push_back({number, std::move(cells)});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (lines.empty()) throw FileError(file, "is empty");
    return numberIn(lines.front().cells.front()) ? wideTable(file, lines) : longTable(file, lines);
}

void addRecordArrays(const std::string& file, std::vector<NamedArray>& arrays)
{
    const Records records = readRecords(file);
    for (const ArrayFacts& one : records.layout.arrays) {
        if (one.axes.empty()) continue;
        NamedArray& array = arrays.emplace_back(NamedArray{one.name, {}, records.series(one.name)});
        for (const std::string& name : one.axes)
            array.axes.push_back(records.layout.axis(name));
    }
}

/// Such a file is not read as a whole, as it may have more than the correlators.
bool beginsAsHdf5(const std::string& file)
{
    constexpr std::string_view beginning = "\x89HDF";
    if (std::error_code none; !std::filesystem::is_regular_file(file, none)) return false;
    std::string found(beginning.size(), '\0');
    std::ifstream(file, std::ios::binary).read(found.data(), std::streamsize(found.size()));
    return found == beginning;
}

std::vector<NamedArray> arraysOf(const std::string& input)
{
    std::vector<NamedArray> arrays;
    if (std::filesystem::is_directory(input)) {
        std::vector<std::string> files;
        for (const auto& entry : std::filesystem::directory_iterator(input))
            if (entry.path().extension() == ".jsonl") files.push_back(entry.path().string());
        if (files.empty()) throw FileError(input, "has no records of a measurement (NAME.jsonl)");
        std::ranges::sort(files);
        for (const std::string& file : files)
            addRecordArrays(file, arrays);
        return arrays;
    }
    if (beginsAsRecordFile(input)) {
        addRecordArrays(input, arrays);
        return arrays;
    }
    if (beginsAsHdf5(input)) return hdf5Arrays(input);
    const std::string text = requiredTextOfFile(input);
    if (text.starts_with("\x93NUMPY") || text.starts_with("PK")) return numpyArrays(input, text);
    if (text.starts_with("{") || text.starts_with("\x1f\x8b")) return pyerrorsArrays(input, text);
    return {tableOfText(input, text)};
}

/// "correlators [kappa = 0.15, 0.152; correlator = pion, rho; distance]": what may be chosen.
std::string described(const NamedArray& array)
{
    constexpr std::size_t most = 20;
    std::vector<std::string> axes;
    for (const Axis& axis : array.axes) {
        std::string& text = axes.emplace_back(axis.name);
        if (&axis == &array.axes.back() || axis.size() > most) continue;
        text += axis.labels.empty() ? fmt::format(" = {}", fmt::join(axis.points, ", "))
                                    : fmt::format(" = {}", fmt::join(axis.labels, ", "));
    }
    return fmt::format("{} [{}]", array.name, fmt::join(axes, "; "));
}

std::string describedAll(const std::vector<NamedArray>& arrays)
{
    std::vector<std::string> all;
    all.reserve(arrays.size());
    for (const NamedArray& one : arrays)
        all.push_back(described(one));
    return fmt::format("{}", fmt::join(all, ", "));
}

/// The place of a label or value on an axis.
std::optional<std::size_t> pointOn(const Axis& axis, const std::string& text)
{
    const std::optional<double> number = numberIn(text);
    for (std::size_t k = 0; k < axis.size(); ++k)
        if (axis.labels.empty() ? number && axis.points[k] == *number : axis.labels[k] == text) return k;
    return std::nullopt;
}

/// Fixes an axis, which goes.
void fixAxis(NamedArray& array, std::size_t axis, std::size_t point)
{
    std::size_t inner = 1;
    for (std::size_t k = axis + 1; k < array.axes.size(); ++k)
        inner *= array.axes[k].size();
    const std::size_t extent = array.axes[axis].size();
    for (std::vector<double>& one : array.values) {
        std::vector<double> kept;
        for (std::size_t k = 0; k < one.size(); ++k)
            if (k / inner % extent == point) kept.push_back(one[k]);
        one = std::move(kept);
    }
    array.axes.erase(array.axes.begin() + std::ptrdiff_t(axis));
}

/// The array with that name, or the one with that label, whose axis is then fixed.
NamedArray arrayNamed(const std::string& input, const std::vector<NamedArray>& arrays, const std::string& name)
{
    std::vector<NamedArray> found;
    for (const NamedArray& one : arrays) {
        if (name.empty() || one.name == name) {
            found.push_back(one);
            continue;
        }
        for (std::size_t axis = 0; axis + 1 < one.axes.size(); ++axis) {
            const auto point = one.axes[axis].labels.empty() ? std::nullopt : pointOn(one.axes[axis], name);
            if (!point) continue;
            fixAxis(found.emplace_back(one), axis, *point);
            break;
        }
    }
    if (found.empty())
        throw InputError(fmt::format("{} has no correlator '{}'; it has {}", input, name, describedAll(arrays)));
    if (found.size() > 1)
        throw InputError(fmt::format("{} has several correlators{}: {}", input, name.empty() ? "" : " '" + name + "'",
                                     describedAll(found)));
    return found.front();
}

} // namespace

analysis::CorrelatorMatrices readCorrelator(const std::string& input, const CorrelatorChoice& choice)
{
    NamedArray array = arrayNamed(input, arraysOf(input), choice.name);
    for (const auto& [name, value] : choice.at) {
        const auto axis = std::ranges::find(array.axes, name, &Axis::name);
        if (axis == array.axes.end() || axis == array.axes.end() - 1)
            throw InputError(fmt::format("there is no axis '{}' to choose on in {}", name, described(array)));
        const auto point = pointOn(*axis, value);
        if (!point) throw InputError(fmt::format("{} has no {} = {}", described(array), name, value));
        fixAxis(array, std::size_t(axis - array.axes.begin()), *point);
    }
    for (std::size_t k = array.axes.size() - 1; k-- > 0;)
        if (array.axes[k].size() == 1) fixAxis(array, k, 0);
    const Axis& time = array.axes.back();
    if (!time.labels.empty())
        throw InputError(fmt::format("{}: {} has to be 0, 1, .., not '{}'; t is the last axis", described(array),
                                     time.name, time.labels.front()));
    for (std::size_t k = 0; k < time.points.size(); ++k)
        if (time.points[k] != double(k))
            throw InputError(fmt::format("{}: {} has to be 0, 1, .., not {} at place {}", described(array), time.name,
                                         time.points[k], k));
    const bool matrix = array.axes.size() == 3 && array.axes[0].points == array.axes[1].points &&
                        array.axes[0].labels == array.axes[1].labels;
    if (array.axes.size() != 1 && !matrix)
        throw InputError(fmt::format(
            "{} is neither one correlator nor a square matrix of them; choose on its other axes", described(array)));
    return {matrix ? array.axes[0].size() : 1, std::move(array.values)};
}

} // namespace gaugegl::measure
