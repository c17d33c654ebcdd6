#include "report/profile_report.h"

#include "report/table.h"

#include <fmt/format.h>

namespace gaugegl::report {
namespace {

double perCall(const ProfileEntry& entry) { return entry.calls > 0 ? 1e6 * entry.seconds / double(entry.calls) : 0; }

std::vector<std::string> row(const ProfileEntry& entry, double all)
{
    return {entry.name, entry.calls > 0 ? std::to_string(entry.calls) : "", fmt::format("{:.3f}", entry.seconds),
            entry.calls > 0 ? fmt::format("{:.1f}", perCall(entry)) : "",
            fmt::format("{:.1f}", 100 * entry.seconds / all)};
}

Json entryToJson(const ProfileEntry& entry, double all)
{
    return {{"calls", entry.calls}, {"seconds", entry.seconds}, {"fraction", toJson(entry.seconds / all)}};
}

ProfileEntry allKernels(const ProfileReport& report)
{
    ProfileEntry all{"all kernels", 0, report.kernelSeconds()};
    for (const ProfileEntry& kernel : report.kernels)
        all.calls += kernel.calls;
    return all;
}

} // namespace

std::string profileTable(const ProfileReport& report)
{
    Table table({"kernel", "calls", "seconds", "us/call", "%"});
    const auto add = [&](const ProfileEntry& entry) { table.add(row(entry, report.seconds)); };
    for (const ProfileEntry& kernel : report.kernels)
        add(kernel);
    table.add({"", "", "", "", ""});
    add(allKernels(report));
    for (const ProfileEntry& entry : {report.compiling, report.uploads, report.readbacks})
        add(entry);
    const bool withRanks = report.exchanges.calls + report.gathers.calls > 0;
    if (withRanks) add(report.exchanges);
    if (withRanks) add(report.gathers);
    add({"host", 0, report.hostSeconds()});
    add({"all", 0, report.seconds});
    const std::string exchanged =
        withRanks ? fmt::format("ranks exchanged {:.1f} MB; the device worked during {} of {} exchanges\n",
                                1e-6 * report.exchangedBytes, report.hiddenExchanges, report.exchanges.calls)
                  : "";
    return table.text() + exchanged +
           fmt::format("kernels are timed by {}; the first run of a program counts as compiling\n",
                       report.clock == "query" ? "timer queries" : "the host's clock");
}

Json toJson(const ProfileReport& report)
{
    Json kernels = Json::array();
    for (const ProfileEntry& kernel : report.kernels) {
        Json one = {{"name", kernel.name}};
        one.update(entryToJson(kernel, report.seconds));
        kernels.push_back(std::move(one));
    }
    Json json = {{"seconds", report.seconds},
                 {"clock", report.clock},
                 {"kernels", kernels},
                 {"kernel_seconds", report.kernelSeconds()},
                 {"kernel_fraction", toJson(report.kernelSeconds() / report.seconds)},
                 {"compiling", entryToJson(report.compiling, report.seconds)},
                 {"uploads", entryToJson(report.uploads, report.seconds)},
                 {"readbacks", entryToJson(report.readbacks, report.seconds)},
                 {"host_seconds", report.hostSeconds()}};
    if (report.exchanges.calls + report.gathers.calls == 0) return json;
    json["exchanges"] = entryToJson(report.exchanges, report.seconds);
    json["exchanges"]["bytes"] = report.exchangedBytes;
    json["exchanges"]["hidden"] = report.hiddenExchanges;
    json["gathers"] = entryToJson(report.gathers, report.seconds);
    return json;
}

} // namespace gaugegl::report
