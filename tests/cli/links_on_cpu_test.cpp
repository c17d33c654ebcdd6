// Links on the CPU: what the program does with them, and what it refuses.
#include "cli/program.h"

#include <cmath>

namespace gaugegl::cli_test {
namespace {

class LinksOnCpuTest : public ProgramTest {
protected:
    Json generated(const Arguments& more) const
    {
        Arguments command = {"generate", "--path", "cpu", "--quiet"};
        command.insert(command.end(), more.begin(), more.end());
        return json(command);
    }
    void expectPlaquette(const Json& result, double expected, double error) const
    {
        const Json& plaquette = result["plaquette"];
        const double combined = std::hypot(plaquette["error"].get<double>(), error);
        EXPECT_NEAR(plaquette["mean"].get<double>(), expected, 4 * combined);
        EXPECT_LT(combined, 6e-4);
    }
};

// An independent program found 0.60251(12) and 0.54952(24).
TEST_F(LinksOnCpuTest, HaveTheKnownPlaquettes)
{
    const Arguments chain = {"--lattice", "8x8x8x8", "--thermalisation", "150",
                             "--sweeps",  "300",     "--overrelaxation", "2"};
    const auto of = [&](const char* group, const char* beta, const char* precision) {
        Arguments all = chain;
        all.insert(all.end(), {"--group", group, "--beta", beta, "--precision", precision});
        return generated(all);
    };
    expectPlaquette(of("su2", "2.3", "single"), 0.60251, 0.00012);
    expectPlaquette(of("su3", "5.7", "double"), 0.54952, 0.00024);
}

TEST_F(LinksOnCpuTest, AreWrittenAndAreTheStartOfTheNextChain)
{
    const Arguments theory = {"--lattice", "4x4x4x6", "--beta", "5.7", "--sweeps", "2", "--thermalisation", "1"};
    Arguments first = theory, second = theory;
    first.insert(first.end(), {"--output", "a", "--every", "2", "--precision", "double"});
    second.insert(second.end(), {"--start", "a.00002.ildg"});

    const Json a = generated(first), b = generated(second);
    const Json measured = json({"measure", "a.00002.ildg", "--path", "cpu", "--quiet"});

    EXPECT_NEAR(measured["configurations"][0]["plaquette"].get<double>(), a["plaquette"]["mean"].get<double>(), 1e-12);
    EXPECT_EQ(b["first_sweep"], 3);
    EXPECT_EQ(a["path"], "cpu");
}

class SlabsTest : public LinksOnCpuTest {
protected:
    static constexpr const char* slabs = "[multilevel]\nevery = 4\nthickness = [1, 2]\nupdates = [2, 3]\n";

