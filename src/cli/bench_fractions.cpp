// gaugegl bench --report: what JSON files of suites have of kernels, as one table of fractions of the copy bandwidth that
// was measured in the same run, beside those that a card should reach.
#include "bench.h"
#include "checks/suite.h"

#include "gaugegl/base/error.h"
#include "io/input_file.h"
#include "report/json_integer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace gaugegl::cli {
namespace {

/// Path and precision.
using PlaceName = std::pair<std::string, std::string>;
/// By volume and name of the lattice, the smallest first.
using ByLattice = std::map<std::pair<std::int64_t, std::string>, double>;

/// A kernel of one group at one place.
struct FractionRow {
    KernelClass kind;
    std::string kernel, group;
    PlaceName place;
    ByLattice fractions = {};

    bool isBelow(double fraction) const { return fraction < *traits(kind).wanted; }
};

struct FractionReport {
    std::string device, driver;
    std::vector<FractionRow> rows;
    std::map<PlaceName, ByLattice> copies; ///< GB/s
    std::set<ByLattice::key_type> lattices;
    Json kernels = Json::array(); ///< as the files have them
    std::string remarks;
};

/// Throws FileError unless the file is JSON.
Json readJson(const std::string& path)
{
    constexpr std::uint64_t largest = 1 << 26;
    io::InputFile file(path);
    if (file.size() > largest) file.fail("is larger than any result of `gaugegl bench`");
    Json json = parsedJson(file.text(0, file.size()));
    if (json.is_discarded()) file.fail("is no JSON");
    return json;
}

/// Where the row belongs, made where it is new.
FractionRow& rowOf(FractionReport& report, const FractionRow& like)
{
    const auto same = [&](const FractionRow& row) {
        return row.kernel == like.kernel && row.group == like.group && row.place == like.place;
    };
    const auto found = std::ranges::find_if(report.rows, same);
    return found == report.rows.end() ? report.rows.emplace_back(like) : *found;
}

/// A kernel of a file; one without a fraction, such as those of the CPU, is left out.
void add(FractionReport& report, const Json& kernel)
{
    const Json& fraction = kernel.at("fraction_of_copy");
    const auto kind = parseChoice<KernelClass>(kernel.at("class").get<std::string>());
    if (fraction.is_null()) return;
    const Lattice lattice(integersIn<4>(kernel.at("lattice")));
    const ByLattice::key_type key{lattice.volume(), lattice.name()};
    const FractionRow like{.kind = kind,
                           .kernel = kernel.at("name"),
                           .group = kernel.at("group").is_null() ? "" : kernel.at("group").get<std::string>(),
                           .place = {kernel.at("path"), kernel.at("precision")}};
    const double value = fraction, gigabytesPerSecond = kernel.at("gb_s");
    if (value > 0) report.copies[like.place][key] = gigabytesPerSecond / value;
    report.lattices.insert(key);
    report.kernels.push_back(kernel);
    if (traits(kind).wanted) rowOf(report, like).fractions[key] = value;
}

/// Throws FileError for what is no result of the program's bench command on the same device.
void read(FractionReport& report, const std::string& path)
{
    const Json json = readJson(path);
    const auto fail = [&](const std::string& what) { throw FileError(path, what); };
    try {
        const std::string device = json.at("device"), driver = json.at("driver");
        if (report.device.empty()) {
            report.device = device;
            report.driver = driver;
        }
        if (device != report.device || driver != report.driver)
            fail(fmt::format("was measured on {} ({}), the files before it on {} ({})", device, driver, report.device,
                             report.driver));
        for (const Json& kernel : json.at("kernels"))
            add(report, kernel);
        if (!json.at("complete").get<bool>()) report.remarks += fmt::format("{}: ended before its last kernel\n", path);
    } catch (const Json::exception& error) {
        fail(fmt::format("is no result of `gaugegl bench` that has kernels: {}", error.what()));
    } catch (const InputError& error) {
        fail(error.what());
    }
}

std::string percentOf(const FractionRow& row, double fraction)
{
    return fmt::format("{:.{}f}{}", 100 * fraction, fraction < 0.1 ? 1 : 0, row.isBelow(fraction) ? "!" : "");
}

std::string fractionTable(const FractionReport& report, bool markdown)
{
    std::vector<std::string> header = {"class", "kernel", "group", "path", "precision"};
    for (const auto& [volume, name] : report.lattices)
        header.push_back(name);
    std::vector<std::vector<std::string>> lines;
    const auto addLine = [&](std::vector<std::string> line, const PlaceName& place, const ByLattice& numbers,
                             const auto& cell) {
        line.insert(line.end(), {place.first, place.second});
        for (const auto& lattice : report.lattices)
            line.push_back(numbers.contains(lattice) ? cell(numbers.at(lattice)) : "");
        lines.push_back(std::move(line));
    };
    for (const auto& [place, speeds] : report.copies)
        addLine({"", "copy, GB/s", ""}, place, speeds, digits);
    for (const FractionRow& row : report.rows)
        addLine({choiceName(row.kind), row.kernel, row.group}, row.place, row.fractions,
                [&](double fraction) { return percentOf(row, fraction); });
    return tableText(header, lines, markdown, 5);
}

/// For each class and place how many kernels reach their fraction, each on its largest lattice.
std::string summary(const FractionReport& report)
{
    struct Count {
        int all = 0, reached = 0;
    };
    std::map<std::pair<KernelClass, PlaceName>, Count> counts;
    for (const FractionRow& row : report.rows) {
        Count& count = counts[{row.kind, row.place}];
        ++count.all;
        if (!row.isBelow(row.fractions.rbegin()->second)) ++count.reached;
    }
    std::string text;
    for (const auto& [what, count] : counts)
        text += fmt::format("{}, {}, {}: {} of {} kernels reach {:.0f} % of copy on their largest lattice\n",
                            choiceName(what.first), what.second.first, what.second.second, count.reached, count.all,
                            100 * *traits(what.first).wanted);
    return text;
}

std::string aboutMarks()
{
    std::string text;
    for (const KernelClassTraits& t : kernelClasses)
        if (t.wanted) text += fmt::format("{}{:.0f} ({})", text.empty() ? "" : ", ", 100 * *t.wanted, t.name);
    return text;
}

Json fractionJson(const FractionReport& report, const std::vector<std::string>& files)
{
    Json wanted = Json::object();
    for (const KernelClassTraits& t : kernelClasses)
        if (t.wanted) wanted[t.name] = *t.wanted;
    return {{"device", report.device},
            {"driver", report.driver},
            {"files", files},
            {"wanted", wanted},
            {"kernels", report.kernels}};
}

} // namespace

int runBenchReport(const BenchOptions& options)
{
    FractionReport report;
    for (const std::string& file : options.report)
        read(report, file);
    std::ranges::stable_sort(report.rows, {}, &FractionRow::kind);
    if (report.rows.empty()) report.remarks += "no kernel has a fraction of the copy bandwidth\n";
    if (printsText(options.common)) {
        printOut("Percent of the copy bandwidth of the same run on {} ({}); ! marks less than {}\n\n{}", report.device,
                 report.driver, aboutMarks(), fractionTable(report, options.markdown));
        printOut("{}", remarks(summary(report) + report.remarks, options.markdown));
    }
    if (!options.common.json.empty()) writeJson(fractionJson(report, options.report), options.common.json);
    return success;
}

} // namespace gaugegl::cli
