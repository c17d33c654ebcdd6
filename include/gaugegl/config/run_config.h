// A run file: everything that defines a generation run, its measurements and its output.
//
// Run files are TOML.  Required are extents and group in [lattice] and beta in [action]; the rest has the defaults
// below.  An unknown section or key, a wrong type or a value out of range is an error that names file and line.
// `gaugegl manual run-file` prints every section and key (run_file_reference.h).
#pragma once

#include "gaugegl/base/error.h"
#include "gaugegl/base/warnings.h"
#include "gaugegl/config/action.h"
#include "gaugegl/config/device.h"
#include "gaugegl/config/hmc.h"
#include "gaugegl/config/lattice.h"
#include "gaugegl/config/measure.h"
#include "gaugegl/config/measurements.h"
#include "gaugegl/config/output.h"
#include "gaugegl/config/scan.h"
#include "gaugegl/config/update.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gaugegl {

/// One run, as from a run file or from the options of `gaugegl generate`.
struct RunConfig : MeasurementSections {
    LatticeSection lattice;                 ///< [lattice]
    ActionSection action;                   ///< [action]
    UpdateSection update;                   ///< [update]
    MeasureSection measure;                 ///< [measure]
    OutputSection output;                   ///< [output]
    DeviceSection device;                   ///< [device]
    std::optional<FermionSection> inverter; ///< [inverter]
    std::optional<ScanSection> scan;        ///< [scan]; beta of [action] is then 0
    std::optional<HmcSection> hmc;          ///< [hmc]
};

/// A value out of range: "beta = -1 in [action] must be a finite number above 0".
class RunConfigError : public InputError {
public:
    /// About one key.
    RunConfigError(std::string section, std::string key, const std::string& message)
        : InputError(message), section_(std::move(section)), key_(std::move(key))
    {}
    /// The section, without brackets.
    const std::string& section() const { return section_; }
    /// The key in the section.
    const std::string& key() const { return key_; }

private:
    std::string section_;
    std::string key_;
};

/// Throws RunConfigError unless every value is in range.
void validate(const RunConfig& config);

/// What to say of a valid run: steps of flows and smearings beyond which the shortest waves are wrong.
Warnings warningsOf(const RunConfig& config);

/// Overrides of keys in a run file, each as TOML: "update.sweeps = 20", "lattice.extents = '4x4x4x8'".
using RunOverrides = std::vector<std::string>;

/// From TOML text of at most 64 KiB.  Throws InputError "file:line: ..." (for syntax errors "file:line:column: ...").
RunConfig parseRunConfig(std::string_view text, const std::string& fileName, const RunOverrides& overrides = {});

/// From a file.  Throws FileError if it cannot be read, and as parseRunConfig.
RunConfig loadRunConfig(const std::string& path, const RunOverrides& overrides = {});

/// The run file with every key written out: parsing it gives the same run.
std::string toToml(const RunConfig& config);

/// What ranks must share of links that these sections measure, and at least this.
GhostWidth ghostsOf(const MeasurementSections& sections, GhostWidth least = {});

/// The unit of a run: "sweep", or "trajectory" with [hmc]; in the plural if `number` is not 1.
std::string updateName(const RunConfig& run, int number = 1);

/// All sweeps (trajectories) of the run, thermalisation included.
int sweepsOf(const RunConfig& run);

/// The heat bath of a valid run.  "auto" is Kennedy-Pendleton unless the mean alpha is so small that Creutz accepts
/// more: sqrt(2 pi alpha) (1 - exp(-2 alpha)) < pi, alpha < 1.68, which for the Wilson action is beta < 0.69 for SU(2)
/// and 1.78 for SU(3).
HeatBath heatBathOf(const RunConfig& config);

} // namespace gaugegl
