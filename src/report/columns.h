// Columns of rows, listed once: the table for people, the JSON for programs and the CSV of the same rows come from one list.
#pragma once

#include "gaugegl/analysis/estimate.h"
#include "report/json.h"
#include "report/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gaugegl::report {

/// The cells of a value in CSV: those of an estimate are two, with a comma between.
std::string csvCells(const Json& value, bool estimate);

/// What is formatted for a cell of a type: the text of an estimate, the value of an optional one.
template<class Of>
struct Shown {
    using Type = Of;
};
template<>
struct Shown<analysis::Estimate> {
    using Type = std::string;
};
template<class Of>
struct Shown<std::optional<Of>> : Shown<Of> {};

/// A list of columns.  Each has what a function or a member gives of a row: a number, a text, an estimate, or an optional one.  What an
/// optional one lacks is no key in JSON and an empty cell; a number that is not finite is null there.
template<class Row>
class Columns {
    template<class Get>
    using Format = fmt::format_string<const typename Shown<std::decay_t<std::invoke_result_t<Get, const Row&>>>::Type&>;

public:
    /// The text of a cell of a table.
    using Cell = std::function<std::string(const Row&)>;

    /// A column below `header` in tables, and under `key` in JSON and CSV.  Where one of them is empty, the column is not there.
    template<class Get>
    Columns& add(std::string header, std::string key, const Get& get, std::type_identity_t<Format<Get>> format = "{}")
    {
        return add(std::move(header), std::move(key), get,
                   Cell([get, format = fmt::string_view(format)](const Row& row) {
                       return shown(std::invoke(get, row), format);
                   }));
    }
    /// One whose cells are made by a function.
    template<class Get>
    Columns& add(std::string header, std::string key, const Get& get, Cell cell)
    {
        all_.push_back({std::move(header), std::move(key),
                        isEstimate<std::decay_t<std::invoke_result_t<Get, const Row&>>>,
                        [get](const Row& row) { return valueOf(std::invoke(get, row)); }, std::move(cell)});
        return *this;
    }

    /// The headers of a table.
    std::vector<std::string> headers() const
    {
        std::vector<std::string> texts;
        for (const Column& one : all_)
            if (!one.header.empty()) texts.push_back(one.header);
        return texts;
    }
    /// The cells below them.
    std::vector<std::string> cells(const Row& row) const
    {
        std::vector<std::string> texts;
        for (const Column& one : all_)
            if (!one.header.empty()) texts.push_back(one.cell(row));
        return texts;
    }
    /// The headers, and the cells of each row below them.
    template<class Rows>
    std::vector<std::vector<std::string>> rows(const Rows& rows) const
    {
        std::vector<std::vector<std::string>> all = {headers()};
        for (const Row& row : rows)
            all.push_back(cells(row));
        return all;
    }
    /// The whole table as aligned text.
    template<class Rows>
    std::string table(const Rows& rows) const
    {
        Table table(headers());
        for (const Row& row : rows)
            table.add(cells(row));
        return table.text();
    }

    /// A row as lines of a report: header and cell of each column that has something to say of it.
    std::string lines(const Row& row, int width) const
    {
        std::string text;
        for (const Column& one : all_)
            if (const std::string cell = one.header.empty() ? "" : one.cell(row); !cell.empty())
                text += fmt::format("{:<{}}{}\n", one.header, width, cell);
        return text;
    }

    /// A row as an object.
    Json object(const Row& row) const
    {
        Json json = Json::object();
        for (const Column& one : all_)
            if (Json value = one.key.empty() ? missing() : one.value(row); !value.is_discarded())
                json[one.key] = std::move(value);
        return json;
    }
    /// All of them as a list.
    template<class Rows>
    Json list(const Rows& rows) const
    {
        Json json = Json::array();
        for (const Row& row : rows)
            json.push_back(object(row));
        return json;
    }

    /// A line with the keys and one for each row; an estimate has a second column KEY_error.
    template<class Rows>
    std::string csv(const Rows& rows) const
    {
        std::vector<std::string> keys;
        for (const Column& one : all_) {
            if (!one.key.empty()) keys.push_back(one.key);
            if (!one.key.empty() && one.estimate) keys.push_back(one.key + "_error");
        }
        std::string text = fmt::format("{}\n", fmt::join(keys, ","));
        for (const Row& row : rows)
            text += csvLine(row);
        return text;
    }
    /// The line of one row.
    std::string csvLine(const Row& row) const
    {
        std::vector<std::string> cells;
        for (const Column& one : all_)
            if (!one.key.empty()) cells.push_back(csvCells(one.value(row), one.estimate));
        return fmt::format("{}\n", fmt::join(cells, ","));
    }

private:
    template<class Value>
    static constexpr bool isEstimate =
        std::is_same_v<Value, analysis::Estimate> || std::is_same_v<Value, std::optional<analysis::Estimate>>;

    struct Column {
        std::string header, key;
        bool estimate = false;
        std::function<Json(const Row&)> value; ///< missing() where an optional value is
        Cell cell;
    };

    static Json missing() { return Json(Json::value_t::discarded); } // braces would make a list

    template<class Value>
    static Json valueOf(const Value& value)
    {
        if constexpr (std::is_same_v<Value, double> || std::is_same_v<Value, analysis::Estimate>)
            return toJson(value);
        else
            return Json(value);
    }
    template<class Value>
    static Json valueOf(const std::optional<Value>& value)
    {
        return value ? valueOf(*value) : missing();
    }

    template<class Value>
    static std::string shown(const Value& value, fmt::string_view format)
    {
        if constexpr (isEstimate<Value>)
            return shown(analysis::formatEstimate(value), format);
        else
            return valueOf(value).is_null() ? "" : fmt::vformat(format, fmt::make_format_args(value));
    }
    template<class Value>
    static std::string shown(const std::optional<Value>& value, fmt::string_view format)
    {
        return value ? shown(*value, format) : "";
    }

    std::vector<Column> all_;
};

} // namespace gaugegl::report
