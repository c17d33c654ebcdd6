#include "measure/export.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

Json valuesOf(const Axis& axis) { return axis.labels.empty() ? Json(axis.points) : Json(axis.labels); }

std::string cell(double value) { return std::isfinite(value) ? fmt::format("{}", value) : std::string(); }

std::string cell(const Axis& axis, std::size_t k)
{
    return axis.labels.empty() ? cell(axis.points[k]) : csvQuoted(axis.labels[k]);
}

/// The arrays with these axes.
CsvTable tableOf(const Records& records, const std::vector<std::string>& axes)
{
    const Layout& layout = records.layout;
    CsvTable table{.name = layout.measurement, .text = "sweep"};
    std::vector<std::size_t> arrays;
    for (const std::string& axis : axes) {
        table.name += "-" + axis;
        table.text += "," + csvQuoted(axis);
    }
    for (std::size_t k = 0; k < layout.arrays.size(); ++k) {
        if (layout.arrays[k].axes != axes) continue;
        arrays.push_back(k);
        table.text += "," + csvQuoted(layout.arrays[k].name);
    }
    table.text += "\n";
    const ArrayFacts& first = layout.arrays[arrays.front()];
    const std::vector<std::size_t> shape = layout.shape(first);
    for (const Record& record : records.all)
        for (std::size_t point = 0; point < layout.size(first); ++point) {
            table.text += fmt::format("{}", record.sweep);
            std::size_t below = layout.size(first), rest = point;
            for (std::size_t k = 0; k < axes.size(); ++k) {
                below /= shape[k];
                table.text += "," + cell(layout.axis(axes[k]), rest / below);
                rest %= below;
            }
            for (const std::size_t array : arrays)
                table.text += "," + cell(record.arrays[array][point]);
            table.text += "\n";
        }
    return table;
}

} // namespace

std::string csvQuoted(const std::string& text)
{
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' ? "\"\"" : std::string(1, c);
    return result + "\"";
}

Json toJson(const RecordSet& set)
{
    Json all = Json::object();
    for (const Records& records : set.measurements) {
        Json sweeps = Json::array(), axes = Json::object(), arrays = Json::object(), facts = Json::array();
        for (const ArrayFacts& one : records.layout.arrays)
            arrays[one.name] = {{"axes", one.axes}, {"unit", one.unit}, {"values", Json::array()}};
        for (const Record& record : records.all) {
            const Json values = toJson(record, records.layout);
            sweeps.push_back(record.sweep);
            facts.push_back(record.facts);
            for (const ArrayFacts& one : records.layout.arrays)
                arrays[one.name]["values"].push_back(values.at(one.name));
        }
        for (const Axis& axis : records.layout.axes)
            axes[axis.name] = {{"unit", axis.unit}, {"values", valuesOf(axis)}};
        all[records.layout.measurement] = {{"sweep", sweeps}, {"axes", axes}, {"arrays", arrays}, {"facts", facts}};
    }
    return {{"facts", set.facts}, {"measurements", all}};
}

std::vector<CsvTable> csvTables(const RecordSet& set)
{
    std::vector<CsvTable> tables;
    for (const Records& records : set.measurements) {
        std::vector<std::vector<std::string>> done;
        for (const ArrayFacts& one : records.layout.arrays) {
            if (std::ranges::find(done, one.axes) != done.end()) continue;
            done.push_back(one.axes);
            tables.push_back(tableOf(records, one.axes));
        }
    }
    return tables;
}

} // namespace gaugegl::measure
