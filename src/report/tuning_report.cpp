#include "report/tuning_report.h"

#include "report/table.h"

#include <fmt/format.h>
#include <map>

namespace gaugegl::report {
namespace {

/// "12.3 us", "1.23 ms".
std::string timeText(double seconds)
{
    if (seconds < 1e-6) return fmt::format("{:.3g} ns", 1e9 * seconds);
    if (seconds < 1e-3) return fmt::format("{:.3g} us", 1e6 * seconds);
    return fmt::format("{:.3g} ms", 1e3 * seconds);
}

} // namespace

Json toJson(const std::vector<TuningChoice>& choices)
{
    Json all = Json::array();
    for (const TuningChoice& one : choices)
        if (!one.sameBits)
            all.push_back({{"kernel", one.kernel},
                           {"lattice", one.lattice},
                           {"path", one.path},
                           {"precision", one.precision},
                           {"variant", one.variant},
                           {"origin", choiceName(one.origin)}});
    return all;
}

Json toJson(const TuningEntry& entry)
{
    const TuningKey& k = entry.key;
    const auto number = [](const std::optional<double>& value) { return value ? toJson(*value) : Json(nullptr); };
    Json json = {{"renderer", k.renderer},
                 {"driver", k.driver},
                 {"kernel", k.kernel},
                 {"lattice", k.lattice},
                 {"path", k.path},
                 {"precision", k.precision},
                 {"variant", entry.variant},
                 {"seconds", number(entry.secondsOf(entry.variant))},
                 {"standard", entry.standard},
                 {"gain", number(entry.gain())},
                 {"variants", Json::array()},
                 {"program", entry.program}};
    for (const TimedVariant& one : entry.variants)
        json["variants"].push_back({{"name", one.name}, {"seconds", number(one.seconds)}});
    return json;
}

std::string tuningTable(const std::vector<TuningEntry>& entries)
{
    std::map<std::string, Table> tables;
    for (const TuningEntry& entry : entries) {
        const TuningKey& k = entry.key;
        const auto gain = entry.gain();
        tables
            .try_emplace(fmt::format("{}, {}", k.renderer, k.driver),
                         Table({"kernel", "lattice", "path", "precision", "variant", "time", "gain", "default"}))
            .first->second.add({k.kernel, k.lattice, k.path, k.precision, entry.variant,
                                timeText(entry.secondsOf(entry.variant).value_or(0)),
                                gain ? fmt::format("{:.2f}", *gain) : "", entry.standard});
    }
    std::string text;
    for (const auto& [device, table] : tables)
        text += fmt::format("{}{}\n\n{}", text.empty() ? "" : "\n", device, table.text());
    return text;
}

} // namespace gaugegl::report
