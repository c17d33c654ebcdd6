// What a measurement finds on one configuration: named arrays with named axes and units.
#pragma once

#include "report/json.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl::measure {

using namespace report;
using report::toJson; // beside those of records

/// An axis of arrays.
struct Axis {
    std::string name;
    std::string unit = {};                ///< of its points, "a^2"; empty: none
    std::vector<double> points = {};      ///< numbers, or
    std::vector<std::string> labels = {}; ///< names

    std::size_t size() const { return labels.empty() ? points.size() : labels.size(); }
    bool operator==(const Axis&) const = default;
};

/// An array that every record has.
struct ArrayFacts {
    std::string name;
    std::vector<std::string> axes = {}; ///< from the slowest to the fastest; none: one number
    std::string unit = {};              ///< empty: none

    bool operator==(const ArrayFacts&) const = default;
};

/// What all records of a measurement have in common.
struct Layout {
    std::string measurement; ///< its name
    std::vector<Axis> axes = {};
    std::vector<ArrayFacts> arrays = {};

    /// Throws Error for a name that it does not have.
    const Axis& axis(std::string_view name) const;
    std::size_t index(std::string_view array) const;
    bool has(std::string_view array) const;
    /// The extents of an array, and their product.
    std::vector<std::size_t> shape(const ArrayFacts& array) const;
    std::size_t size(const ArrayFacts& array) const;
    /// Throws InputError unless axes are there and all names differ.
    void check() const;
    bool operator==(const Layout&) const = default;
};

/// The numbers of one configuration.
struct Record {
    std::int64_t sweep = 0;                  ///< of the run, or the number of the file, from 1
    std::vector<std::vector<double>> arrays; ///< those of the layout, the last axis fastest
    /// What else is known: "file" and its "checksum", "tuning" with the variants of kernels where a device of its own solved systems.
    Json facts = Json::object();

    /// Throws InputError unless it has the numbers of the layout.
    void check(const Layout& layout) const;
};

/// Those of several configurations, by rising sweeps.
struct Records {
    Layout layout;
    std::vector<Record> all = {};

    std::size_t size() const { return all.size(); }
    bool empty() const { return all.empty(); }
    /// "1 configuration".
    std::string counted() const;
    /// An array of each configuration.
    std::vector<std::vector<double>> series(std::string_view array) const;
    /// Each choice of a kernel once; null where there are none.
    Json tuning() const;
};

/// {"measurement", "program", "axes": [{"name", "unit", "points" | "labels"}], "arrays": [{"name", "axes", "unit"}]}.
Json toJson(const Layout& layout);
/// {"sweep", ARRAY: nested lists} and its facts; what is not finite is null.
Json toJson(const Record& record, const Layout& layout);
/// The opposites.  Throw nlohmann::json::exception or InputError for something else.
Layout layoutOf(const Json& json);
Record recordOf(const Json& json, const Layout& layout);

} // namespace gaugegl::measure
