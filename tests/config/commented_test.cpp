// Run files with the meaning of every key.
#include "config/commented.h"

#include "config/run_config_text.h"

#include <filesystem>
#include <fmt/format.h>
#include <sstream>

namespace gaugegl {
namespace {

/// The lines "KEY = VALUE" without a comment.
std::vector<std::string> uncommented(const std::string& toml)
{
    std::vector<std::string> found;
    std::istringstream lines(toml);
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with('#') && line.find(" = ") != std::string::npos && line.find(" # ") == std::string::npos)
            found.push_back(line);
    return found;
}

void expectComments(const RunConfig& run, const std::string& what)
{
    const std::string text = commentedToml(run, {what, "", "  and more"});

    EXPECT_EQ(uncommented(text), std::vector<std::string>()) << what;
    EXPECT_TRUE(text.starts_with(fmt::format("# {}\n#\n#   and more\n\n", what))) << text;
    EXPECT_EQ(toToml(parseRunConfig(text, what)), toToml(run)) << what;
}

// Every section is in one of them.
TEST(CommentedRunFile, SaysOfEveryKeyOfTheDemosWhatItMeansAndIsTheSameRun)
{
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(GAUGEGL_SOURCE_DIR "/demos/runs")) {
        if (entry.path().extension() != ".toml") continue;
        ++files;
        expectComments(loadRunConfig(entry.path().string()), entry.path().filename().string());
    }
    EXPECT_GT(files, 20);
}

TEST(CommentedRunFile, SaysWhatKeysMeanThatFewRunsHave)
{
    using run_config_test::minimal;
    expectComments(parseRunConfig(minimal + "[update]\ngenerator = \"ranlux\"\nluxury = 3\n", "a"), "ranlux");
    expectComments(parseRunConfig(minimal + "[update]\nstart = \"file\"\nfile = \"a.ildg\"\n", "a"), "start");
    expectComments(parseRunConfig(minimal + "[device]\ndevice = 1\ntuning = false\n", "a"), "device");
    expectComments(parseRunConfig(minimal + "[flow]\nevery = 1\ntime = 1\nrecord = 0.1\ntolerance = 1e-3\n", "a"),
                   "flow");
}

TEST(CommentedRunFile, NamesTheWordsOfAChoice)
{
    const std::string text = commentedToml(parseRunConfig(run_config_test::minimal, "a"), {});
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "# Gauge group: su2, su3, su4\n", text);
}

} // namespace
} // namespace gaugegl
