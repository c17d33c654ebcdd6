// A run file: everything that defines a generation run, its measurements and its output.
//
// Run files are TOML.  Required are extents and group in [lattice] and beta in [action]; the rest has the defaults
// below.  An unknown section or key, a wrong type or a value out of range is an error that names file and line.
// `gaugegl manual run-file` prints every section and key (run_file_reference.h).
#pragma once

#include "gaugegl/base/error.h"
#include "gaugegl/base/warnings.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/core/dirac_parameters.h"
#include "gaugegl/core/generator.h"
#include "gaugegl/core/group.h"
#include "gaugegl/core/heatbath.h"
#include "gaugegl/core/hmc.h"
#include "gaugegl/core/lattice.h"
#include "gaugegl/gauge/observables/catalogue.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gaugegl {

/// The namedActions, and one with its own coefficients.
enum class ActionType { Wilson, Symanzik, Iwasaki, Dbw2, Custom };
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<ActionType> = [] {
    std::array<NamedChoice<ActionType>, namedActions.size() + 1> texts{};
    for (std::size_t i = 0; i < namedActions.size(); ++i)
        texts[i] = {ActionType(i), namedActions[i].word};
    texts.back() = {ActionType::Custom, "custom"};
    return texts;
}();
/// Where a chain begins.
enum class Start { Hot, Cold, File };
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<Start> =
    std::to_array<NamedChoice<Start>>({{Start::Hot, "hot"}, {Start::Cold, "cold"}, {Start::File, "file"}});
/// The format of saved configurations.
enum class FileFormat { Ildg, Nersc };
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<FileFormat> = std::to_array<NamedChoice<FileFormat>>({{FileFormat::Ildg, "ildg"},
                                                                                        {FileFormat::Nersc, "nersc"}});

/// The proposals of the heat bath; "auto" is no value.
using HeatBathChoice = std::optional<HeatBathAlgorithm>;
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<HeatBathChoice> =
    std::to_array<NamedChoice<HeatBathChoice>>({{std::nullopt, "auto"},
                                                {HeatBathAlgorithm::KennedyPendleton, "kennedy-pendleton"},
                                                {HeatBathAlgorithm::Creutz, "creutz"}});
/// The kind of shaders; "auto" is no value.
using PathChoice = std::optional<Path>;
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<PathChoice> = std::to_array<NamedChoice<PathChoice>>({{std::nullopt, "auto"},
                                                                                        {Path::Fragment, "fragment"},
                                                                                        {Path::Compute, "compute"}});

/// [spectrum], [condensate] and [inverter]: the systems to solve.
struct FermionSection {
    DiracType type = DiracType::Wilson;                   ///< key operator
    std::vector<double> values;                           ///< of DiracTraits::first(), under its key: at least one
    DiracParameters further = {};                         ///< the other numbers of the operator, under their keys
    std::string boundary = "antiperiodic";                ///< as BoundaryPhases::parse takes it
    std::string stout = "none";                           ///< as StoutSteps::parse takes it
    std::vector<std::string> sources = {"point:0,0,0,0"}; ///< as Source::parse takes them; not of [condensate]
    double tolerance = 1e-10;                             ///< |b - M x| / |b|
    SolverType solver = SolverType::Cg;                   ///< not multishift
    std::string path = "auto";                            ///< or "fragment", "compute", "cpu"
    SolverPrecision precision = SolverPrecision::Mixed;   ///< not in [inverter]
    int every = 0;     ///< not in [inverter]: sweeps between measurements, a multiple of that of [measure]; required
    int direction = 3; ///< [spectrum]: of the correlators; key direction = "x" | "y" | "z" | "t"
    int vectors = 4;   ///< [condensate]: random sources on each configuration
    std::string smearSource = "none"; ///< [spectrum]: key smear_source, as WuppertalSteps::parse takes it
    std::string smearSink = "none";   ///< [spectrum]: key smear_sink, likewise
    std::string smearLinks = "none";  ///< [spectrum]: key smear_links, as StoutSteps::parse takes it
    std::string channels = "none";    ///< [spectrum]: as parseChannels takes it, beside those of mesonNames()
    bool nucleon = false;             ///< [spectrum]: whether it is measured
    bool residualMass = false;        ///< [spectrum]: key residual_mass, of domain-wall quarks

