#include "papers/evaluation.h"

#include "checks/suites.h"

#include <algorithm>

namespace gaugegl::papers {

double number(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_number() ? found->get<double>() : unknownNumber;
}

std::string text(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? found->get<std::string>() : "";
}

bool isOfDevice(const Json& row) { return !(number(row, "threads") > 0); }

std::string placeOf(const Json& row)
{
    const double threads = number(row, "threads");
    const std::string where = threads > 0 ? fmt::format(", {} thread{}", threads, threads == 1 ? "" : "s") : "";
    return fmt::format("{}{}, {}", text(row, "path"), where, text(row, "precision"));
}

double volumeOf(const Json& row) { return double(Lattice::parse(latticeOf(row)).volume()); }

std::string latticeOf(const Json& row)
{
    return fmt::format("{}", fmt::join(row.at("lattice").get<std::array<int, 4>>(), "x"));
}

Json rowsWhere(const Json& rows, const RowTest& test)
{
    Json found = Json::array();
    for (const Json& row : rows)
        if (test(row)) found.push_back(row);
    return found;
}

RowTest named(std::string name)
{
    return [name = std::move(name)](const Json& row) { return text(row, "name") == name; };
}

RowTest inPrecision(std::string precision)
{
    return [precision = std::move(precision)](const Json& row) { return text(row, "precision") == precision; };
}

Json greatest(const Json& rows, const std::function<double(const Json&)>& value)
{
    Json best;
    for (const Json& row : rows)
        if (const double here = value(row); std::isfinite(here) && (best.is_null() || here > value(best))) best = row;
    return best;
}

double most(const Json& rows, const char* key)
{
    const Json best = greatest(rows, [key](const Json& row) { return number(row, key); });
    return best.is_null() ? unknownNumber : number(best, key);
}

std::vector<report::Curve> curvesOf(const Json& rows, const std::function<double(const Json&)>& x,
                                    const std::function<double(const Json&)>& y,
                                    const std::function<std::string(const Json&)>& label)
{
    std::vector<report::Curve> curves;
    for (const Json& row : rows)
        addPoint(curves, label(row), x(row), y(row));
    return curves;
}

std::vector<report::Curve> levelsBelow(const std::vector<report::Curve>& curves, const std::vector<Level>& levels)
{
    constexpr report::CurveStyle styles[] = {report::CurveStyle::DashedLine, report::CurveStyle::DottedLine,
                                             report::CurveStyle::DashDottedLine};
    constexpr std::size_t black = 6;
    double first = INFINITY, last = -INFINITY;
    for (const report::Curve& curve : curves)
        for (const double x : curve.x) {
            first = std::min(first, x);
            last = std::max(last, x);
        }
    std::vector<report::Curve> lines;
    if (first > last) return lines;
    if (first == last) {
        first /= 1.5;
        last *= 1.5;
    }
    for (const auto& [label, value] : levels)
        lines.push_back({.label = label,
                         .x = {first, last},
                         .y = {value, value},
                         .style = styles[lines.size() % std::size(styles)],
                         .colour = black});
    return lines;
}

std::optional<double> bandwidthOf(const Json& row, const Json& rows, const Data& data)
{
    if (isOfDevice(row)) {
        const double copy = number(row, "gb_s") / number(row, "fraction_of_copy");
        return std::isfinite(copy) ? copy : data.bandwidth;
    }
    const Json reads = rowsWhere(rows, [&](const Json& one) {
        return text(one, "name") == "read" && number(one, "threads") == number(row, "threads") &&
               text(one, "precision") == text(row, "precision");
    });
    const Json largest = greatest(reads, volumeOf);
    return largest.is_null() ? std::nullopt : std::optional(number(largest, "gb_s"));
}

Comparison peakRate(const Json& rows, const char* key, const char* unit, const Data& data, std::string what,
                    const PaperMachine& machine, double published)
{
    Comparison row{.what = std::move(what), .unit = unit, .published = published, .machine = &machine};
    const Json best = greatest(rows, [key](const Json& one) { return number(one, key); });
    if (best.is_null()) return row;
    row.what += fmt::format("; ours: {}, {}", latticeOf(best), placeOf(best));
    row.ours = number(best, key);
    row.bandwidth = bandwidthOf(best, rows, data);
    return row;
}

Statement reachesCard(const Data& data, const Comparison& row)
{
    return ofCards(
        data,
        statement(fmt::format("the rate for each GB/s, over that of the {}, is at least 1", row.machine->name),
                  row.ratioPerBandwidth().value_or(unknownNumber), 1, INFINITY),
        softwareRate);
}

SuiteRequest kernelsRequest(std::vector<std::string> names, const std::string& lattice, std::vector<Group> groups,
                            const std::string& precision, double seconds)
{
    return {.precision = precision,
            .filters = std::move(names),
            .wholeNames = true,
            .groups = std::move(groups),
            .lattice = Lattice::parse(lattice),
            .seconds = seconds};
}

std::vector<Piece> latticePieces(const std::vector<std::string>& lattices,
                                 const std::function<SuiteWork(const std::string&)>& work,
                                 const std::function<Cost(double sites)>& cost)
{
    std::vector<Piece> pieces;
    pieces.reserve(lattices.size());
    for (const std::string& lattice : lattices)
        pieces.push_back(
            {.name = lattice, .work = work(lattice), .cost = cost(double(Lattice::parse(lattice).volume()))});
    return pieces;
}

} // namespace gaugegl::papers
