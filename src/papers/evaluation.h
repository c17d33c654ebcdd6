// What evaluations of experiments have in common: rows of `bench` as JSON, their curves, and those of the papers.
#pragma once

#include "papers/experiment.h"

#include <cmath>

namespace gaugegl::papers {

using report::Json;

/// NaN where there is no number.
double number(const Json& row, const char* key);
/// Empty where there is no text.
std::string text(const Json& row, const char* key);
/// Whether a row is of a device, not of the processor.
bool isOfDevice(const Json& row);
/// "compute, single", "host, 2 threads, double".
std::string placeOf(const Json& row);
double volumeOf(const Json& row);
/// "16x16x16x4".
std::string latticeOf(const Json& row);

using RowTest = std::function<bool(const Json&)>;
/// Those of the rows for which it holds.
Json rowsWhere(const Json& rows, const RowTest& test);
/// Rows of a kernel.
RowTest named(std::string name);
/// Rows of a precision.
RowTest inPrecision(std::string precision);
/// The one with the greatest value; null where none has any.
Json greatest(const Json& rows, const std::function<double(const Json&)>& value);
/// That value; NaN where none has any.
double most(const Json& rows, const char* key);

/// Curves of rows against something, those with one label together.
std::vector<report::Curve> curvesOf(const Json& rows, const std::function<double(const Json&)>& x,
                                    const std::function<double(const Json&)>& y,
                                    const std::function<std::string(const Json&)>& label);
/// A level of the paper, as a label and a value.
using Level = std::pair<std::string, double>;
/// Levels below curves of ours, at least from one mark of an axis of powers of two to the next; none where there are no curves.
std::vector<report::Curve> levelsBelow(const std::vector<report::Curve>& curves, const std::vector<Level>& levels);

/// GB/s of the machine of a row: of copies on the device, or what the processor reads on so many threads from the largest lattice that was
/// measured.
std::optional<double> bandwidthOf(const Json& row, const Json& rows, const Data& data);
/// The greatest rate of the rows as one of a table, beside one of the paper.
Comparison peakRate(const Json& rows, const char* key, const char* unit, const Data& data, std::string what,
                    const PaperMachine& machine, double published);

/// The reason why cards and processors cannot be compared on a software driver.
constexpr const char* softwareDevice = "where the device is the processor itself, through a software driver";
/// The reason why rates of a software driver are not compared with those of cards by the bandwidth.
constexpr const char* softwareRate = "where a software driver is bound by its arithmetic";
/// That a rate for each GB/s reaches that of the card of a row.
Statement reachesCard(const Data& data, const Comparison& row);

/// A request of kernels of the standard suite by their whole names.
SuiteRequest kernelsRequest(std::vector<std::string> names, const std::string& lattice, std::vector<Group> groups,
                            const std::string& precision, double seconds);
/// Pieces of a suite, one for each lattice, the cheapest first; what each costs is a function of its sites.
std::vector<Piece> latticePieces(const std::vector<std::string>& lattices,
                                 const std::function<SuiteWork(const std::string&)>& work,
                                 const std::function<Cost(double sites)>& cost);

// Cards and processors of the papers.
inline constexpr PaperMachine geForce8800{"8800 GTX", 86.4}, pentium4{"Pentium 4", 6.4}, gtx295{"GTX 295", 223.8},
    gtx480{"GTX 480", 177.4}, twoGtx480{"2 GTX 480", 354.8}, gtx580{"GTX 580", 192.4}, radeon5870{"HD 5870", 153.6},
    radeon6970{"HD 6970", 176}, fireProV7800{"V7800", 128}, gtx680{"GTX 680", 192.2}, coreI7920{"i7-920", 25.6},
    coreI7950{"i7-950", 25.6}, opteron6172{"Opteron 6172", 42.7};

} // namespace gaugegl::papers
