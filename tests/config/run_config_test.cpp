#include "run_config_text.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

using namespace run_config_test;

TEST(RunConfig, TakesDefaultsForAllButLatticeGroupAndBeta)
{
    const RunConfig config = parseRunConfig(minimal, "run.toml");

    EXPECT_EQ(config.lattice.extents, (std::array<int, 4>{8, 8, 8, 16}));
    EXPECT_EQ(config.lattice.group, Group::SU2);
    EXPECT_EQ(config.action.beta, 2.4);
    const RunConfig defaults;
    EXPECT_EQ(config.update.start, Start::Hot);
    EXPECT_EQ(config.update.sweeps, defaults.update.sweeps);
    EXPECT_EQ(config.update.heatbath, std::nullopt);
    EXPECT_EQ(config.measure.observables.size(), 3U);
    EXPECT_EQ(config.output.bits, 64);
    EXPECT_EQ(config.device.path, PathChoice::Auto);
    EXPECT_EQ(config.device.device, std::nullopt);
    EXPECT_TRUE(config.device.tuning);
}

TEST(RunConfig, ReadsEveryKey)
{
    const RunConfig config = parseRunConfig(R"toml(
lattice = { extents = "4x6x8x10", group = "SU(3)" }
[action]
type = "wilson"
beta = 6
[update]
start = "file"
file = "start.lime"
seed = 9223372036854775807
heatbath = "creutz"
trials = 1
overrelaxation = 0
thermalisation = 0
sweeps = 7
reunitarise_every = 1
[measure]
every = 7
observables = "plaquette"
[output]
directory = "out"
prefix = "p"
save_every = 3
format = "nersc"
bits = 32
plots = false
checkpoint_seconds = 0
[device]
path = "compute"
precision = "double"
device = 2
)toml",
                                            "run.toml");

    EXPECT_EQ(config.lattice.extents, (std::array<int, 4>{4, 6, 8, 10}));
    EXPECT_EQ(config.action.beta, 6.0);
    EXPECT_EQ(config.update.start, Start::File);
    EXPECT_EQ(config.update.file, "start.lime");
    EXPECT_EQ(config.update.seed, 9223372036854775807U);
    EXPECT_EQ(config.update.heatbath, HeatBathAlgorithm::Creutz);
    EXPECT_EQ(config.update.trials, 1);
    EXPECT_EQ(config.update.overrelaxation, 0);
    EXPECT_EQ(config.update.thermalisation, 0);
    EXPECT_EQ(config.update.sweeps, 7);
    EXPECT_EQ(config.update.reunitariseEvery, 1);
    EXPECT_EQ(config.measure.every, 7);
    EXPECT_EQ(config.measure.observables, std::vector<Observable>{Observable::Plaquette});
    EXPECT_EQ(config.output.directory, "out");
    EXPECT_EQ(config.output.prefix, "p");
    EXPECT_EQ(config.output.saveEvery, 3);
    EXPECT_EQ(config.output.format, "nersc");
    EXPECT_EQ(config.output.bits, 32);
    EXPECT_FALSE(config.output.plots);
    EXPECT_EQ(config.output.checkpointSeconds, 0);
    EXPECT_EQ(config.device.path, PathChoice::Compute);
    EXPECT_EQ(config.device.precision, Precision::Double);
    EXPECT_EQ(config.device.device, 2);
}

TEST(RunConfig, NamesLineAndAlternativesOfUnknownKeysAndSections)
{
    EXPECT_EQ(messageOf("[lattice]\nextents = [8,8,8,8]\ngroup = \"su3\"\n[action]\nbetta = 6.0\n"),
              "run.toml:5: unknown key 'betta' in [action]; expected one of 'type', 'beta', 'c1'");
    EXPECT_EQ(messageWith("\n[measur]\nevery = 2\n"),
              "run.toml:7: unknown section [measur]; expected one of [lattice], [action], [update], [hmc], [measure], "
              "[output], [device], [spectrum], [condensate], [disconnected], [eigen], [loops], [pairs], [multilevel], "
              "[flow], "
              "[smearing], [fixing], [inverter], [scan]");
    EXPECT_EQ(messageOf("beta = 6.0\n" + minimal),
              "run.toml:1: key 'beta' is outside the sections; expected one of [lattice], [action], [update], [hmc], "
              "[measure], [output], [device], [spectrum], [condensate], [disconnected], [eigen], [loops], [pairs], "
              "[multilevel], "
              "[flow], [smearing], [fixing], [inverter], [scan]");
}

