// What `gaugegl bench` found: as a table, as Markdown, as JSON (and as figures, bench_figures.h).
#pragma once

#include "report.h"

#include "bench/gauge.h"

#include <functional>
#include <limits>

namespace gaugegl::cli {

constexpr double unknownNumber = std::numeric_limits<double>::quiet_NaN();

/// A measurement beside those that it is compared with.
struct BenchRow {
    KernelTiming timing;
    double copyBytesPerSecond; ///< of the same path, precision and lattice; NaN on the CPU
    // NaN where one of the two was not measured:
    double timesOneCore = unknownNumber;        ///< speed over that of the CPU on one core: the reference or the host
    double timesAllCores = unknownNumber;       ///< and on all of them
    double fragmentOverCompute = unknownNumber; ///< time on the fragment path over that on the compute path

    // Of the CPU's own code, of what it does at most in this precision on so many threads: of the flops of "multiply-add", and of the
    // bandwidth of "read", which is that of a cache where the lattice fits into one.
    double fractionOfPeak = unknownNumber;
    double fractionOfRead = unknownNumber;

    double timesUntuned = unknownNumber; ///< of a tuned row: its speed over that of the default variants

    double fractionOfTrajectory = unknownNumber; ///< of "trajectory-..-solver" and other shares

    double gflops() const;
    double gigabytesPerSecond() const; ///< of compulsory bytes
    double fractionOfCopy() const;
    bool belowWanted() const;      ///< of the copy bandwidth a smaller fraction than its class should reach
    double linksPerSecond() const; ///< NaN if the kernel is no update
    double sweepsPerSecond() const;
};

struct BenchReport {
    std::string device, driver;
    double copyBytesPerSecond = 0; ///< of the default path in single precision
    double loadAverage = 0;        ///< of the last minute before the start; NaN where unknown
    std::vector<BenchRow> rows;
    std::string failures = {};     ///< lines: what could not be measured, and why
    bool complete = true;          ///< no signal came
    bool comparesVariants = false; ///< rows tell the variants of their kernels
};

/// "compute", "reference, 2 threads".
std::string pathLabel(const KernelTiming& timing);

/// Fills in what compares rows with each other: with the reference on the same lattice, or on the only one that it was
/// measured on.
void compareRows(std::vector<BenchRow>& rows);

/// Puts each tuned row below the one of the same kernel that is not.
void mergeVariants(std::vector<BenchRow>& rows);

/// A path that takes so many times longer than the other one wants an explanation: such rows are marked by "!".
constexpr double slowPath = 3;

std::string benchTable(const BenchReport& report, bool markdown);
/// For each path and precision the factor whose sum took least; empty if no two were measured.
std::string bestFolds(const BenchReport& report);
/// Where the time of trajectories goes; empty if none was measured.
std::string trajectoryShares(const BenchReport& report);
/// Which kernels are slow on one path, and the mark's meaning; empty if none is.
std::string slowPaths(const BenchReport& report);
/// What the device is compared with; empty if it was not measured.
std::string aboutReference(const BenchReport& report);
Json benchJson(const BenchReport& report);

// For every suite:

/// Four digits, or nothing if it is not finite.
std::string digits(double value);
/// Rows of cells below a header, as aligned text or as Markdown, where the first `words` columns are texts.
std::string tableText(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows,
                      bool markdown, std::size_t words);
/// Lines of remarks, in Markdown as a list.
std::string remarks(const std::string& lines, bool markdown);
} // namespace gaugegl::cli
