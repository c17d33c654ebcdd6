// gaugegl info and gaugegl verify on the driver at hand, whole and limited to OpenGL 3.3.
#include "cli/program_gl.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

namespace gaugegl::cli_test {
namespace {

class InfoTest : public ProgramGlTest {};
class VerifyTest : public ProgramGlTest {
protected:
    /// All values of a key of the checks.
    static std::set<std::string> values(const Json& result, const char* key)
    {
        std::set<std::string> found;
        for (const Json& check : result["checks"])
            found.insert(check[key].get<std::string>());
        return found;
    }
};

TEST_F(InfoTest, NamesTheDriverItsLimitsPathsAndPrecisions)
{
    const Json result = json({"info"});

    expectKeys(result, {"vendor", "renderer", "version", "glsl", "platform", "software", "paths", "precisions",
                        "gl_used", "limits"});
    expectKeys(result["limits"], {"texture_size", "texture_layers", "texture_units", "draw_buffers"});
    EXPECT_EQ(result["renderer"], testing_support::sharedContext()->capabilities().renderer);
    EXPECT_EQ(result["paths"].front(), "fragment");
    EXPECT_EQ(result["precisions"].front(), "single");
    EXPECT_EQ(result["paths"].size(), compute() ? 2u : 1u);
    EXPECT_GE(result["limits"]["draw_buffers"], 8);
}

TEST_F(InfoTest, LimitedToOpenGl33HasTheFragmentPathAndSinglePrecisionAlone)
{
    const Json result = json({"info", "--gl", "3.3"});

    EXPECT_EQ(result["gl_used"], "3.3");
    EXPECT_EQ(result["paths"], Json({"fragment"}));
    EXPECT_EQ(result["precisions"], Json({"single"}));
    EXPECT_FALSE(result["limits"].contains("shared_memory_bytes"));
}

TEST_F(InfoTest, PrintsTextWithoutJson)
{
    const Outcome outcome = run({"info"});

    EXPECT_EQ(outcome.code, success);
    for (const char* word : {"renderer", "OpenGL", "paths", "fragment", "texture_size"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, outcome.out);
    EXPECT_EQ(run({"info", "--quiet"}).out, "");
}

TEST_F(InfoTest, TellsTheMemoryOfTheFieldsOfALattice)
{
    const Json memory = json({"info", "--lattice", "16x16x16x32"}).at("field_memory");
    std::map<std::string, Json> rows;
    for (const Json& row : memory.at("fields"))
        rows[row.at("field")] = row;

    EXPECT_EQ(memory.at("lattice"), Json({16, 16, 16, 32}));
    EXPECT_EQ(memory.at("group"), "SU3");
    const std::uint64_t sites = 16 * 16 * 16 * 32;
    EXPECT_EQ(rows.at("links, rows 0 and 1 (12 reals)").at("single_bytes"), 4 * sites * 12 * 4);
    EXPECT_EQ(rows.at("links of 8 reals, for hops").at("double_bytes"), 4 * sites * 8 * 8);
    EXPECT_TRUE(rows.at("links of 8 reals, for hops").at("sixteen_bit_bytes").is_null());
    EXPECT_EQ(rows.at("momenta, or a force").at("single_bytes"), 4 * sites * 8 * 4);
    EXPECT_EQ(rows.at("Wilson spinor on one parity").at("double_bytes"), sites / 2 * 24 * 8);
    EXPECT_EQ(rows.at("Wilson spinor on one parity").at("sixteen_bit_bytes"), sites / 2 * (24 + 4) * 2);
    EXPECT_EQ(rows.at("staggered vector on one parity").at("single_bytes"), sites / 2 * 6 * 4);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "quaternions",
                        run({"info", "--lattice", "4x4x4x4", "--group", "su2"}).out);
    expectError(run({"info", "--lattice", "4x4x4x3"}), inputFailure, {"3", "even"});
    expectError(run({"info", "--group", "su2"}), inputFailure, {"--group", "--lattice"});
}

TEST_F(InfoTest, RefusesADeviceThatIsNotThere) { expectError(run({"info", "--device", "99"}), inputFailure, {"99"}); }

TEST_F(VerifyTest, PassesAndReportsEveryCheck)
{
    const Json result = json({"verify", "--group", "su2", "--lattice", "4x4x4x8", "--path", "fragment", "--precision",
                              "single", "--kernels", "gauge"});

    EXPECT_EQ(result["complete"], true);
    EXPECT_EQ(keysOf(result),
              (std::vector<std::string>{"checks", "complete", "kernels_not_run", "left_out", "passed"}));
    EXPECT_EQ(result["passed"], true);
    EXPECT_GE(result["checks"].size(), 16u);
    for (const Json& check : result["checks"]) {
        expectKeys(check, {"name", "group", "path", "precision", "largest_deviation", "tolerance", "passed"});
        EXPECT_EQ(check["group"], "SU2");
        EXPECT_EQ(check["path"], "fragment");
        EXPECT_EQ(check["precision"], "single");
        EXPECT_EQ(check["passed"], true) << check;
        EXPECT_LE(check["largest_deviation"], check["tolerance"]) << check;
    }
    const std::set<std::string> names = values(result, "name");
    for (const char* name : {"hot-start", "heatbath", "heatbath-creutz", "overrelaxation", "plaquette", "rectangle",
                             "polyakov", "reunitarise"})
        EXPECT_TRUE(names.count(name)) << name;
}

TEST_F(VerifyTest, WithAllVariantsRunsEveryKernelOfTheCatalogue)
{
    if (!compute()) GTEST_SKIP() << "this driver lacks the compute path";
    const Json result = json({"verify", "--group", "su2", "--lattice", "4x4x4x4", "--path", "compute", "--storage",
                              "texture", "--precision", "single", "--all"});

    EXPECT_EQ(result["kernels_not_run"], Json::array());
    EXPECT_EQ(result["passed"], true);
}

TEST_F(VerifyTest, ComparesFermionsInEveryStorageThatIsThere)
{
    if (!compute()) GTEST_SKIP() << "this driver lacks the compute path";
    const Json result = json({"verify", "--group", "su2", "--lattice", "4x6x2x8", "--path", "compute", "--storage",
                              "buffer", "--precision", "single", "--kernels", "fermions", "--all"});

    EXPECT_EQ(result["passed"], true);
    const std::set<std::string> names = values(result, "name");
    EXPECT_EQ(names.size(), result["checks"].size()) << "a name stands for two checks";
    for (const char* name : {"number-sum", "wilson-axpy", "wilson-hop", "wilson-hop-12-table", "wilson-hop-variants",
                             "wilson-fused-twist-dagger", "wilson-fused-separate", "staggered-hop-spread-phases",
                             "staggered-fused-separate", "staggered-update"})
        EXPECT_TRUE(names.contains(name)) << name;
    EXPECT_FALSE(names.contains("heatbath"));
    EXPECT_FALSE(names.contains("wilson-hop-normed")) << "16 bits do not lie in buffers";
}

TEST_F(VerifyTest, LimitedToOpenGl33UsesTheFragmentPathInSinglePrecision)
{
    const Json result = json({"verify", "--gl", "3.3", "--group", "su2", "--lattice", "4x4x4x8", "--kernels", "gauge"});

    EXPECT_EQ(result["passed"], true);
    EXPECT_EQ(values(result, "path"), (std::set<std::string>{"fragment"}));
    EXPECT_EQ(values(result, "precision"), (std::set<std::string>{"single"}));
    const Json named = json({"verify", "--gl", "3.3", "--group", "su2", "--lattice", "4x4x4x8", "--kernels",
                             "smeared-sources", "--precision", "single"}); // its name alone asks for no path
    EXPECT_EQ(values(named, "path"), (std::set<std::string>{"fragment"}));
}

TEST_F(VerifyTest, OfARunChecksWhatTheRunUses)
{
    const std::string name = file("run.toml");
    std::ofstream(name) << "[lattice]\nextents = [4, 4, 4, 4]\ngroup = \"su2\"\n[action]\nbeta = 2.3\n"
                           "[update]\noverrelaxation = 0\n[measure]\nobservables = [\"plaquette\"]\n"
                           "[device]\npath = \"fragment\"\n";
    const Json result = json({"verify", name, "--lattice", "4x4x4x8"});

    EXPECT_EQ(result["passed"], true);
    EXPECT_EQ(result["left_out"], Json::array());
    EXPECT_EQ(values(result, "path"), (std::set<std::string>{"fragment"}));
    const std::set<std::string> names = values(result, "name");
    for (const char* one : {"hot-start", "heatbath", "plaquette", "reunitarise"})
        EXPECT_TRUE(names.contains(one)) << one;
    for (const char* one : {"overrelaxation", "heatbath-ranlux", "heatbath-rectangles", "hyp", "flow", "clover"})
        EXPECT_FALSE(names.contains(one)) << one;
    expectError(run({"verify", name, "--group", "su2"}), inputFailure, {"--group", "run"});
    expectError(run({"verify", file("missing.toml")}), inputFailure, {"missing.toml"});
}

TEST_F(VerifyTest, OfRunsWithAnyGeneratorActionAndMeasurementHasEveryProgram)
{
    const std::string name = file("run.toml");
    for (const char* changes : {"[update]\ngenerator = \"ranlux\"\n[flow]\nevery = 1\ntime = 0.6\ntolerance = 1e-4\n",
                                "[action]\ntype = \"symanzik\"\nbeta = 1.7\n[loops]\nevery = 1\nplateau = 3\n"
                                "[spectrum]\nevery = 1\nkappa = [0.1]\nsource = \"point:0,0,0,12\"\npath = \"cpu\"\n",
                                "[fixing]\nevery = 1\ngauge = \"mag\"\nabelian = true\ncopies = 2\n",
                                "[fixing]\nevery = 1\nmethod = \"sa\"\npropagator = true\n"
                                "[eigen]\nevery = 1\noperator = \"staggered\"\ncount = 2\npath = \"fragment\"\n"}) {
        const std::string text(changes);
        std::ofstream(name) << "[lattice]\nextents = [8, 8, 8, 16]\ngroup = \"su2\"\n"
                            << (text.starts_with("[action]") ? "" : "[action]\nbeta = 2.3\n") << text
                            << "[device]\npath = \"fragment\"\n";
        const Json result = json({"verify", name});
        EXPECT_EQ(result["passed"], true) << text;
        const bool finds = text.find("[eigen]") != std::string::npos; // on other lattices than the checks
        EXPECT_EQ(result["left_out"].size(), finds ? 1u : 0u) << text;
    }
}

TEST_F(VerifyTest, SaysWhatIsLeftOut)
{
    const Json result = json({"verify", "--group", "su2", "--lattice", "4x4x4x8", "--path", "fragment", "--precision",
                              "single", "--kernels", "gauge,smeared-sources"});
    const Json& left = result["left_out"];
    EXPECT_NE(std::ranges::find(left, "overlap"), left.end());
    EXPECT_EQ(std::ranges::find(left, "smeared-sources"), left.end());
    EXPECT_TRUE(values(result, "name").contains("wuppertal"));
}

TEST_F(VerifyTest, PrintsATableAndTheNumberOfFailures)
{
    const Outcome outcome = run({"verify", "--group", "su2", "--lattice", "4x4x4x8", "--path", "fragment",
                                 "--precision", "single", "--kernels", "gauge"});

    EXPECT_EQ(outcome.code, success) << outcome.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "overrelaxation", outcome.out);
    EXPECT_PRED_FORMAT2(testing::IsNotSubstring, "staggered-hop", outcome.out); // of fermions alone
    EXPECT_PRED_FORMAT2(testing::IsSubstring, " 0 failed", outcome.out);
}

TEST_F(VerifyTest, RefusesWhatOpenGl33Lacks)
{
    expectError(run({"verify", "--gl", "3.3", "--path", "compute", "--quiet"}), deviceFailure, {"compute", "4.3"});
    expectError(run({"verify", "--gl", "3.3", "--precision", "double", "--quiet"}), deviceFailure, {"double"});
    expectError(run({"verify", "--kernels", "hops"}), inputFailure, {"--kernels", "hops"});
    expectError(run({"generate", "--gl", "3.3", "--path", "compute", "--lattice", "4x4x4x4", "--beta", "6"}),
                deviceFailure, {"compute", "4.3"});
}

} // namespace
} // namespace gaugegl::cli_test