TEST(RunConfig, NamesLineAndKeyOfWrongTypes)
{
    EXPECT_EQ(messageWith("[update]\nsweeps = \"many\"\n"),
              "run.toml:7: 'sweeps' in [update] must be an integer, not string");
    EXPECT_EQ(messageWith("[update]\nsweeps = 10.0\n"),
              "run.toml:7: 'sweeps' in [update] must be an integer, not floating-point");
    EXPECT_EQ(messageWith("[output]\n\nplots = 1\n"),
              "run.toml:8: 'plots' in [output] must be true or false, not integer");
    EXPECT_EQ(messageWith("[output]\nprefix = true\n"),
              "run.toml:7: 'prefix' in [output] must be a string, not boolean");
    EXPECT_EQ(messageWith("[measure]\nobservables = 3\n"),
              "run.toml:7: 'observables' in [measure] must be a string or a list of strings, not integer");
    EXPECT_EQ(messageOf("[lattice]\nextents = [8, 8]\n").substr(0, 56),
              "run.toml:2: 'extents' in [lattice] must be four integers");
    EXPECT_EQ(messageOf("lattice = 3\n"), "run.toml:1: 'lattice' must be a section [lattice], not a value (integer)");
}

TEST(RunConfig, NamesLineAndExpectationOfValuesOutOfRange)
{
    EXPECT_EQ(messageWith("[update]\ntrials = 256\n"), "run.toml:7: trials = 256 in [update] must be 1 to 255");
    EXPECT_EQ(messageWith("[update]\nluxury = 4\n"),
              "run.toml:7: luxury = 4 in [update] is used with generator = 'ranlux' only, but generator is 'philox'");
    EXPECT_EQ(messageWith("[update]\ngenerator = \"ranlux\"\nluxury = -1\n"),
              "run.toml:8: luxury = -1 in [update] must be 0 to 4");
    EXPECT_EQ(messageWith("[update]\nsweeps = 0\n"), "run.toml:7: sweeps = 0 in [update] must be at least 1");
    EXPECT_EQ(messageWith("[update]\nseed = -1\n"), "run.toml:7: seed = -1 in [update] must be at least 0");
    EXPECT_EQ(messageWith("[update]\nsweeps = 3000000000\n"),
              "run.toml:7: sweeps = 3000000000 in [update] is too large");
    EXPECT_EQ(messageWith("[measure]\nevery = 101\n"),
              "run.toml:7: every = 101 in [measure] must be 1 to 100, the number of sweeps of the run: make that "
              "larger, or set measure.every too");
    EXPECT_EQ(messageWith("[output]\nbits = 16\n"), "run.toml:7: bits = 16 in [output] must be 32 or 64");
    EXPECT_EQ(messageWith("[output]\nsave_every = 10\nformat = \"hirep\"\nbits = 32\n"),
              "run.toml:9: bits = 32 in [output] must be 64, as numbers of HiRep have");
    EXPECT_EQ(messageWith("[output]\nprefix = \"a/b\"\n"),
              "run.toml:7: prefix = 'a/b' in [output] must be a file name without '/'");
    EXPECT_EQ(messageWith("[output]\nprefix = \"a\\u0000b\"\n"),
              "run.toml:7: 'prefix' in [output] has a NUL in it, which no text may have");
    EXPECT_EQ(messageWith("[output]\nprefix = \"" + std::string(201, 'x') + "\"\n"),
              "run.toml:7: prefix = '" + std::string(37, 'x') +
                  "...' in [output] must be a file name of at most 200 bytes");
    EXPECT_EQ(messageWith("[output]\ndirectory = \"a\\u0000b\"\n"),
              "run.toml:7: 'directory' in [output] has a NUL in it, which no text may have");
    EXPECT_EQ(messageWith("[device]\ndevice = -1\n"), "run.toml:7: device = -1 in [device] must be at least 0");
    EXPECT_EQ(messageOf("[lattice]\nextents = [8, 8, 8, 5]\ngroup = \"su3\"\n[action]\nbeta = 6\n"),
              "run.toml:2: lattice extent 5 in direction t is odd; extents must be even (extents in [lattice])");
    EXPECT_EQ(messageOf("[lattice]\nextents = [8, 8, 8, 8]\ngroup = \"su3\"\n[action]\nbeta = -1\n"),
              "run.toml:5: beta = -1 in [action] must be 0 to 1e+30, whose products single precision can represent");
    EXPECT_EQ(messageOf("[lattice]\nextents = [8, 8, 8, 8]\ngroup = \"su3\"\n[action]\nbeta = 1e39\n"),
              "run.toml:5: beta = 1e+39 in [action] must be 0 to 1e+30, whose products single precision can represent");
    EXPECT_EQ(messageOf("[lattice]\nextents = [8, 8, 8, 8]\ngroup = \"su3\"\n[scan]\nbeta = [0, -1]\n"),
              "run.toml:5: beta = -1 in [scan] must be 0 to 1e+30, whose products single precision can represent");
}

