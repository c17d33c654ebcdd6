// What `gaugegl bench` found: as a table, as Markdown, as JSON, as figures.
#pragma once

#include "report.h"

#include "gaugegl/gauge/benchmark.h"

namespace gaugegl::cli {

/// A measurement beside those that it is compared with.
struct BenchRow {
    KernelTiming timing;
    double copyBytesPerSecond; ///< of the same path, precision and lattice; NaN on the CPU
    double timesReference;     ///< link updates per second over those of the CPU reference; NaN if not measured

    double gflops() const;
    double gigabytesPerSecond() const; ///< of compulsory bytes
    double fractionOfCopy() const;
    double linksPerSecond() const; ///< NaN if the kernel is no update
    double sweepsPerSecond() const;
};

struct BenchReport {
    std::string device, driver;
    double copyBytesPerSecond = 0; ///< of the default path in single precision
    double loadAverage = 0;        ///< of the last minute before the start; NaN where unknown
    std::vector<BenchRow> rows;
};

/// A load above this disturbs the times.
constexpr double idleLoad = 0.3;

/// Fills in timesReference: of the reference on the same lattice, or on the only one that it was measured on.
void compareWithReference(std::vector<BenchRow>& rows);

std::string benchTable(const BenchReport& report);
std::string benchMarkdown(const BenchReport& report);
/// For each path and precision the factor whose sum took least; empty if no two were measured.
std::string bestFolds(const BenchReport& report);
Json benchJson(const BenchReport& report);

/// Speed against volume, two figures for each update and one for each other kernel.  Returns their files.
std::vector<std::string> drawSpeeds(const BenchReport& report, const std::string& folder);

} // namespace gaugegl::cli
