// gaugegl manual: pages and completions hold what the commands take, and the programs that read them find nothing wrong.
#include "cli/program.h"

#include <algorithm>
#include <regex>

namespace gaugegl::cli_test {
namespace {

/// Whether a program is here; the tests that ask others to read what is made are skipped without it, and say so.
bool installed(const std::string& program)
{
    return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
}

class ManualTest : public ProgramTest {
protected:
    std::string manual(Arguments arguments) const
    {
        arguments.insert(arguments.begin(), "manual");
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, success) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        return outcome.out;
    }

    /// What `gaugegl --help` lists.
    std::vector<std::string> commands() const
    {
        const std::string help = run({"--help"}).out;
        std::vector<std::string> names;
        std::istringstream lines(help.substr(help.find("Subcommands:")));
        std::string line;
        std::getline(lines, line);
        while (std::getline(lines, line))
            if (line.starts_with("  ") && line[2] != ' ') names.push_back(line.substr(2, line.find(' ', 2) - 2));
        EXPECT_GE(names.size(), 17U) << help;
        return names;
    }

    /// The options that the help of a command lists.
    std::vector<std::string> options(const std::string& command) const
    {
        std::vector<std::string> names;
        std::istringstream lines(run({command, "--help"}).out);
        const std::regex option("^  (?:-h,)?(--[a-z0-9-]+).*");
        std::smatch match;
        for (std::string line; std::getline(lines, line);)
            if (std::regex_match(line, match, option)) names.push_back(match[1]);
        EXPECT_GE(names.size(), 3U) << command;
        return names;
    }

    /// Output and exit code of a line of the shell, in the folder of the test.
    Outcome shell(const std::string& line) const
    {
        const std::string out = file("shell.out"), err = file("shell.err");
        const int status = std::system(
            ("cd '" + file("") + "' && { " + line + "\n} > '" + out + "' 2> '" + err + "' < /dev/null").c_str());
        return {WEXITSTATUS(status), io::test::contents(out), io::test::contents(err)};
    }

    /// What bash offers for the last of the words.
    std::string bash(const std::vector<std::string>& words) const
    {
        std::string list;
        for (const std::string& word : words)
            list += " '" + word + "'";
        const Outcome outcome =
            shell("bash --norc -c '. ./gaugegl.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _gaugegl; "
                  "printf \"%s\\n\" \"${COMPREPLY[@]}\"' bash" +
                  list);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        return outcome.out;
    }
};

std::string roff(std::string text)
{
    for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 2)
        text.insert(at, 1, '\\');
    return text;
}

TEST_F(ManualTest, HasEveryOptionOfEveryCommandInPagesMarkdownAndCompletions)
{
    std::filesystem::create_directory(file("man"));
    manual({"--format", "man", "--output", "man"});
    const std::string markdown = manual({"--format", "markdown"}), program = io::test::contents(file("man/gaugegl.1"));
    const std::string bash = manual({"--format", "bash"}), zsh = manual({"--format", "zsh"}),
                      fish = manual({"--format", "fish"});

    for (const std::string& command : commands()) {
        const std::string page = io::test::contents(file("man/gaugegl-" + command + ".1"));
        const auto from = markdown.find("\n## gaugegl " + command + "\n");
        ASSERT_NE(from, std::string::npos) << command;
        const std::string section = markdown.substr(from, markdown.find("\n## ", from + 1) - from);
        EXPECT_NE(program.find("\n\\fB" + command + "\\fP\n"), std::string::npos) << command;
        const std::string one = manual({command, "--format", "man"});
        EXPECT_EQ(one, page);
        for (const std::string& option : options(command)) {
            EXPECT_NE(page.find("\\fB" + roff(option) + "\\fP"), std::string::npos) << command << ' ' << option;
            EXPECT_TRUE(option == "--help" || section.find("`" + option) != std::string::npos)
                << command << ' ' << option;
            const std::string begin = "    " + command + ")\n        options='";
            const std::size_t line = bash.find(begin);
            ASSERT_NE(line, std::string::npos) << command;
            const std::string words =
                ' ' + bash.substr(line + begin.size(), bash.find('\'', line + begin.size()) - line - begin.size()) +
                ' ';
            EXPECT_NE(words.find(' ' + option + ' '), std::string::npos) << command << ' ' << option;
            EXPECT_NE(zsh.find(option + (option == "--help" ? "[" : "")), std::string::npos) << option;
            EXPECT_NE(fish.find("__fish_seen_subcommand_from " + command), std::string::npos) << command;
            EXPECT_NE(fish.find(" -l " + option.substr(2)), std::string::npos) << option;
        }
    }
}

