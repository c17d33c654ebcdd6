// Whole numbers in JSON that anybody may have written.
#pragma once

#include "base/one_line.h"
#include "gaugegl/base/error.h"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace gaugegl::report {

/// A whole number that fits an int.  Throws InputError for another value: where one of a file is asked for, the library of JSON cuts.
template<class AnyJson>
int integerIn(const AnyJson& value)
{
    const auto fits = [](auto number) { return std::in_range<int>(number); };
    if (value.is_number_integer() && (value.is_number_unsigned() ? fits(value.template get<std::uint64_t>())
                                                                 : fits(value.template get<std::int64_t>())))
        return value.template get<int>();
    throw InputError(fmt::format("{} is no whole number", oneLine(value.dump(), 80)));
}

/// A row of `count` of them.
template<std::size_t count, class AnyJson>
std::array<int, count> integersIn(const AnyJson& row)
{
    if (!row.is_array() || row.size() != count)
        throw InputError(fmt::format("{} is no row of {} whole numbers", oneLine(row.dump(), 80), count));
    std::array<int, count> numbers{};
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = integerIn(row[i]);
    return numbers;
}

} // namespace gaugegl::report