    /// [spectrum]: right-hand sides that are solved together (SolverChoice::rhs).
    int rhs = 0;

    /// The parameters of the operator with one of the values.
    DiracParameters dirac(double value) const;
    /// The solver for every system.
    SolverChoice choice() const { return {.type = solver, .precision = precision, .tolerance = tolerance, .rhs = rhs}; }
};

/// [loops]: Wilson loops with smeared and with unsmeared spatial links, and the static potential from them.
struct LoopsSection {
    int every = 0;                ///< sweeps between measurements, a multiple of that of [measure]; required
    std::optional<int> rMost;     ///< key r_max, at most half the smallest spatial extent; see rMostOf
    std::optional<int> tMost;     ///< key t_max, at most half the extent in time; see tMostOf
    double apeAlpha = 0.5;        ///< of the smearing of spatial links, 0 to 1
    int apeSteps = 25;            ///< 0: unsmeared loops only
    bool offAxis = false;         ///< also distances off the axes
    bool multihit = false;        ///< temporal links as means at fixed neighbours; Wilson action only
    std::vector<double> fitRange; ///< the smallest and the largest R; empty: by the rules of static_potential.h
    std::optional<int> plateau;   ///< T0, where plateaus begin; not given: by the rules of static_potential.h
    double rootSigmaMeV = 440;    ///< key root_sigma_mev: sqrt(sigma) that sets the lattice spacing
};

/// [flow]: the gradient flow of configurations.
struct FlowSection {
    int every = 0;                   ///< sweeps between measurements, a multiple of that of [measure]; required
    double time = 0;                 ///< final flow time in lattice units squared; required
    double record = 0.1;             ///< flow time between measurements, at most a third of time
    std::optional<double> step;      ///< of the integration, the first one if adaptive; not given: defaultFlowStep
    std::optional<double> tolerance; ///< adaptive steps: the largest distance of a step
    ActionType action = ActionType::Wilson; ///< of the flow, not Custom
    bool improved = false;                  ///< also the improved charge
    std::optional<double> reference;        ///< t^2 E at t0 and its slope at w0^2; not given: flowReference
};

/// [hmc]: hybrid Monte Carlo.  Its trajectories are the sweeps of [update].
struct HmcSection {
    HmcParameters parameters = {.path = HmcPath::Auto}; ///< beta and c1 are those of [action]: see hmcOf
    int acceptFirst = 0; ///< trajectories at the beginning of thermalisation without a Metropolis test
    int failures = 5;    ///< successive failures that end the run
};

/// [scan]: one run for each pair of these.
struct ScanSection {
    std::vector<double> beta; ///< couplings, rising; required
    std::vector<int> nt;      ///< extents in time; empty: that of [lattice]
};

