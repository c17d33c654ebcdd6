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
