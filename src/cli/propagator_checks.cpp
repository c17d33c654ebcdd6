#include "propagator_checks.h"

#include "gaugegl/base/error.h"
#include "io/fermion_numbers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace gaugegl::cli {
namespace {

bool statesComponents(const io::PropagatorHeader& header)
{
    return std::ranges::none_of(header.columns, [](const io::PropagatorColumn& one) { return one.component < 0; });
}

/// Pairs of columns to be compared.
std::vector<std::pair<std::size_t, std::size_t>> pairsOf(const std::string& nameOfB, const io::PropagatorHeader& a,
                                                         const io::PropagatorHeader& b)
{
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    const bool stated = statesComponents(a) && statesComponents(b);
    std::vector<bool> taken(b.columns.size(), false); // of several propagators in a file each has its own columns
    for (std::size_t k = 0; k < a.columns.size(); ++k) {
        std::size_t other = k;
        if (stated) {
            const int component = a.columns[k].component;
            for (other = 0; other < b.columns.size(); ++other)
                if (!taken[other] && b.columns[other].component == component) break;
            if (other == b.columns.size())
                throw FileError(
                    nameOfB, fmt::format("has fewer columns for component {} of the source than the other", component));
            taken[other] = true;
        }
        pairs.emplace_back(k, other);
    }
    return pairs;
}

} // namespace

report::Json factsOf(const io::PropagatorHeader& header)
{
    const bool summed = std::ranges::all_of(header.columns, &io::PropagatorColumn::summed);
    report::Json json = {{"format", header.format},
                         {"field", traits(header.kind).field},
                         {"group", name(header.group)},
                         {"lattice", header.lattice.extents()},
                         {"bits", header.columns.front().bits},
                         {"byte_order", header.bigEndian ? "big" : "little"},
                         {"columns", header.columns.size()},
                         {"columns_of_a_propagator", fermionComponents(header.kind, header.group)},
                         {"has_checksums", summed}};
    if (statesComponents(header)) {
        json["components"] = report::Json::array();
        for (const io::PropagatorColumn& one : header.columns)
            json["components"].push_back(one.component);
    }
    if (!header.info.empty()) json["info"] = header.info;
    if (!header.columns.front().source.empty()) json["source"] = header.columns.front().source;
    return json;
}

PropagatorDifference comparePropagators(const std::string& a, const std::string& b)
{
    const auto of = io::openPropagator(a), other = io::openPropagator(b);
    const io::PropagatorHeader& header = of->header();
    const io::PropagatorHeader& second = other->header();
    if (header.kind != second.kind || header.group != second.group || header.lattice != second.lattice ||
        header.columns.size() != second.columns.size())
        throw FileError(b, fmt::format("holds {} columns of a {} of {} on {}, but {} holds {} of a {} of {} on {}",
                                       second.columns.size(), traits(second.kind).field, name(second.group),
                                       second.lattice.name(), a, header.columns.size(), traits(header.kind).field,
                                       name(header.group), header.lattice.name()));
    const io::FermionNumbers numbers{.kind = header.kind, .group = header.group, .lattice = header.lattice};
    PropagatorDifference difference;
    double squares = 0, norm = 0;
    std::size_t count = 0;
    for (const auto& [column, matching] : pairsOf(b, header, second)) {
        // Where files do not state components, columns are told apart by their order alone.
        const int component = std::max(header.columns[column].component, second.columns[matching].component);
        const FermionVector x = of->column(column, component), y = other->column(matching, component);
        count += x.size();
        for (std::size_t k = 0; k < x.size(); ++k) {
            const double apart = std::abs(x[k] - y[k]);
            squares += apart * apart;
            norm += std::norm(x[k]);
            if (apart <= difference.largest) continue;
            difference.largest = apart;
            difference.place = fmt::format("{} in column {}", placeOf(numbers, k), column);
        }
    }
    difference.rms = std::sqrt(squares / double(count));
    difference.relative = std::sqrt(squares / norm);
    return difference;
}

std::vector<double> normsOf(io::PropagatorReader& reader)
{
    std::vector<double> norms;
    for (std::size_t column = 0; column < reader.header().columns.size(); ++column) {
        double norm = 0;
        for (const std::complex<double>& number : reader.column(column))
            norm += std::norm(number);
        norms.push_back(norm);
    }
    return norms;
}

} // namespace gaugegl::cli
