#include "verification_report.h"

#include <cstdio>
#include <fmt/format.h>

namespace gaugegl::cli {

CheckReport::CheckReport(const CommonOptions& options, int total, const std::string& title)
    : options_(options), total_(total)
{
    if (printsText(options_))
        printOut("{}\n{:<28} {:<4} {:<9} {:<7} {:>12} {:>10}\n", title, "kernel", "", "path", "", "deviation",
                 "allowed");
}

void CheckReport::add(const Check& check)
{
    checks_.push_back({{"name", check.name},
                       {"group", name(check.group)},
                       {"path", name(check.path)},
                       {"precision", name(check.precision)},
                       {"storage", name(check.storage)},
                       {"largest_deviation", report::toJson(check.largestDeviation)},
                       {"tolerance", check.tolerance},
                       {"passed", check.passed},
                       {"note", check.note}});
    if (!check.passed) ++failed_;
    if (!printsText(options_)) return;
    printOut("{:<28} {:<4} {:<9} {:<7} {:>12.3g} {:>10.1e}  {}{}\n", check.name, name(check.group),
             name(check.path, check.storage), name(check.precision), check.largestDeviation, check.tolerance,
             check.passed ? "passed" : "FAILED", check.note.empty() ? "" : "  (" + check.note + ")");
    std::fflush(stdout);
}

bool CheckReport::end(const Ending& ending) const
{
    const bool passed = failed_ == 0 && left() == 0 && made() > 0 && ending.enough;
    Json json = {{"passed", passed}, {"complete", left() == 0}};
    json.update(ending.further);
    json["checks"] = checks_;
    reportResult(options_,
                 fmt::format("{} checks, {} failed{}\n{}", made(), failed_,
                             left() > 0 ? fmt::format(", {} left", left()) : "", ending.lines),
                 json);
    std::fflush(stdout);
    if (!ending.note.empty()) sayOnStandardError(ending.note);
    if (left() > 0) sayOnStandardError(fmt::format("interrupted; {} checks were not made", left()));
    return passed;
}

} // namespace gaugegl::cli
