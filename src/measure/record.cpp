#include "measure/record.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <set>
#include <utility>

namespace gaugegl::measure {
namespace {

/// Values of this shape as nested lists, from `next` on, which moves behind them.
Json nested(const std::vector<std::size_t>& shape, std::size_t level, const double*& next)
{
    if (level == shape.size()) return report::toJson(*next++);
    Json list = Json::array();
    for (std::size_t k = 0; k < shape[level]; ++k)
        list.push_back(nested(shape, level + 1, next));
    return list;
}

/// Appends the values of nested lists of this shape.
void flatten(const Json& json, const std::vector<std::size_t>& shape, std::size_t level, std::vector<double>& values)
{
    if (level == shape.size()) {
        values.push_back(json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>());
        return;
    }
    if (!json.is_array() || json.size() != shape[level])
        throw InputError(fmt::format("not a list of {} in a record", shape[level]));
    for (const Json& one : json)
        flatten(one, shape, level + 1, values);
}

/// A name in a file, which becomes one of files and groups: letters, digits, _ and -.
std::string nameIn(const Json& json)
{
    auto name = json.get<std::string>();
    const auto allowed = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
    constexpr std::size_t longest = 100;
    if (name.empty() || name.size() > longest || !std::ranges::all_of(name, allowed))
        throw InputError("no name of an array or axis");
    return name;
}

} // namespace

const Axis& Layout::axis(std::string_view name) const
{
    const auto found = std::ranges::find(axes, name, &Axis::name);
    if (found == axes.end()) throw Error(fmt::format("{} has no axis {}", measurement, name));
    return *found;
}

bool Layout::has(std::string_view array) const
{
    return std::ranges::find(arrays, array, &ArrayFacts::name) != arrays.end();
}

std::size_t Layout::index(std::string_view array) const
{
    const auto found = std::ranges::find(arrays, array, &ArrayFacts::name);
    if (found == arrays.end()) throw Error(fmt::format("{} has no array {}", measurement, array));
    return std::size_t(found - arrays.begin());
}

std::vector<std::size_t> Layout::shape(const ArrayFacts& array) const
{
    std::vector<std::size_t> extents;
    extents.reserve(array.axes.size());
    for (const std::string& name : array.axes)
        extents.push_back(axis(name).size());
    return extents;
}

std::size_t Layout::size(const ArrayFacts& array) const
{
    std::size_t product = 1;
    for (const std::size_t extent : shape(array))
        product *= extent;
    return product;
}

void Layout::check() const
{
    std::set<std::string> names = {"sweep"};
    const auto add = [&](const std::string& name) {
        if (!names.insert(name).second) throw InputError(fmt::format("{} is the name of two things", name));
    };
    for (const Axis& one : axes)
        add(one.name);
    for (const ArrayFacts& one : arrays) {
        add(one.name);
        for (const std::string& name : one.axes)
            if (std::ranges::find(axes, name, &Axis::name) == axes.end())
                throw InputError(fmt::format("{} has the axis {}, which is not there", one.name, name));
    }
}

void Record::check(const Layout& layout) const
{
    for (std::size_t k = 0; k < layout.arrays.size(); ++k)
        if (k >= arrays.size() || arrays[k].size() != layout.size(layout.arrays[k]))
            throw InputError(
                fmt::format("{} has not {} numbers", layout.arrays[k].name, layout.size(layout.arrays[k])));
}

std::vector<std::vector<double>> Records::series(std::string_view array) const
{
    const std::size_t index = layout.index(array);
    std::vector<std::vector<double>> values;
    values.reserve(all.size());
    for (const Record& one : all)
        values.push_back(one.arrays[index]);
    return values;
}

std::string Records::counted() const { return fmt::format("{} configuration{}", size(), size() == 1 ? "" : "s"); }

Json Records::tuning() const
{
    Json choices;
    for (const Record& one : all) {
        if (!one.facts.contains("tuning")) continue;
        if (choices.is_null()) choices = Json::array();
        for (const Json& choice : one.facts.at("tuning"))
            if (std::ranges::find(choices, choice) == choices.end()) choices.push_back(choice);
    }
    return choices;
}

Json toJson(const Layout& layout)
{
    Json axes = Json::array(), arrays = Json::array();
    for (const Axis& one : layout.axes) {
        Json axis = {{"name", one.name}, {"unit", one.unit}};
        if (one.labels.empty())
            axis["points"] = one.points;
        else
            axis["labels"] = one.labels;
        axes.push_back(axis);
    }
    for (const ArrayFacts& one : layout.arrays)
        arrays.push_back({{"name", one.name}, {"axes", one.axes}, {"unit", one.unit}});
    return {{"measurement", layout.measurement},
            {"program", "gaugegl " GAUGEGL_VERSION},
            {"axes", axes},
            {"arrays", arrays}};
}

Layout layoutOf(const Json& json)
{
    Layout layout{.measurement = nameIn(json.at("measurement"))};
    for (const Json& one : json.at("axes")) {
        Axis axis{.name = nameIn(one.at("name")), .unit = one.at("unit").get<std::string>()};
        if (one.contains("labels"))
            axis.labels = one.at("labels").get<std::vector<std::string>>();
        else
            axis.points = one.at("points").get<std::vector<double>>();
        layout.axes.push_back(std::move(axis));
    }
    for (const Json& one : json.at("arrays"))
        layout.arrays.push_back({.name = nameIn(one.at("name")),
                                 .axes = one.at("axes").get<std::vector<std::string>>(),
                                 .unit = one.at("unit").get<std::string>()});
    layout.check();
    return layout;
}

Json toJson(const Record& record, const Layout& layout)
{
    Json json = {{"sweep", record.sweep}};
    for (std::size_t k = 0; k < layout.arrays.size(); ++k) {
        const double* next = record.arrays.at(k).data();
        json[layout.arrays[k].name] = nested(layout.shape(layout.arrays[k]), 0, next);
    }
    json.update(record.facts);
    return json;
}

Record recordOf(const Json& json, const Layout& layout)
{
    const Json& sweep = json.at("sweep");
    if (!sweep.is_number_integer() ||
        (sweep.is_number_unsigned() && !std::in_range<std::int64_t>(sweep.get<std::uint64_t>())))
        throw InputError("no number of a sweep");
    Record record{.sweep = json.at("sweep").get<std::int64_t>(), .arrays = {}};
    for (const ArrayFacts& one : layout.arrays)
        flatten(json.at(one.name), layout.shape(one), 0, record.arrays.emplace_back());
    for (const auto& [key, value] : json.items())
        if (key != "sweep" && !layout.has(key)) record.facts[key] = value;
    return record;
}

} // namespace gaugegl::measure
