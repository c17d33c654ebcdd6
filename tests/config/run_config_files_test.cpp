// Run files as files and texts: what is too long or too deep, the demos, overrides.
#include "run_config_text.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

using namespace run_config_test;

std::string repeated(const std::string& text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

TEST(RunConfig, RefusesTextsThatAreTooLong)
{
    const std::string comment = "#" + std::string(65536 - minimal.size() - 1, '-');

    EXPECT_EQ(parseRunConfig(minimal + comment, "run.toml").action.beta, 2.4);
    EXPECT_EQ(messageOf(minimal + comment + "-"), "run.toml: is longer than 65536 bytes, too long for a run file");
}

TEST(RunConfig, RefusesDeepNestingBeforeTheParserDescends)
{
    EXPECT_EQ(messageOf("a = " + repeated("[", 60000)),
              "run.toml: has 60000 of the characters '.', '[' and '{', at most 1000 are allowed in a run file");
    for (const char* level : {"a.", "[[a", "a={a=", "a=[{"})
        EXPECT_NE(messageOf(repeated(level, 13000)).find("at most 1000"), std::string::npos) << level;

    // What passes that check is bounded by the parser, or harmless.
    EXPECT_EQ(messageOf("x = " + repeated("[", 990)).substr(0, 11), "run.toml:1:");
    EXPECT_EQ(messageOf("x = " + repeated("{a=", 990)).substr(0, 11), "run.toml:1:");
    EXPECT_EQ(messageOf("x" + repeated(".a", 990) + " = 1\n").substr(0, 20), "run.toml:1: unknown ");
    EXPECT_EQ(messageOf("[x" + repeated(".a", 990) + "]\n").substr(0, 20), "run.toml:1: unknown ");
    EXPECT_EQ(messageOf("x = " + repeated("{a.a.a.a.a.a=", 150)).substr(0, 11), "run.toml:1:");
}

TEST(RunConfig, ATildeIsTheHomeOfTheUser)
{
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home != '/') GTEST_SKIP() << "no home here";
    const RunConfig run = parseRunConfig(
        minimal + "[update]\nstart = \"file\"\nfile = \"~/a.ildg\"\n[output]\ndirectory = \"~/runs\"\n", "run");

    EXPECT_EQ(run.update.file, std::string(home) + "/a.ildg");
    EXPECT_EQ(run.output.directory, std::string(home) + "/runs");
    EXPECT_EQ(parseRunConfig(minimal + "[output]\ndirectory = \"./~/runs\"\n", "run").output.directory, "./~/runs");
}

TEST(RunConfig, AnswersInOneShortLine)
{
    EXPECT_EQ(messageOf("\"a\\nb\\u001b[2J\" = 1\n").substr(0, 30), R"(run.toml:1: key 'a\nb\u001b[2J)");
    for (const std::string& text : {"\"" + repeated("\\n", 20000) + "\" = 1", "x = 1" + repeated("0", 60000),
                                    "[update]\nstart = '" + std::string(60000, 'x') + "'", minimal + "x = \"\xff\"",
                                    minimal + std::string("\0\0", 2)}) {
        const std::string message = messageOf(text);
        EXPECT_TRUE(message.starts_with("run.toml")) << message;
        EXPECT_LT(message.size(), 600U) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
}

TEST(RunConfig, ReadsNoMoreOfAFileThanARunFileMayHave)
{
    try {
        loadRunConfig("/dev/zero");
        FAIL() << "a device was accepted";
    } catch (const FileError& error) {
        EXPECT_STREQ(error.what(), "/dev/zero: is not a regular file");
    }
}

#ifdef GAUGEGL_SOURCE_DIR
TEST(RunConfig, OfTheQuickstartIsValid)
{
    const RunConfig config = loadRunConfig(GAUGEGL_SOURCE_DIR "/demos/runs/quickstart.toml");

    EXPECT_EQ(config.action.beta, 6.0);
    EXPECT_EQ(config.output.directory, "results/quickstart");
}

TEST(RunConfig, OfEveryDemoIsValid)
{
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(GAUGEGL_SOURCE_DIR "/demos/runs")) {
        if (entry.path().extension() != ".toml") continue;
        const RunConfig config = loadRunConfig(entry.path().string());
        EXPECT_EQ(config.output.directory, "results/" + entry.path().stem().string());
        ++files;
    }
    EXPECT_GE(files, 10);
}
#endif

TEST(RunConfig, TakesOverridesBeforeTheFile)
{
    const RunConfig config = parseRunConfig(
        minimal, "run.toml", {"update.sweeps = 7", "lattice.extents = '4x4x4x4'", "measure = {every = 7}"});

    EXPECT_EQ(config.update.sweeps, 7);
    EXPECT_EQ(config.measure.every, 7);
    EXPECT_EQ(config.lattice.extents[3], 4);
    EXPECT_EQ(config.lattice.group, Group::SU2) << "other keys of the section stay";
    const RunConfig words =
        parseRunConfig(minimal, "run.toml", {"lattice.group=su3", "lattice.extents = 4x4x4x6", "update.start=cold"});
    EXPECT_EQ(words.lattice.group, Group::SU3) << "texts of one word need no quotes";
    EXPECT_EQ(words.lattice.extents[3], 6);
    EXPECT_EQ(words.update.start, Start::Cold);
    const auto messageOfOverride = [](const std::string& text) {
        try {
            parseRunConfig(minimal, "run.toml", {text});
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(messageOfOverride("update.sweeps"),
              "'update.sweeps':1:14: Error while parsing key-value pair: encountered end-of-file");
    EXPECT_TRUE(messageOfOverride("update.sweep = 7").starts_with("'update.sweep = 7':1: unknown key 'sweep'"))
        << messageOfOverride("update.sweep = 7");
    EXPECT_TRUE(messageOfOverride("update.sweeps = 'x'").starts_with("'update.sweeps = 'x'':1: 'sweeps' in [update]"))
        << messageOfOverride("update.sweeps = 'x'");
}

} // namespace
} // namespace gaugegl
