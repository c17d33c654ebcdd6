// Help, and input that is refused before any device is opened.
#include "cli/program.h"

#include <map>

namespace gaugegl::cli_test {
namespace {

class UsageTest : public ProgramTest {
protected:
    const Arguments generate_ = {"generate", "--group", "su2", "--beta", "2.3", "--sweeps", "1"};

    Outcome generate(const Arguments& more) const
    {
        Arguments all = generate_;
        all.insert(all.end(), more.begin(), more.end());
        return run(all);
    }
    /// `gaugegl run` with a run file of these lines after a complete start of ten lines.
    Outcome runFile(const std::string& lines) const
    {
        io::test::save(file("a.toml"), "[lattice]\nextents = [4, 4, 4, 4]\ngroup = \"su2\"\n\n[action]\nbeta = 2.3\n\n"
                                       "[output]\ndirectory = \"out\"\n\n" +
                                           lines);
        return run({"run", "a.toml"});
    }
};

TEST_F(UsageTest, HelpOfEveryCommandExitsWithZeroAndNamesItsOptions)
{
    const std::map<std::string, Arguments> options = {
        {"info", {"--device", "--gl"}},
        {"verify", {"--device", "--gl", "--path", "--precision", "--group", "--lattice"}},
        {"run", {"--device", "--gl", "--path", "--precision", "--output", "--seed", "--overwrite", "--set"}},
        {"generate",
         {"--device", "--gl",          "--path",           "--precision",      "--group",     "--lattice",
          "--beta",   "--action",      "--sweeps",         "--overrelaxation", "--start",     "--every",
          "--output", "--format",      "--thermalisation", "--bits",           "--heatbath",  "--trials",
          "--seed",   "--reunitarise", "--generator",      "--luxury",         "--benchmark", "--key-version"}},
        {"hmc",
         {"--group",
          "--lattice",
          "--beta",
          "--action",
          "--c1",
          "--fermions",
          "--kappa",
          "--mu",
          "--ratios",
          "--mass",
          "--flavours",
          "--boundary",
          "--trajectories",
          "--thermalisation",
          "--accept-first",
          "--length",
          "--integrator",
          "--steps",
          "--guess",
          "--force-tolerance",
          "--energy-tolerance",
          "--max-iterations",
          "--failures",
          "--start",
          "--every",
          "--output",
          "--history",
          "--seed",
          "--key-version",
          "--generator",
          "--luxury",
          "--path",
          "--precision",
          "--storage",
          "--json",
          "--device",
          "--gl"}},
        {"measure", {"--device", "--gl", "--path", "--precision", "--group", "--lattice"}},
        {"solve",
         {"--operator", "--kappa", "--mu", "--mass", "--source", "--solver", "--precision", "--tolerance", "--shifts",
          "--boundary", "--path", "--output", "--max-iterations", "--compare-cpu", "--device"}},
        {"spectrum", {"--operator",  "--kappa",         "--mu",           "--mass",       "--source",
                      "--direction", "--boundary",      "--solver",       "--precision",  "--tolerance",
                      "--path",      "--plot",          "--group",        "--lattice",    "--channels",
                      "--nucleon",   "--strange-kappa", "--smear-source", "--smear-sink", "--smear-links"}},
        {"potential",
         {"--r-max", "--t-max", "--ape", "--off-axis", "--multihit", "--beta", "--fit-range", "--plateau",
          "--sqrt-sigma", "--plot", "--path", "--precision", "--group", "--lattice"}},
        {"flow",
         {"--time", "--every", "--step", "--tolerance", "--action", "--improved", "--reference", "--plot", "--path"}},
        {"scan", {"--device", "--gl", "--path", "--precision", "--output", "--seed", "--overwrite", "--set"}},
        {"convert", {"--format", "--bits", "--little-endian", "--three-rows", "--group", "--lattice"}},
        {"shaders", {"--dump", "--compile", "--lattice", "--device", "--gl"}}};
    for (const auto& [command, names] : options) {
        const Outcome outcome = run({command, "--help"});

        EXPECT_EQ(outcome.code, success) << command;
        EXPECT_EQ(outcome.err, "") << command;
        for (const std::string& name : names)
            EXPECT_PRED_FORMAT2(testing::IsSubstring, name, outcome.out) << command;
        for (const char* name : {"--json", "--quiet"})
            EXPECT_PRED_FORMAT2(testing::IsSubstring, name, outcome.out) << command;
    }
}

TEST_F(UsageTest, HelpOfTheProgramNamesEveryCommand)
{
    const Outcome outcome = run({"--help"});

    EXPECT_EQ(outcome.code, success);
    for (const char* command : {"info", "verify", "run", "generate", "hmc", "measure", "solve", "spectrum", "potential",
                                "flow", "scan", "convert", "shaders"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, command, outcome.out);
}

TEST_F(UsageTest, VersionIsPrintedFirstThenWhatWasCompiledIn)
{
    const Outcome outcome = run({"--version"});

    EXPECT_EQ(outcome.code, success);
    EXPECT_TRUE(outcome.out.starts_with("gaugegl " GAUGEGL_VERSION "\n")) << outcome.out;
    for (const char* fact : {"compiler     ", "build type   ", "window       ", "contexts     EGL", "ranks        ",
                             "threads      OpenMP ", "instructions ", "compression  zlib "})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, std::string("\n") + fact, outcome.out);
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);)
        EXPECT_NE(line.back(), ' ') << "nothing is known of '" << line << "'";
}