TEST(RunConfig, AllowsVanishingCouplings)
{
    EXPECT_EQ(parseRunConfig("[lattice]\nextents = [8,8,8,8]\ngroup = \"su3\"\n[action]\nbeta = 0\n", "").action.beta,
              0);
    EXPECT_EQ(
        parseRunConfig("[lattice]\nextents = [8,8,8,8]\ngroup = \"su3\"\n[scan]\nbeta = [0, 1e-8]\n", "").scan->beta[0],
        0);
}

TEST(RunConfig, NamesLineAndAlternativesOfUnknownChoices)
{
    EXPECT_EQ(messageWith("[update]\nstart = \"warm\"\n"),
              "run.toml:7: 'warm' is not one of 'hot', 'cold', 'file' (key 'start' in [update])");
    EXPECT_EQ(messageWith("[measure]\nobservables = [\"plaquette\",\n\"plakette\"]\n"),
              "run.toml:8: 'plakette' is not one of 'plaquette', 'polyakov_loop', 'rectangle', "
              "'adjoint_polyakov_loop', 'spatial_polyakov_loop' (key 'observables' in [measure])");
    EXPECT_EQ(messageWith("[measure]\nobservables = []\n"),
              "run.toml:7: observables = [] in [measure] must be at least one observable");
    EXPECT_NE(messageOf("[lattice]\nextents = [8,8,8,8]\ngroup = \"u1\"\n").find("run.toml:3: "), std::string::npos);
    EXPECT_NE(messageOf("[lattice]\nextents = \"8x8\"\n").find("run.toml:2: lattice '8x8'"), std::string::npos);
}

TEST(RunConfig, NamesWhatIsMissing)
{
    EXPECT_EQ(messageOf(""), "run.toml: section [lattice] with 'extents' is missing");
    EXPECT_EQ(messageOf("\n[lattice]\ngroup = \"su3\"\n"), "run.toml:2: [lattice] lacks the required key 'extents'");
    EXPECT_EQ(messageOf("[lattice]\nextents = [8,8,8,8]\ngroup = \"su3\"\n[action]\n"),
              "run.toml:4: [action] lacks the required key 'beta'");
    EXPECT_EQ(messageWith("[update]\nstart = \"file\"\n"),
              "run.toml:7: start = 'file' in [update] needs the key 'file'");
    EXPECT_EQ(messageWith("[update]\nfile = \"a\"\n"),
              "run.toml:7: file = 'a' in [update] is used with start = 'file' only, but start is 'hot'");
}

TEST(RunConfig, NamesLineAndColumnOfSyntaxErrors)
{
    EXPECT_EQ(messageWith("[update\n").substr(0, 13), "run.toml:6:8:");
    EXPECT_EQ(messageWith("[update]\nseed = \n").substr(0, 11), "run.toml:7:");
    EXPECT_EQ(messageWith("[update]\nseed = 1\nseed = 2\n").substr(0, 11), "run.toml:8:");
    EXPECT_EQ(messageWith("[action]\n").substr(0, 11), "run.toml:6:");
}

