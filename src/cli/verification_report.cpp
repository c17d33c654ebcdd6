#include "verification_report.h"

#include <cstdio>
#include <fmt/format.h>

namespace gaugegl::cli {

nlohmann::json toJson(const Check& check)
{
    return {{"name", check.name},
            {"group", name(check.group)},
            {"path", name(check.path)},
            {"precision", name(check.precision)},
            {"storage", name(check.storage)},
            {"largest_deviation", report::toJson(check.largestDeviation)},
            {"tolerance", check.tolerance},
            {"passed", check.passed},
            {"note", check.note}};
}

void printCheckTitles()
{
    printOut("{:<28} {:<4} {:<9} {:<7} {:>12} {:>10}\n", "kernel", "", "path", "", "deviation", "allowed");
}

void printCheck(const Check& check)
{
    printOut("{:<28} {:<4} {:<9} {:<7} {:>12.3g} {:>10.1e}  {}{}\n", check.name, name(check.group),
             name(check.path, check.storage), name(check.precision), check.largestDeviation, check.tolerance,
             check.passed ? "passed" : "FAILED", check.note.empty() ? "" : "  (" + check.note + ")");
    std::fflush(stdout);
}

} // namespace gaugegl::cli