TEST_F(ManualTest, TextBeginsWithTheProgramAndHasEachCommandOnce)
{
    const std::string text = manual({});

    EXPECT_TRUE(text.starts_with("SU(2) and SU(3) lattice gauge theory")) << text.substr(0, 200);
    for (const std::string& command : commands()) {
        const std::string usage = "\nUsage: gaugegl " + command + " ";
        const auto first = text.find(usage);
        ASSERT_NE(first, std::string::npos) << command;
        EXPECT_EQ(text.find(usage, first + 1), std::string::npos) << command;
    }
}

TEST_F(ManualTest, PagesHaveTheirSectionsAndWarnOfNothing)
{
    std::filesystem::create_directory(file("man"));
    manual({"--format", "man", "--output", "man"});
    int pages = 0;
    for (const auto& entry : std::filesystem::directory_iterator(file("man"))) {
        const std::string page = io::test::contents(entry.path());
        const bool section1 = entry.path().extension() == ".1";
        ++pages;
        for (const char* heading : {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"})
            EXPECT_TRUE(!section1 || page.find(std::string("\n.SH ") + heading + "\n") != std::string::npos)
                << entry.path() << heading;
        EXPECT_EQ(page.find("`"), std::string::npos) << entry.path();
    }
    EXPECT_EQ(pages, int(commands().size()) + 2);
    const std::string every = "for page in man/*; do ";
    const bool man = installed("man"), mandoc = installed("mandoc");
    if (man) {
        const Outcome read =
            shell(every + "LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings --encoding=UTF-8 --troff --ditroff "
                          "--local-file \"$page\" > /dev/null || echo \"$page\" >&2; done");
        EXPECT_EQ(read.err, "");
    }
    if (mandoc) {
        EXPECT_EQ(shell(every + "mandoc -Tlint -Wwarning \"$page\"; done").out, "");
    }
    if (!man && !mandoc) GTEST_SKIP() << "neither man nor mandoc is here to read the pages";
}

TEST_F(ManualTest, PagesAreDatedByTheEpochOfSources)
{
    const std::string program = GAUGEGL_PROGRAM;
    const std::string page = shell("SOURCE_DATE_EPOCH=86400 '" + program + "' manual solve --format man").out;

    EXPECT_TRUE(page.starts_with(".TH GAUGEGL-SOLVE 1 1970-01-02 \"gaugegl " GAUGEGL_VERSION "\" \"User Commands\"\n"))
        << page.substr(0, 200);
    const Outcome wrong = shell("SOURCE_DATE_EPOCH=yesterday '" + program + "' manual solve --format man");
    expectError(wrong, inputFailure, {"SOURCE_DATE_EPOCH", "yesterday"});
}

TEST_F(ManualTest, BashCompletesCommandsOptionsChoicesAndFiles)
{
    if (!installed("bash")) GTEST_SKIP() << "bash is not here";
    manual({"--format", "bash", "--output", "gaugegl.bash"});
    io::test::save(file("links of a run.ildg"), "");

    EXPECT_EQ(bash({"gaugegl", "so"}), "solve\n");
    EXPECT_EQ(bash({"gaugegl", "solve", "--pa"}), "--path\n--pass-seconds\n");
    EXPECT_EQ(bash({"gaugegl", "solve", "--path", ""}), "auto\nfragment\ncompute\ncpu\n");
    EXPECT_EQ(bash({"gaugegl", "solve", "--path", "=", "c"}), "compute\ncpu\n");
    EXPECT_EQ(bash({"gaugegl", "solve", "--path", "="}), "auto\nfragment\ncompute\ncpu\n");
    EXPECT_EQ(bash({"gaugegl", "hmc", "--integrator", "2mn,l"}), "2mn,leapfrog\n");
    EXPECT_EQ(bash({"gaugegl", "generate", "--group", "su"}), "su2\nsu3\nsu4\n");
    EXPECT_EQ(bash({"gaugegl", "solve", "--kappa", ""}), "\n");
    EXPECT_EQ(bash({"gaugegl", "measure", "link"}), "links of a run.ildg\n");
    EXPECT_EQ(bash({"gaugegl", "solve", "--output", "link"}), "links of a run.ildg\n");
    EXPECT_EQ(bash({"gaugegl", "manual", "run-"}), "run-file\n");
    EXPECT_EQ(bash({"gaugegl", "--vers"}), "--version\n");
}

TEST_F(ManualTest, ZshTakesItsCompletion)
{
    if (!installed("zsh")) GTEST_SKIP() << "zsh is not here";
    manual({"--format", "zsh", "--output", "_gaugegl"});
    EXPECT_EQ(shell("zsh -n _gaugegl").err, "");
}

TEST_F(ManualTest, FishCompletesCommandsOptionsAndChoices)
{
    if (!installed("fish")) GTEST_SKIP() << "fish is not here";
    manual({"--format", "fish", "--output", "gaugegl.fish"});
    EXPECT_EQ(shell("fish -n gaugegl.fish").err, "");
    const auto offers = [&](const std::string& line) {
        return shell("HOME='" + file("") + "' fish -N -c \"source gaugegl.fish; complete -C '" + line +
                     "'\" | cut -f 1")
            .out;
    };
    EXPECT_EQ(offers("gaugegl so"), "solve\n");
    EXPECT_EQ(offers("gaugegl solve --path c"), "compute\ncpu\n");
}

TEST_F(ManualTest, TellsTheKeysOfRunFiles)
{
    const std::string markdown = manual({"run-file", "--format", "markdown"}), text = manual({"run-file"}),
                      page = manual({"run-file", "--format", "man"});
    for (const char* words : {"## `[lattice]`", "## `[[hmc.fermions]]`", "- `sweeps`: ",
                              "One of `\"ildg\"`, `\"scidac\"`, ", "Required.", "With `operator` = `twisted-mass`."})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, words, markdown);
    for (const char* words : {"\n[lattice]\n", "  beta  (required) ", "  sweeps = 100 ", "One of ildg, scidac, "})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, words, text);
    for (const char* words : {".TH GAUGEGL-RUN-FILE 5 ", ".SH \"[lattice]\"\n", "\\fBsweeps\\fP\n"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, words, page);
}

TEST_F(ManualTest, WritesASchemaOfRunFiles)
{
    const Json schema = Json::parse(manual({"--schema"}));
    EXPECT_EQ(schema.at("properties").at("flow").at("properties").at("time").at("exclusiveMinimum"), 0);
    manual({"--schema", "--output", "gaugegl.schema.json"});
    EXPECT_EQ(Json::parse(io::test::contents(file("gaugegl.schema.json"))), schema);
    expectError(run({"manual", "run-file", "--schema"}), inputFailure, {"--schema", "excludes"});
    expectError(run({"manual", "--schema", "--format", "man"}), inputFailure, {"--schema", "excludes"});
}

TEST_F(ManualTest, PrintsTheHelpOfAllCommandsAndOfOne)
{
    const std::string all = manual({});
    for (const std::string& command : commands())
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "Usage: gaugegl " + command + " ", all);
    EXPECT_EQ(manual({"solve"}), run({"solve", "--help"}).out);
}

