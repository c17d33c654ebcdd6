// What `gaugegl fix` found: as text, as JSON, as figures.
#pragma once

#include "fix_options.h"
#include "report.h"

#include "gaugegl/analysis/gluon_propagator.h"
#include "gaugegl/core/projection.h"

namespace gaugegl::cli {

/// A maximum of the functional.
struct FixedCopy {
    std::uint64_t seed = 0;
    bool randomStart = false;
    FixingResult result;
};

/// All copies of a configuration.
struct FixedConfiguration {
    std::string file;
    io::GaugeFileHeader header;
    std::vector<FixedCopy> copies = {};
    std::size_t best = 0;     ///< of copies: converged, with the highest functional
    bool interrupted = false; ///< the last copy was
    std::string output = {};  ///< empty: not written
    std::optional<analysis::GluonSpectrum> gluons = {};
    std::optional<AbelianObservables> abelian = {};
    std::optional<CentreObservables> centre = {};
    Json tuning = nullptr; ///< the variants of kernels that were used; null: the CPU's own code

    const FixingResult& result() const { return copies.at(best).result; }
    int iterations() const; ///< of all copies
    double seconds() const;
    /// By fixingFlops(); none where it has no count.
    std::optional<double> gigaflops(Gauge gauge) const;
};

/// "overrelaxation, omega 1.7".
std::string describe(const GaugeFixing& fixing, Group group);

void print(const FixOptions& options, const FixedConfiguration& fixed, const std::string& place);
Json toJson(const FixOptions& options, const FixedConfiguration& fixed, const std::string& place);

/// "Landau gauge", "direct maximal centre gauge".
const char* longName(Gauge gauge);

/// theta against iterations, a curve for each copy of all configurations.
std::vector<std::string> plotTheta(const std::string& prefix, const FixOptions& options,
                                   const std::vector<FixedConfiguration>& all);

} // namespace gaugegl::cli
