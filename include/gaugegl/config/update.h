// [update] of run files: how the ensemble is generated.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/core/generator.h"
#include "gaugegl/core/heatbath.h"

#include <cstdint>
#include <optional>
#include <string>

namespace gaugegl {

struct RunConfig;

/// Where a chain begins.
enum class Start { Hot, Cold, File };
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<Start> =
    std::to_array<NamedChoice<Start>>({{Start::Hot, "hot"}, {Start::Cold, "cold"}, {Start::File, "file"}});

/// The proposals of the heat bath; "auto" is no value.
using HeatBathChoice = std::optional<HeatBathAlgorithm>;
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<HeatBathChoice> =
    std::to_array<NamedChoice<HeatBathChoice>>({{std::nullopt, "auto"},
                                                {HeatBathAlgorithm::KennedyPendleton, "kennedy-pendleton"},
                                                {HeatBathAlgorithm::Creutz, "creutz"}});

/// The newest version of the random key.
/// 1: the key is the seed, so that all runs with one seed have the same numbers; hot starts are always from Philox.
/// 2: the key is a hash of the seed and the parameters of the ensemble; all numbers are from the generator of the run.
/// 3: as 2, with the coefficients of all loops, and a chain that starts from a file goes on: where the file states the random numbers
///    that made it, after those of the same key, else with a key of its own.
constexpr int newestKeyVersion = 3;

/// [update]; with [hmc], trajectories and thermalisation are keys of that section.
struct UpdateSection {
    Start start = Start::Hot; ///< where the chain begins
    std::string file;         ///< the configuration to start from, only for Start::File
    std::uint64_t seed = 1;   ///< of the random numbers, below 2^63
    /// The version of the random key.  Not given: that of the checkpoint from which the run resumes, else the newest.
    std::optional<int> keyVersion;
    GeneratorChoice generator; ///< the linear congruential one only for benchmarks
    HeatBathChoice heatbath;   ///< no value ("auto"): see heatBathOf
    std::optional<int> trials; ///< proposals per subgroup, 1 to mostTrials; not given: defaultTrials
    int overrelaxation = 2;    ///< overrelaxation sweeps after each heat-bath sweep
    int thermalisation = 100;  ///< sweeps before the first measurement
    int sweeps = 100;          ///< sweeps after thermalisation; a sweep is one heat bath and its overrelaxations
    int reunitariseEvery = 10; ///< sweeps between reunitarisations, at least 1
    bool benchmark = false;    ///< a run only for its time, with any generator; not a key of run files

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        UpdateSection& s = run.update;
        key("start", s.start, {.help = "Where the chain begins: random links, links 1, or those of a file"});
        key("file", s.file,
            {.help = "Configuration of start = \"file\"; ~/ is the home of the user",
             .written = !s.file.empty(),
             .isPath = true});
        key("seed", s.seed,
            {.help = "Seed of the random numbers: the same seed gives the same ensemble, at another coupling or "
                     "lattice other numbers"});
        key("key_version", s.keyVersion,
            {.help = "Version of the derivation of random numbers from the seed; by default the newest; 1 repeats runs "
                     "of older programs",
             .range = KeyRange::between(1, newestKeyVersion)},
            newestKeyVersion);
        key("generator", s.generator.type, {.help = "Generator of the random numbers; lcg is for benchmarks alone"});
        key("luxury", s.generator.luxury,
            {.help = "Luxury level of ranlux, 0 to 4",
             .range = KeyRange::between(0, 4),
             .written = s.generator.type == GeneratorType::Ranlux});
        if (run.hmc) return;
        key("heatbath", s.heatbath,
            {.help = "Proposals of the heat bath; auto: those with the higher acceptance at this coupling"});
        key("trials", s.trials,
            {.help = "Proposals for each SU(2) subgroup, after which the link keeps its value; by default 16 with "
                     "philox and 5 with ranlux"},
            defaultTrials(s.generator.type));
        key("overrelaxation", s.overrelaxation,
            {.help = "Overrelaxation sweeps after each heat-bath sweep", .range = KeyRange::atLeast(0)});
        key("thermalisation", s.thermalisation,
            {.help = "Sweeps before the first measurement", .range = KeyRange::atLeast(0)});
        key("sweeps", s.sweeps, {.help = "Sweeps after thermalisation", .range = KeyRange::atLeast(1)});
        key("reunitarise_every", s.reunitariseEvery,
            {.help = "Sweeps between projections of the links back to the group", .range = KeyRange::atLeast(1)});
    }
    /// Throws RunConfigError for what is out of range.
    static void check(const RunConfig& run);
};

/// Begins with "hot" or "cold" links, or with a configuration of that name.
void setStart(UpdateSection& update, const std::string& start);
/// What setStart() takes.
std::string startOf(const UpdateSection& update);

/// The key version of the run; the newest if it states none.
int keyVersionOf(const UpdateSection& update);

/// The trials of the run, or the default of its generator.
int trialsOf(const UpdateSection& update);

} // namespace gaugegl
