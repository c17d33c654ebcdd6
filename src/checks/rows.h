// Times of kernels, each beside those that it is compared with.
#pragma once

#include "checks/suite.h"

namespace gaugegl {

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
    double volume() const { return double(timing.lattice.volume()); }
    bool isSlow() const; ///< one path takes so many times longer than the other one that it wants an explanation
};
using BenchRows = std::vector<BenchRow>;

/// "compute", "reference, 2 threads".
std::string pathLabel(const KernelTiming& timing);
/// Where a row was measured: "SU(3) compute, single", "SU(3) CPU host, 2 threads, double".
std::string placeLabel(const KernelTiming& timing);

/// Fills in what compares rows with each other: with the reference on the same lattice, or on the only one that it was
/// measured on.
void compareRows(BenchRows& rows);
/// Puts each tuned row below the one of the same kernel that is not.
void mergeVariants(BenchRows& rows);

/// Rows may say the variants of their kernels.
report::Columns<BenchRow> kernelColumns(const BenchRows& rows, bool variants);
std::string kernelTable(const BenchRows& rows, bool variants, bool markdown);

// Lines of remarks; empty where there is nothing to say.

/// For each path and precision the factor whose sum took least.
std::string bestFolds(const BenchRows& rows);
/// Where the time of trajectories goes.
std::string trajectoryShares(const BenchRows& rows);
/// Which kernels are slow on one path, and the mark's meaning.
std::string slowPaths(const BenchRows& rows);
/// What the device is compared with.
std::string aboutReference(const BenchRows& rows);

/// Numbers of rows as curves of a figure.
struct RowCurves {
    std::function<double(const BenchRow&)> x = &BenchRow::volume, y; ///< what is not finite is left out
    std::function<std::string(const BenchRow&)> label;               ///< of a curve; rows with the same one share it
    /// The interquartile range of y in units of y, drawn as a bar.
    std::function<double(const BenchRow&)> spread = [](const BenchRow& row) { return row.timing.time.spread; };

    std::vector<report::Curve> of(const BenchRows& rows) const;
};

} // namespace gaugegl
