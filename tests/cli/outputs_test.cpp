// Where commands write: tried before the work, never over what is read or over configurations unasked, and what a full
// disk is called.
#include "cli/program.h"
#include "gauge/host_fields.h"
#include "gaugegl/chain/configuration.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

namespace gaugegl::cli_test {
namespace {

namespace fs = std::filesystem;
using io::test::contents;
using io::test::save;

class OutputsTest : public ProgramTest {
protected:
    void SetUp() override
    {
        fs::copy_file(data("su3_4x2x2x6_f32.ildg"), file("a.ildg"));
        fs::copy_file(data("su2_2x4x2x6_f64.nersc"), file("b.nersc"));
    }
    /// The command is refused with these words, and nothing in the folder is another than before.
    void refuses(const Arguments& arguments, const std::vector<std::string>& words, int code = inputFailure) const
    {
        const auto before = snapshot();

        expectError(run(arguments), code, words);

        EXPECT_TRUE(snapshot() == before) << arguments[0];
    }
    std::map<std::string, std::string> snapshot() const
    {
        std::map<std::string, std::string> files;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(file("")))
            if (entry.is_regular_file() && !entry.path().filename().string().starts_with(".standard-"))
                files[entry.path()] = contents(entry.path());
        return files;
    }
    static Arguments with(Arguments first, const Arguments& more)
    {
        first.insert(first.end(), more.begin(), more.end());
        return first;
    }

