// What the files of the command `bench` share.
#pragma once

#include "command.h"

namespace gaugegl::cli {

struct BenchOptions {
    CommonOptions common;
    std::string suite = "standard", lattice, output = ".";
    std::vector<std::string> filters, groups, lattices;
    std::vector<std::string> report; ///< JSON files of bench, to report instead of measuring
    std::vector<double> sizes;       ///< MiB of a texture or buffer, for the suite copy
    int iterations = 100;            ///< of a case of the suite fermi
    std::optional<double> seconds;   ///< for each measurement; none: the suite decides
    bool markdown = false;
    bool tuned = false, untuned = false;
};

/// What the JSON files of suites have of kernels, as fractions of the copy bandwidth.
int runBenchReport(const BenchOptions& options);

} // namespace gaugegl::cli