TEST(RunConfig, SurvivesBeingWrittenAndReadAgain)
{
    RunConfig config = parseRunConfig(minimal, "run.toml");
    config.action.beta = 0.1 + 0.2; // 17 digits
    config.update.start = Start::File;
    config.update.file = "a \"quoted\\\" näme\n\x7f";
    config.update.seed = 1234567890123456789;
    config.update.heatbath = HeatBathAlgorithm::KennedyPendleton;
    config.measure.observables = {Observable::Rectangle, Observable::PolyakovLoop};
    config.output.directory = "dir/ with # and = ";
    config.output.format = "nersc";
    config.device.path = PathChoice::Fragment;
    config.device.device = 1;
    config.device.tuning = false;

    const RunConfig again = parseRunConfig(toToml(config), "again.toml");

    EXPECT_EQ(toToml(again), toToml(config));
    EXPECT_EQ(again.action.beta, config.action.beta);
    EXPECT_EQ(again.update.file, config.update.file);
    EXPECT_EQ(again.update.seed, config.update.seed);
    EXPECT_EQ(again.update.heatbath, config.update.heatbath);
    EXPECT_EQ(again.measure.observables, config.measure.observables);
    EXPECT_EQ(again.output.directory, config.output.directory);
    EXPECT_EQ(again.device.path, config.device.path);
    EXPECT_EQ(again.device.device, config.device.device);
    EXPECT_FALSE(again.device.tuning);
}

TEST(RunConfig, IsCheckedWithoutAFileToo)
{
    RunConfig config = parseRunConfig(minimal, "run.toml");
    config.update.overrelaxation = -1;

    try {
        validate(config);
        FAIL() << "a negative number of overrelaxation sweeps was accepted";
    } catch (const RunConfigError& error) {
        EXPECT_STREQ(error.what(), "overrelaxation = -1 in [update] must be at least 0");
        EXPECT_EQ(error.section(), "update");
        EXPECT_EQ(error.key(), "overrelaxation");
    }
}

TEST(RunConfig, LoadsFilesAndNamesThoseItCannotRead)
{
    const auto path = std::filesystem::temp_directory_path() / "gaugegl_run_config_test.toml";
    std::ofstream(path) << minimal;

    EXPECT_EQ(loadRunConfig(path.string()).action.beta, 2.4);

    std::filesystem::remove(path);
    EXPECT_THROW(loadRunConfig(path.string()), FileError);
    EXPECT_THROW(loadRunConfig(std::filesystem::temp_directory_path().string()), FileError);
}

TEST(RunConfig, HasTheTrialsOfItsGenerator)
{
    const RunConfig ranlux = parseRunConfig(minimal + "[update]\ngenerator = \"ranlux\"\nluxury = 4\n", "run.toml");
    EXPECT_EQ(ranlux.update.generator.type, GeneratorType::Ranlux);
    EXPECT_EQ(ranlux.update.generator.luxury, 4);
    EXPECT_EQ(heatBathOf(ranlux).trials, 5);
    EXPECT_EQ(heatBathOf(parseRunConfig(minimal, "run.toml")).trials, 16);

    const RunConfig again = parseRunConfig(toToml(ranlux), "again.toml");
    EXPECT_EQ(again.update.generator.luxury, 4);
    EXPECT_EQ(again.update.trials, 5) << "written out";
}

TEST(RunConfig, RefusesTheLinearCongruentialGeneratorUnlessItIsABenchmark)
{
    const std::string message = messageWith("[update]\ngenerator = \"lcg\"\n");
    EXPECT_EQ(message.substr(0, 55), "run.toml:7: generator = 'lcg' in [update] is not for ph");
    RunConfig config = parseRunConfig(minimal, "run.toml");
    config.update.generator.type = GeneratorType::Lcg;
    EXPECT_THROW(validate(config), RunConfigError);
    config.update.benchmark = true;
    EXPECT_NO_THROW(validate(config));
}

TEST(RunConfig, ChoosesTheHeatBathThatAcceptsMore)
{
    RunConfig config = parseRunConfig(minimal, "run.toml");
    EXPECT_EQ(heatBathOf(config).algorithm, HeatBathAlgorithm::KennedyPendleton);
    EXPECT_EQ(heatBathOf(config).beta, 2.4);
    EXPECT_EQ(heatBathOf(config).trials, 16);

    config.action.beta = 0.3;
    EXPECT_EQ(heatBathOf(config).algorithm, HeatBathAlgorithm::Creutz);

    config.update.heatbath = HeatBathAlgorithm::KennedyPendleton;
    EXPECT_EQ(heatBathOf(config).algorithm, HeatBathAlgorithm::KennedyPendleton);
}

} // namespace
} // namespace gaugegl