    const Arguments fix_ = {"fix", "a.ildg", "--path", "cpu", "--tolerance", "1e-3", "--quiet"},
                    solve_ = {"solve", "a.ildg", "--path", "cpu", "--kappa", "0.1", "--quiet"},
                    spectrum_ = {"spectrum", "a.ildg", "--path", "cpu", "--kappa", "0.1", "--quiet"};
};

TEST_F(OutputsTest, WhatIsReadIsNotReplacedByWhateverNameItHas)
{
    fs::create_symlink("a.ildg", file("symbolic.ildg"));
    fs::create_hard_link(file("a.ildg"), file("hard.ildg"));
    fs::create_directory(file("folder"));

    for (const char* name : {"a.ildg", "./folder/../a.ildg", "symbolic.ildg", "hard.ildg"})
        for (const Arguments& command :
             {Arguments{"convert", "a.ildg", name}, with(fix_, {"--output", name}), with(solve_, {"--output", name})})
            refuses(command, {name, "would replace an input file", "--overwrite"});
}

TEST_F(OutputsTest, NoTableReplacesWhatIsRead)
{
    for (const Arguments& command :
         {Arguments{"convert", "a.ildg", "new.nersc"}, fix_, solve_, spectrum_, Arguments{"measure", "a.ildg"},
          Arguments{"flow", "b.nersc", "a.ildg"}, Arguments{"potential", "b.nersc", "a.ildg"}})
        refuses(with(command, {"--json", "a.ildg"}), {"a.ildg", "--json would replace an input file"});
    refuses({"generate", "--group", "su2", "--lattice", "2x4x2x6", "--beta", "2", "--start", "b.nersc", "--json",
             "b.nersc"},
            {"b.nersc", "--json would replace an input file"});
    refuses(
        {"hmc", "--group", "su2", "--lattice", "2x4x2x6", "--beta", "2", "--start", "b.nersc", "--history", "b.nersc"},
        {"b.nersc", "--history would replace an input file"});
}

TEST_F(OutputsTest, ConfigurationsThatAreThereAreNotReplaced)
{
    fs::copy_file(file("a.ildg"), file("c.00010.ildg"));

    refuses({"convert", "a.ildg", "b.nersc"}, {"b.nersc", "would replace an existing configuration", "--overwrite"});
    refuses(with(fix_, {"--output", "b.nersc"}), {"b.nersc", "would replace an existing configuration"});
    refuses({"generate", "--lattice", "4x2x2x6", "--beta", "6", "--sweeps", "20", "--output", "c"},
            {"c.00010.ildg", "--output would replace an existing configuration"});
    refuses({"info", "--json", "b.nersc"}, {"b.nersc", "--json would replace an existing configuration"});
}

TEST_F(OutputsTest, FiguresThatArePicturesOfSomethingElseAreKept)
{
    if (std::system("gnuplot --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not here";
    fs::copy_file(file("a.ildg"), file("p-masses.png"));

    refuses(with(spectrum_, {"--plot", "p"}), {"p-masses.png", "--plot would replace an existing configuration"});
}

TEST_F(OutputsTest, OverwriteConvertsAndFixesInPlace)
{
    const Configuration before = readConfiguration(file("a.ildg"));

    const Outcome converted = run({"convert", "a.ildg", "a.ildg", "--bits", "64", "--overwrite", "--quiet"});
    const Configuration after = readConfiguration(file("a.ildg"));
    const Outcome fixed = run(with(fix_, {"--output", "a.ildg", "--overwrite"}));

    EXPECT_EQ(converted.code, success) << converted.err;
    EXPECT_EQ(after.header.bits, 64);
    EXPECT_EQ(testing_support::largestDifference(before.links, after.links), 0);
    EXPECT_EQ(fixed.code, success) << fixed.err;
    EXPECT_NEAR(plaquetteOfFile(file("a.ildg")), plaquetteOfFile(data("su3_4x2x2x6_f32.ildg")), 1e-7);
}

TEST_F(OutputsTest, AConversionInPlaceThatRunsOutOfRoomKeepsTheFile)
{
    const std::string before = contents(file("a.ildg"));

    const Outcome full =
        runWithRoomFor(before.size() / 2, folder(), {"convert", "a.ildg", "a.ildg", "--bits", "64", "--overwrite"});

    expectError(full, diskFailure, {"a.ildg", "File too large"});
    EXPECT_TRUE(contents(file("a.ildg")) == before);
}

TEST_F(OutputsTest, OrdinaryResultsAreReplacedAsEver)
{
    save(file("r.json"), "{}");

    EXPECT_EQ(run({"convert", "a.ildg", "new.ildg", "--json", "r.json"}).code, success);

    EXPECT_EQ(Json::parse(contents(file("r.json")))["bits"], 32);
}

TEST_F(OutputsTest, PlacesAreTriedBeforeTheWork)
{
    save(file("plain"), "");
    fs::create_directory(file("folder"));

    for (const Arguments& command :
         {fix_, solve_, spectrum_, Arguments{"convert", "a.ildg", "new.ildg"}, Arguments{"measure", "a.ildg"}}) {
        refuses(with(command, {"--json", "nowhere/r.json"}), {"nowhere/", "the folder of --json does not exist"});
        refuses(with(command, {"--json", "plain/r.json"}), {"plain/r.json: the folder of --json does not exist"});
        refuses(with(command, {"--json", "folder"}), {"--json: folder", "not a regular file"});
        refuses(with(command, {"--json", "/dev/full"}), {"--json: /dev/full", "not a regular file"});
        refuses(with(command, {"--json", "/proc/self/r.json"}), {"--json: /proc/self/r.json: cannot be created"});
    }
    for (const Arguments& command : {fix_, solve_})
        refuses(with(command, {"--output", "nowhere/x.ildg"}), {"nowhere/", "the folder of --output does not exist"});
    for (const Arguments& command : {fix_, spectrum_})
        refuses(with(command, {"--plot", "nowhere/x"}), {"nowhere/", "the folder of --plot does not exist"});
    refuses({"hmc", "--lattice", "4x4x4x4", "--beta", "6", "--history", "nowhere/h.csv"},
            {"nowhere/", "the folder of --history does not exist"});
    refuses({"bench", "--lattices", "4x4x4x4", "--json", "nowhere/b.json"}, {"nowhere", "--json"});
}

TEST_F(OutputsTest, TwoOutputsAreNotOneFile)
{
    refuses({"hmc", "--lattice", "4x4x4x4", "--beta", "6", "--history", "r.json", "--json", "./r.json"},
            {"--history and --json are the same file", "r.json"});
    refuses({"convert", "a.ildg", "r.ildg", "--json", "r.ildg"}, {"the output and --json are the same file"});
}

TEST_F(OutputsTest, AFullDiskIsNoWrongUsage)
{
    const std::vector<Arguments> commands = {{"convert", "a.ildg", "new.ildg"}, with(solve_, {"--output", "x.lime"})};
    for (const Arguments& command : commands)
        expectError(runWithRoomFor(1000, folder(), command), diskFailure, {"File too large"});
    for (const char* name : {"new.ildg", "x.lime"})
        EXPECT_FALSE(exists(name));

    const Arguments toFull = {"/bin/sh", "-c", "exec \"$@\" > /dev/full", "sh"};
    const Outcome text = RunningProgram(folder(), {"convert", "a.ildg", "c.ildg"}, toFull).wait();
    const Outcome json = RunningProgram(folder(), {"convert", "a.ildg", "d.ildg", "--json", "-"}, toFull).wait();
    const Outcome manual = RunningProgram(folder(), {"manual"}, toFull).wait(); // more than is kept until the end

    expectError(text, diskFailure, {"standard output", "No space left on device"});
    expectError(json, diskFailure, {"standard output", "No space left on device"});
    expectError(manual, diskFailure, {"standard output", "No space left on device"});
}

TEST_F(OutputsTest, AFigureThatHasNoRoomIsNotHalfThere)
{
    if (std::system("gnuplot --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not here";

    const Outcome full = runWithRoomFor(8192, folder(), with(spectrum_, {"--plot", "p"}));

    expectError(full, diskFailure, {"p-", ".png", "File too large"});
    EXPECT_FALSE(exists("p-correlators.png"));
    EXPECT_TRUE(std::ranges::none_of(snapshot(), [](const auto& one) { return one.first.ends_with(".tmp"); }));
}

} // namespace
} // namespace gaugegl::cli_test
