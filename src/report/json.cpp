#include "report/json.h"

#include "base/output_file.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl::report {

Json toJson(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string csvCell(double value) { return std::isfinite(value) ? fmt::format("{:.12g}", value) : std::string(); }

Json toJson(const analysis::Estimate& estimate)
{
    Json json = {
        {"mean", toJson(estimate.mean)}, {"error", toJson(estimate.error)}, {"tau_int", toJson(estimate.tauInt)}};
    if (const Warnings doubts = analysis::doubts(estimate); !doubts.empty()) json["warnings"] = doubts;
    return json;
}

Json briefly(const analysis::Estimate& estimate)
{
    Json json = toJson(estimate);
    json.erase("tau_int");
    return json;
}

std::string textOf(const Json& value)
{
    return value.dump(2, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

void writeJson(const Json& value, const FilePlace& file) { writeTextFile(file, textOf(value)); }

} // namespace gaugegl::report