TEST_F(ManualTest, RefusesWhatIsNotThere)
{
    expectError(run({"manual", "simulate"}), inputFailure, {"simulate", "solve"});
    expectError(run({"manual", "--format", "html"}), inputFailure, {"html", "markdown"});
    expectError(run({"manual", "solve", "--format", "bash"}), inputFailure, {"--format bash", "'solve'"});
    expectError(run({"manual", "--format", "man", "--output", "nowhere"}), inputFailure, {"nowhere", "--output"});
    expectError(run({"manual", "--output", "nowhere/page"}), inputFailure, {"nowhere", "--output"});
}

TEST_F(ManualTest, CitationAndChangelogNameTheVersion)
{
    const std::string version = GAUGEGL_VERSION;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "\nversion: " + version + "\n",
                        io::test::contents(GAUGEGL_SOURCE_DIR "/CITATION.cff"));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "\n## [" + version + "] - ",
                        io::test::contents(GAUGEGL_SOURCE_DIR "/CHANGELOG.md"));
}

TEST_F(ManualTest, FlagsAreToldWithoutWhatTheySet)
{
    EXPECT_EQ(run({"run", "--help"}).out.find("{false}"), std::string::npos);
    EXPECT_EQ(run({"run", "--help"}).out.find("no-tuning{"), std::string::npos);
}

} // namespace
} // namespace gaugegl::cli_test
