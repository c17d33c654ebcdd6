// The program cache as a user meets it: where it is, what info says of it, and that runs side by side share it.
#include "cli/program_gl.h"
#include "support/environment.h"

namespace gaugegl::cli_test {
namespace {

using testing_support::EnvironmentVariable;

class ProgramCacheCliTest : public ProgramGlTest {
protected:
    static bool kept() { return testing_support::sharedContext()->capabilities().programBinaryFormats > 0; }
    static Arguments generate()
    {
        return {"generate", "--group",  "su2", "--lattice",        "4x4x4x4", "--beta",
                "2.3",      "--sweeps", "2",   "--thermalisation", "1"};
    }
    Json cache() const { return json({"info"})["program_cache"]; }
};

TEST_F(ProgramCacheCliTest, InfoCountsWhatARunHasKeptAndClearsIt)
{
    if (!kept()) GTEST_SKIP() << "this driver offers no binary formats";
    const EnvironmentVariable folder("GAUGEGL_CACHE_DIR", file("cache"));
    Json state = cache();
    EXPECT_EQ(state["state"], "in use");
    EXPECT_EQ(state["folder"], file("cache"));
    EXPECT_EQ(state["programs"], 0);
    EXPECT_FALSE(exists("cache")) << "info has made it";

    const Json first = json(generate()), second = json(generate());

    state = cache();
    const int programs = state["programs"];
    EXPECT_GE(programs, 10);
    EXPECT_GT(state["bytes"], 1000 * programs);
    EXPECT_TRUE(first["plaquette"]["mean"].is_number());
    EXPECT_EQ(first["plaquette"], second["plaquette"]);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "in use; " + std::to_string(programs) + " in " + file("cache"),
                        run({"info"}).out);
    EXPECT_EQ(run({"info", "--clear-cache"}).out,
              std::to_string(programs) + " programs and 0 choices of tuning removed from " + file("cache") + "\n");
    EXPECT_EQ(json({"info", "--clear-cache"}),
              Json({{"removed", 0}, {"tuning_removed", 0}, {"folder", file("cache")}}));
    EXPECT_EQ(cache()["programs"], 0);
}

TEST_F(ProgramCacheCliTest, RunsSideBySideShareIt)
{
    const EnvironmentVariable folder("GAUGEGL_CACHE_DIR", file("cache"));
    const io::test::TemporaryFolder other;
    RunningProgram first(this->folder(), generate()), second(other, generate());

    const Outcome a = first.wait(), b = second.wait();

    EXPECT_EQ(a.code, success) << a.err;
    EXPECT_EQ(b.code, success) << b.err;
    EXPECT_EQ(run(generate()).code, success);
    for (const auto& entry : std::filesystem::directory_iterator(file(kept() ? "cache" : "")))
        EXPECT_EQ(entry.path().string().find(".part-"), std::string::npos) << entry.path();
}

TEST_F(ProgramCacheCliTest, AFolderThatCannotBeWrittenIsNoErrorAndIsSaid)
{
    if (!kept()) GTEST_SKIP() << "this driver offers no binary formats";
    io::test::save(file("occupied"), "");
    const EnvironmentVariable folder("GAUGEGL_CACHE_DIR", file("occupied"));

    const Outcome outcome = run(generate());

    EXPECT_EQ(outcome.code, success) << outcome.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "cannot be written", cache()["state"].get<std::string>());
}

TEST_F(ProgramCacheCliTest, TheFolderIsThatOfTheUser)
{
    const EnvironmentVariable own("GAUGEGL_CACHE_DIR", std::nullopt), home("HOME", file("home"));
    {
        const EnvironmentVariable xdg("XDG_CACHE_HOME", file("xdg"));
        EXPECT_EQ(cache()["folder"], file("xdg") + "/gaugegl");
    }
    const EnvironmentVariable relative("XDG_CACHE_HOME", "relative"); // to be ignored, says the XDG specification
    EXPECT_EQ(cache()["folder"], file("home") + "/.cache/gaugegl");
}

TEST_F(ProgramCacheCliTest, ItIsOffWithoutAHomeOrWhenAskedSo)
{
    const EnvironmentVariable xdg("XDG_CACHE_HOME", std::nullopt);
    {
        const EnvironmentVariable own("GAUGEGL_CACHE_DIR", std::nullopt), home("HOME", std::nullopt);
        EXPECT_EQ(cache()["state"], "off: there is no home folder");
        EXPECT_EQ(run(generate()).code, success);
    }
    const EnvironmentVariable empty("GAUGEGL_CACHE_DIR", "");
    EXPECT_EQ(cache()["state"], "off: GAUGEGL_CACHE_DIR is empty");
    EXPECT_TRUE(cache()["folder"].is_null());
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "no program cache", run({"info", "--clear-cache"}).out);
}

TEST_F(ProgramCacheCliTest, LimitedToOpenGl33ItIsNotUsed)
{
    const EnvironmentVariable folder("GAUGEGL_CACHE_DIR", file("cache"));
    Arguments limited = generate();
    limited.insert(limited.end(), {"--gl", "3.3"});

    EXPECT_EQ(run(limited).code, success);

    EXPECT_FALSE(exists("cache"));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "OpenGL 4.1",
                        json({"info", "--gl", "3.3"})["program_cache"]["state"].get<std::string>());
}

TEST_F(ProgramCacheCliTest, BuildingShadersIsNotCached)
{
    const EnvironmentVariable folder("GAUGEGL_CACHE_DIR", file("cache"));

    EXPECT_EQ(run({"shaders", "--compile", "--filter", "copy-3", "--lattice", "4x4x4x4", "--quiet"}).code, success);
    EXPECT_EQ(run({"info"}).code, success);

    EXPECT_FALSE(exists("cache"));
}

} // namespace
} // namespace gaugegl::cli_test
