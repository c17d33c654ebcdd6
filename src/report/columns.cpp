#include "report/columns.h"

namespace gaugegl::report {

std::string csvCells(const Json& value, bool estimate)
{
    const auto number = [&value](const char* key) {
        return value.is_object() && value[key].is_number() ? csvCell(value[key].get<double>()) : std::string();
    };
    if (estimate) return number("mean") + "," + number("error");
    if (value.is_null() || value.is_discarded()) return "";
    if (value.is_string()) return value.get<std::string>();
    return value.is_number_float() ? csvCell(value.get<double>()) : value.dump();
}

} // namespace gaugegl::report