TEST_F(UsageTest, RefusesUnknownCommandsAndOptionsByName)
{
    expectError(run({}), inputFailure, {});
    expectError(run({"simulate"}), inputFailure, {});
    expectError(run({"info", "--colour"}), inputFailure, {"--colour"});
    expectError(generate({"--lattice", "4x4x4x4", "--bta", "1"}), inputFailure, {"--bta"});
    expectError(generate({"--lattice", "4x4x4x4", "--path", "vertex"}), inputFailure, {"--path", "vertex"});
    expectError(generate({"--lattice", "4x4x4x4", "--gl", "4.5"}), inputFailure, {"--gl", "4.5"});
}

TEST_F(UsageTest, NamesAMistypedOptionEvenWhenAnotherIsMissing)
{
    expectError(run({"generate", "--lattice", "4x4x4x4", "--bta", "1"}), inputFailure,
                {"`gaugegl generate` has no option --bta; is --beta meant?"});
    expectError(run({"solve", "--kapa=0.1"}), inputFailure, {"no option --kapa; is --kappa meant?"});
    expectError(run({"diff", "a", "b", "c"}), inputFailure, {"`gaugegl diff` takes no 'c'"});
    const Outcome far = run({"info", "--zzz"});
    expectError(far, inputFailure, {"no option --zzz"});
    EXPECT_EQ(far.err.find("meant"), std::string::npos) << far.err;
}

