#include "report/loop_table.h"

#include "report/json_integer.h"

namespace gaugegl::report {

Json toJson(const LoopTable& table)
{
    Json json = {{"r", table.r}, {"t_max", table.tMost}, {"unsmeared", table.unsmeared}};
    if (!table.smeared.empty()) json["smeared"] = table.smeared;
    return json;
}

LoopTable loopTableOf(const Json& json)
{
    LoopTable table;
    for (const Json& one : json.at("r"))
        table.r.push_back(integersIn<3>(one));
    table.tMost = integerIn(json.at("t_max"));
    table.unsmeared = json.at("unsmeared").get<std::vector<double>>();
    if (json.contains("smeared")) table.smeared = json["smeared"].get<std::vector<double>>();
    return table;
}

void LoopEnsemble::add(const LoopTable& table)
{
    for (analysis::LoopSeries* series : {&unsmeared, &smeared}) {
        series->r = table.r;
        series->tMost = table.tMost;
    }
    unsmeared.values.push_back(table.unsmeared);
    if (!table.smeared.empty()) smeared.values.push_back(table.smeared);
}

} // namespace gaugegl::report