/// One run, as from a run file or from the options of `gaugegl generate`.
struct RunConfig {
    /// [lattice].
    struct LatticeSection {
        std::array<int, 4> extents = {0, 0, 0, 0}; ///< required; even, at least 2
        Group group = Group::SU3;                  ///< required in a run file
    };
    /// [action].
    struct ActionSection {
        ActionType type = ActionType::Wilson; ///< the gauge action
        double beta = 0;                      ///< required; 2N/g^2, 0 to largestBeta
        double c1 = 0; ///< of the rectangles, only for ActionType::Custom; below 1/8, so that c0 is positive
    };
    /// [update]; with [hmc], trajectories and thermalisation are keys of that section.
    struct UpdateSection {
        Start start = Start::Hot; ///< where the chain begins
        std::string file;         ///< the configuration to start from, only for Start::File
        std::uint64_t seed = 1;   ///< of the random numbers, below 2^63
        /// The version of the random key (run/random_key.h).  Not given: that of the checkpoint from which the run
        /// resumes, else the newest.
        std::optional<int> keyVersion;
        GeneratorChoice generator; ///< the linear congruential one only for benchmarks
        HeatBathChoice heatbath;   ///< no value ("auto"): see heatBathOf
        std::optional<int> trials; ///< proposals per subgroup, 1 to mostTrials; not given: defaultTrials
        int overrelaxation = 2;    ///< overrelaxation sweeps after each heat-bath sweep
        int thermalisation = 100;  ///< sweeps before the first measurement
        int sweeps = 100;          ///< sweeps after thermalisation; a sweep is one heat bath and its overrelaxations
        int reunitariseEvery = 10; ///< sweeps between reunitarisations, at least 1
        bool benchmark = false;    ///< a run only for its time, with any generator; not a key of run files
    };
    /// [measure].
    struct MeasureSection {
        int every = 1; ///< sweeps between measurements, at least 1
        /// The observables to measure.
        std::vector<Observable> observables = {Observable::Plaquette, Observable::PolyakovLoop, Observable::Rectangle};
    };
    /// [output].
    struct OutputSection {
        std::string directory = "results";    ///< made if missing
        std::string prefix = "config";        ///< configurations are directory/prefix.SWEEP.SUFFIX
        int saveEvery = 0;                    ///< sweeps between saved configurations; 0: none is saved
        FileFormat format = FileFormat::Ildg; ///< of configurations
        int bits = 64;                        ///< of the numbers in configuration files, 32 or 64
        bool plots = true;                    ///< draw histories and histograms if gnuplot is installed
        int checkpointSeconds = 60; ///< between checkpoints, from which a run that ended early resumes; 0: every sweep
    };
    /// [device].
    struct DeviceSection {
        PathChoice path;                         ///< kind of shaders; not given: the best that the driver has
        Storage storage = Storage::Texture;      ///< buffer: compute path only
        Precision precision = Precision::Single; ///< of the links on the device
        std::optional<int> device;               ///< index of the EGL device; not given: the default one
        bool tuning = true;                      ///< false: the default variants of kernels, none is timed
    };

    /// [spectrum], [condensate] and [inverter].
    using FermionSection = gaugegl::FermionSection;

    LatticeSection lattice;                   ///< [lattice]
    ActionSection action;                     ///< [action]
    UpdateSection update;                     ///< [update]
    MeasureSection measure;                   ///< [measure]
    OutputSection output;                     ///< [output]
    DeviceSection device;                     ///< [device]
    std::optional<FermionSection> spectrum;   ///< [spectrum]
    std::optional<FermionSection> inverter;   ///< [inverter]
    std::optional<LoopsSection> loops;        ///< [loops]
    std::optional<FlowSection> flow;          ///< [flow]
    std::optional<ScanSection> scan;          ///< [scan]; beta of [action] is then 0
    std::optional<FermionSection> condensate; ///< [condensate]
    std::optional<HmcSection> hmc;            ///< [hmc]
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

/// The largest R that is measured: r_max, or by default half the smallest spatial extent, at most 8.
int rMostOf(const std::optional<int>& rMost, const Lattice& lattice);

/// The largest T that is measured: t_max, or by default half the extent in time, at most 8.
int tMostOf(const std::optional<int>& tMost, const Lattice& lattice);

/// The parameters of a run with [hmc], with the gauge action from its [action].
HmcParameters hmcOf(const RunConfig& run);

/// The unit of a run: "sweep", or "trajectory" with [hmc]; in the plural if `number` is not 1.
std::string updateName(const RunConfig& run, int number = 1);

/// All sweeps (trajectories) of the run, thermalisation included.
int sweepsOf(const RunConfig& run);

/// The trials of the run, or the default of its generator.
int trialsOf(const RunConfig::UpdateSection& update);

/// The gauge action of the run: a named one, or that of its own c1.
GaugeAction gaugeActionOf(const RunConfig::ActionSection& action);

/// "Wilson", "Symanzik", ..., or for a custom action "c1 = -0.05".
std::string actionTitle(const RunConfig::ActionSection& action);

/// The heat bath of a valid run.  "auto" is Kennedy-Pendleton unless the mean alpha is so small that Creutz accepts
/// more: sqrt(2 pi alpha) (1 - exp(-2 alpha)) < pi, alpha < 1.68, which for the Wilson action is beta < 0.69 for SU(2)
/// and 1.78 for SU(3).
HeatBath heatBathOf(const RunConfig& config);

} // namespace gaugegl