TEST_F(UsageTest, HelpGroupsOptionsAndSaysWhatTheirValuesAre)
{
    for (const char* command : {"run", "generate", "hmc", "measure", "solve", "spectrum", "potential", "flow", "fix",
                                "scan", "convert", "bench", "verify"}) {
        const std::string help = run({command, "--help"}).out;

        const std::size_t computing = help.find("\nWhat to compute:\n"), output = help.find("\nOutput:\n");
        ASSERT_NE(output, std::string::npos) << command << help;
        EXPECT_EQ(help.find("\nOptions:\n"), std::string::npos) << help;
        EXPECT_LT(help.find("--json FILE"), help.size()) << help;
        EXPECT_GT(help.find("--json FILE"), output) << help;
        for (const char* type : {" TEXT", " INT", " UINT", " FLOAT", "POSITIVE", "NONNEGATIVE"})
            EXPECT_EQ(help.find(type), std::string::npos) << command << " shows" << type << '\n' << help;
        if (std::string(command) == "convert") continue; // no device, and formats alone
        EXPECT_LT(computing, output) << help;
        EXPECT_LT(output, help.find("\nDevice:\n")) << help;
        EXPECT_LT(help.find("\nDevice:\n"), help.find("--device NUMBER")) << help;
    }
    const std::string help = run({"generate", "--help"}).out;
    for (const char* words : {"--lattice EXTENTS (required)", "--beta NUMBER (required)", "--group {su2,su3,su4}=su3",
                              "--path {auto,fragment,compute,cpu}=auto"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, words, help);
}

TEST_F(UsageTest, RefusesRequiredOptionsThatAreMissing)
{
    expectError(run({"generate", "--lattice", "4x4x4x4"}), inputFailure, {"--beta"});
    expectError(run({"generate", "--beta", "2.3"}), inputFailure, {"--lattice"});
    expectError(run({"measure"}), inputFailure, {"files"});
    expectError(run({"convert", data("su2_2x4x2x6_f64.nersc")}), inputFailure, {"files", "2 required"});
    expectError(run({"shaders"}), inputFailure, {"--dump", "--compile"});
}

TEST_F(UsageTest, RefusesOptionsWithoutTheirValues)
{
    expectError(run({"fix", "--gauge"}), inputFailure, {"--gauge needs a value: {landau,coulomb,mag,centre}"});
    expectError(run({"generate", "--lattice", "4x4x4x4", "--beta"}), inputFailure, {"--beta needs a value: NUMBER"});
    expectError(run({"measure", "--json"}), inputFailure, {"--json needs a value: FILE"});
}

TEST_F(UsageTest, RefusesWrongValuesAndNamesThem)
{
    expectError(generate({"--lattice", "4x5x4x4"}), inputFailure, {"extent 5", "direction y", "even"});
    expectError(generate({"--lattice", "4x4x0x4"}), inputFailure, {"0", "z"});
    expectError(generate({"--lattice", "4x4x4"}), inputFailure, {"4x4x4"});
    expectError(generate({"--lattice", "4x4x4x4", "--trials", "256"}), inputFailure, {"trials", "256"});
    expectError(generate({"--lattice", "4x4x4x4", "--heatbath", "metropolis"}), inputFailure, {"metropolis", "creutz"});
    expectError(generate({"--lattice", "4x4x4x4", "--action", "luescher"}), inputFailure, {"luescher"});
    expectError(generate({"--lattice", "4x4x4x4", "--format", "hdf4"}), inputFailure, {"hdf4", "nersc"});
    expectError(generate({"--lattice", "4x4x4x4", "--bits", "16"}), inputFailure, {"bits", "16"});
    expectError(generate({"--lattice", "4x4x4x4", "--every", "2"}), inputFailure, {"every", "2"});
    expectError(run({"generate", "--group", "su5", "--beta", "1", "--lattice", "4x4x4x4"}), inputFailure, {"su5"});
    expectError(run({"generate", "--beta", "-1.5", "--lattice", "4x4x4x4"}), inputFailure, {"beta", "-1.5"});
    expectError(run({"verify", "--lattice", "4x4x4x3"}), inputFailure, {"extent 3", "direction t"});
    expectError(run({"shaders", "--dump", file("d"), "--lattice", "7x8x8x8"}), inputFailure, {"extent 7"});
}

TEST_F(UsageTest, RefusesNumbersOutOfRangeInWords)
{
    expectError(run({"bench", "--seconds", "0"}), inputFailure, {"--seconds: 0 is not a number above 0"});
    expectError(run({"info", "--device", "-1"}), inputFailure, {"--device: -1 is not a number of at least 0"});
    expectError(run({"bench", "--seconds", ""}), inputFailure, {"--seconds: '' is not a number above 0"});
    expectError(generate({"--lattice", "4x4x4x4", "--seed", "-1"}), inputFailure,
                {"--seed: '-1' is not a whole number of at least 0"});
    expectError(generate({"--lattice", "4x4x4x4", "--thermalisation", "1.5"}), inputFailure,
                {"--thermalisation: '1.5' is not a whole number"});
    expectError(
        generate({"--lattice", "4x4x4x4", "--thermalisation", "99999999999"}), inputFailure,
        {"--thermalisation: 99999999999 is out of range; expected a whole number from -2147483648 to 2147483647"});
    expectError(run({"generate", "--lattice", "4x4x4x4", "--beta", ""}), inputFailure, {"--beta: '' is not a number"});
    expectError(run({"generate", "--lattice", "4x4x4x4", "--beta", "2,3"}), inputFailure,
                {"--beta: '2,3' is not a number"});
    expectError(run({"hmc", "--lattice", "4x4x4x4", "--beta", "2", "--mass", "0.1,x"}), inputFailure,
                {"--mass: 'x' is not a number"});
    expectError(generate({"--lattice", "1000000000000x4x4x4"}), inputFailure,
                {"--lattice: lattice '1000000000000x4x4x4'", "extent 1000000000000 in direction x is too large"});
    expectError(generate({"--lattice", ""}), inputFailure, {"--lattice: lattice ''", "LxLyLzLt"});
    expectError(run({"bench", "--seconds", "nan"}), inputFailure, {"--seconds: nan is not a number above 0"});
}

TEST_F(UsageTest, SaysHowSeveralObservablesAreJoined)
{
    expectError(run({"measure", data("su2_2x4x2x6_f64.nersc"), "--observable", "energy", "topological-charge"}),
                inputFailure, {"topological-charge is an observable", "--observable energy,topological-charge"});
}

TEST_F(UsageTest, RefusesTheLinearCongruentialGeneratorForPhysicsAndSaysWhy)
{
    const Outcome flags = generate({"--lattice", "4x4x4x4", "--generator", "lcg"});
    const Outcome file = runFile("[update]\ngenerator = \"lcg\"\n");

    for (const char* word : {"'lcg'", "low bits", "correlated", "--benchmark"}) {
        expectError(flags, inputFailure, {word});
        expectError(file, inputFailure, {"a.toml:12:", word});
    }
    expectError(runFile("[update]\nbenchmark = true\n"), inputFailure, {"a.toml:12:", "unknown key 'benchmark'"});
    expectError(generate({"--lattice", "4x4x4x4", "--benchmark", "--output", "c"}), inputFailure,
                {"--benchmark", "--output"});
}

TEST_F(UsageTest, RefusesWrongChoicesOfAGenerator)
{
    expectError(generate({"--lattice", "4x4x4x4", "--generator", "mt19937"}), inputFailure, {"mt19937", "ranlux"});
    expectError(generate({"--lattice", "4x4x4x4", "--generator", "ranlux", "--luxury", "5"}), inputFailure,
                {"luxury = 5", "0 to 4"});
    expectError(generate({"--lattice", "4x4x4x4", "--generator", "ranlux", "--trials", "48"}), inputFailure,
                {"trials = 48", "1 to 47", "textures"});
}

TEST_F(UsageTest, RefusesAnOutputFolderThatIsMissing)
{
    expectError(generate({"--lattice", "4x4x4x4", "--every", "1", "--output", "nowhere/c"}), inputFailure,
                {"nowhere", "--output"});
}

TEST_F(UsageTest, RefusesUnknownKeysOfARunFileWithTheirLine)
{
    expectError(runFile("[update]\nsweeps = 2\nsweep = 3\n"), inputFailure, {"a.toml:13:", "'sweep'"});
    expectError(runFile("[updates]\nsweeps = 2\n"), inputFailure, {"a.toml:11:", "updates"});
    EXPECT_FALSE(exists("out"));
}

TEST_F(UsageTest, RefusesWrongValuesOfARunFileWithTheirLine)
{
    expectError(runFile("[update]\ntrials = 256\n"), inputFailure, {"a.toml:12:", "256"});
    expectError(runFile("[update]\nsweeps = \"many\"\n"), inputFailure, {"a.toml:12:", "sweeps"});
    expectError(runFile("[measure]\nobservables = [\"charge\"]\n"), inputFailure, {"a.toml:12:", "charge"});
    expectError(runFile("[update]\nsweeps = = 2\n"), inputFailure, {"a.toml:12:"});
}

TEST_F(UsageTest, RefusesARunFileThatIsMissing)
{
    expectError(run({"run", "none.toml"}), inputFailure, {"none.toml"});
    expectError(run({"run"}), inputFailure, {"file"});
}

} // namespace
} // namespace gaugegl::cli_test
