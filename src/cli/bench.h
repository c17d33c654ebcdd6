// The suites of `gaugegl bench` and what they share: options, the places where a kernel can run, the state of the
// machine.
#pragma once

#include "command.h"

#include "gaugegl/base/interrupt.h"
#include "gaugegl/core/lattice.h"

namespace gaugegl::cli {

struct BenchOptions {
    CommonOptions common;
    std::string suite = "standard";
    std::vector<std::string> filters, groups, lattices;
    std::vector<std::string> report; ///< JSON files of bench, which are told instead of measuring
    std::vector<double> sizes;       ///< MiB of a texture or buffer, for the suite copy
    std::string lattice, output = ".";
    int iterations = 100;          ///< of a case of the suite fermi
    std::optional<double> seconds; ///< for each measurement; none: the suite decides
    bool markdown = false;
    bool tuned = false, untuned = false; ///< only kernels with variants, those that tuning chooses and the default ones

    bool comparesVariants() const { return tuned || untuned; }
};

/// Where a kernel runs.
struct BenchTarget {
    Path path;
    Precision precision;
    Storage storage = Storage::Texture;
    bool operator==(const BenchTarget&) const = default;
};

/// The paths (buffers is one) and precisions that the options permit and the context offers, or that the options name.
std::vector<BenchTarget> benchTargets(const gl::Capabilities& c, const CommonOptions& options,
                                      const std::string& defaultPrecision);

std::vector<Lattice> parseLattices(const std::vector<std::string>& texts);
/// Those of --lattices; without it these.
std::vector<Lattice> latticesOr(const BenchOptions& options, const std::vector<std::string>& standard);

/// Throws FileError if the folder of figures does not exist or cannot be written.
void requireFolder(const std::string& folder);

/// Of trajectories where no lattice is asked for.
constexpr const char* trajectoryLattice = "8x8x8x16";

/// A load above this disturbs the times.
constexpr double idleLoad = 0.3;
/// Of the last minute; NaN where unknown.  Warns on standard error if other programs disturb the times.
double loadAverageWithWarning(bool quiet);

/// What the JSON files of suites have of kernels, as fractions of the copy bandwidth.
int runBenchReport(const BenchOptions& options);

int runStandardSuite(const BenchOptions& options);
int runCopySuite(const BenchOptions& options);
int runFermiSuite(const BenchOptions& options);
int runHopSuite(const BenchOptions& options);
int runTwistedMassSuite(const BenchOptions& options);
int runFixingSuite(const BenchOptions& options);
int runScalingSuite(const BenchOptions& options);

} // namespace gaugegl::cli