    void save(const std::string& name, const std::string& more) const
    {
        io::test::save(file(name + ".toml"),
                       "[lattice]\ngroup = \"su2\"\nextents = \"4x4x6x4\"\n[action]\nbeta = 2.2\n[update]\nseed = 1\n"
                       "thermalisation = 2\nsweeps = 8\n[measure]\nevery = 2\n[output]\nplots = false\nsave_every = 8\n"
                       "directory = \"" +
                           name + "\"\n[device]\npath = \"cpu\"\nprecision = \"double\"\n" + more);
    }
    void runs(const std::string& name, const Arguments& more = {}) const
    {
        Arguments command = {"run", name + ".toml", "--quiet"};
        command.insert(command.end(), more.begin(), more.end());
        const Outcome outcome = run(command);
        EXPECT_EQ(outcome.code, success) << outcome.err;
    }
    std::string bytes(const std::string& name) const { return io::test::contents(file(name)); }
};

TEST_F(SlabsTest, AreMeasuredBesideTheChainAndGoOnBitForBit)
{
    save("whole", slabs);
    save("parts", slabs);
    save("without", "");
    runs("whole");
    runs("parts", {"--set", "update.sweeps=4"});
    runs("parts");
    runs("without");

    const std::vector<Json> records = recordsIn("whole/multilevel.jsonl");
    ASSERT_EQ(records.size(), 3u);
    EXPECT_EQ(records[0]["axes"][0]["labels"].dump(), R"x(["(1,0,0)","(0,0,1)","(2,0,0)","(0,0,2)"])x");
    EXPECT_NE(records[1]["correlator"], records[2]["correlator"]);
    EXPECT_EQ(bytes("parts/multilevel.jsonl"), bytes("whole/multilevel.jsonl"));
    EXPECT_EQ(bytes("without/history.csv"), bytes("whole/history.csv"));
    const Json results = Json::parse(bytes("whole/results.json"))["multilevel"];
    EXPECT_EQ(results["updates"].dump(), "[2,3]");
    EXPECT_EQ(results["pairs"].size(), 4u);

    // Without updates it is what [pairs] finds on the axes.
    const Json plain = json({"measure", "whole/config.00008.ildg", "--path", "cpu", "--quiet", "--beta", "2.2",
                             "--multilevel.updates", "0", "--pairs.on_axis", "true"});
    for (std::size_t k = 0; k < 4; ++k)
        EXPECT_NEAR(plain["multilevel"]["pairs"][k]["correlator"]["mean"].get<double>(),
                    plain["pairs"]["pairs"][k]["correlator"]["mean"].get<double>(), 1e-13);
    expectError(run({"measure", "whole/config.00008.ildg", "--path", "cpu", "--multilevel.updates", "1"}), inputFailure,
                {"--multilevel", "--beta"});
    expectError(run({"measure", "whole/config.00008.ildg", "--path", "cpu", "--beta", "2"}), inputFailure, {"--beta"});
}

TEST_F(SlabsTest, StopWithinTwoSeconds)
{
    save("long", "[multilevel]\nevery = 2\nupdates = 1000000000\n");
    RunningProgram program(folder(), {"run", "long.toml"});
    EXPECT_TRUE(program.waitUntil(
        [&] { return exists("long/history.csv") && bytes("long/history.csv").find("\n2,") != std::string::npos; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const auto start = std::chrono::steady_clock::now();
    program.interrupt();
    const Outcome outcome = program.wait();

    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
    EXPECT_EQ(outcome.code, interruptedExit) << outcome.err;
    EXPECT_LE(recordsIn("long/multilevel.jsonl").size(), 1u); // the layout alone
}

TEST_F(LinksOnCpuTest, WhatTheCpuLacksIsRefusedByItsName)
{
    const std::string theory =
        "[lattice]\ngroup = \"su3\"\nextents = \"4x4x4x4\"\n[action]\nbeta = 5.7\n[update]\nseed = 1\n"
        "[device]\npath = \"cpu\"\n";
    const auto refuses = [&](const std::string& set, const std::vector<std::string>& words) {
        io::test::save(file("a.toml"), theory);
        Arguments command = {"run", "a.toml"};
        std::istringstream all(set);
        for (std::string one; std::getline(all, one, ' ');)
            command.insert(command.end(), {"--set", one});
        expectError(run(command), inputFailure, words);
    };
    refuses("lattice.group='su4'", {"SU4", "SU2 or SU3", "on the CPU"});
    refuses("update.generator='ranlux'", {"ranlux", "philox", "on the CPU"});
    refuses("device.storage='buffer'", {"buffer", "texture", "on the CPU"});
    refuses("loops.every=1 loops.multihit=true", {"multihit", "on the CPU"});
    refuses("fixing.every=1 fixing.gauge='mag'", {"mag", "landau or coulomb", "on the CPU"});
    refuses("hmc.steps=2 hmc.path='device'", {"device", "'cpu' or 'auto'", "on the CPU"});
    expectError(run({"generate", "--lattice", "4x4x4x4", "--beta", "5.7", "--path", "cpu", "--storage", "buffer"}),
                inputFailure, {"--storage buffer", "--path cpu"});
    expectError(run({"generate", "--lattice", "4x4x4x4", "--beta", "5.7", "--path", "cpu", "--profile"}), inputFailure,
                {"--profile", "--path fragment or compute"});
    expectError(run({"potential", data("su3_4x2x2x6_f32.ildg"), "--path", "cpu", "--multihit", "--beta", "6"}),
                inputFailure, {"multihit", "on the CPU"});
}

} // namespace
} // namespace gaugegl::cli_test
