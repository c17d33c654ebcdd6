// Names and texts made to hurt: nothing is carried out, nothing is written where nobody asked for it, and no terminal obeys.
#include "cli/program.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace gaugegl::cli_test {
namespace {

namespace fs = std::filesystem;
using io::test::contents;
using io::test::save;

class HostileNames : public ProgramTest {
protected:
    void SetUp() override { fs::copy_file(data("su3_4x2x2x6_f32.ildg"), file("a.ildg")); }
    static bool hasGnuplot() { return std::system("gnuplot --version > /dev/null 2>&1") == 0; }
    Outcome runWith(const Arguments& environment, const Arguments& arguments) const
    {
        Arguments words = {"/usr/bin/env"};
        words.insert(words.end(), environment.begin(), environment.end());
        return RunningProgram(folder(), arguments, words).wait();
    }
    /// The whole tree, without what the tests themselves catch.
    std::vector<std::string> names() const
    {
        std::vector<std::string> found;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(file("")))
            if (!entry.path().filename().string().starts_with(".standard-"))
                found.push_back(fs::relative(entry.path(), file("")).string());
        std::ranges::sort(found);
        return found;
    }
    const Arguments spectrum_ = {"spectrum", "a.ildg", "--path", "cpu", "--kappa", "0.1", "--quiet"};
};

/// Nothing but newlines of C0, and neither C1 nor what turns the direction of writing round.
void expectHarmless(const std::string& text)
{
    EXPECT_TRUE(std::ranges::none_of(text, [](unsigned char c) { return (c < 0x20 && c != '\n') || c == 0x7f; }))
        << text;
    for (const char* mark : {"\u009b", "\u202e", "\u2066", "\u2028"})
        EXPECT_EQ(text.find(mark), std::string::npos) << text;
}

TEST_F(HostileNames, OfFiguresAreNoCommands)
{
    if (!hasGnuplot()) GTEST_SKIP() << "gnuplot is not here";
    const std::vector<std::string> before = names();
    for (const std::string name :
         {"|touch made;", "| touch made #", "`touch made`", "a'; system('touch made') #", "@a\\\"{}"}) {
        Arguments arguments = spectrum_;
        arguments.insert(arguments.end(), {"--plot", name});

        const Outcome outcome = run(arguments);

        EXPECT_EQ(outcome.code, success) << outcome.err;
        for (const char* end : {"-correlators.png", "-correlators.svg", "-masses.png", "-masses.svg"})
            EXPECT_TRUE(fs::remove(file(name + end))) << name;
        EXPECT_EQ(names(), before) << name;
    }
}

TEST_F(HostileNames, AreEscapedInWhatIsPrinted)
{
    const std::string odd = "\x1b]0;mine\x07\u009b2J\u202e\r\n\xff";
    save(file(odd), "no configuration");
    fs::create_directories(file(odd + "d"));
    const std::vector<Arguments> commands = {{"convert", odd, "out.nersc"},
                                             {"convert", "a.ildg", odd + "/x.ildg"},
                                             {"run", odd},
                                             {odd},
                                             {"measure", "--" + odd},
                                             {"convert", "a.ildg", odd + "d"},
                                             {"watch", odd + "d"},
                                             {"bench", "--suite", odd},
                                             {"generate", "--lattice", odd, "--beta", "6"}};
    for (const Arguments& command : commands) {
        const Outcome outcome = run(command);

        EXPECT_EQ(outcome.code, inputFailure) << outcome.err;
        expectHarmless(outcome.out + outcome.err);
        EXPECT_LE(std::ranges::count(outcome.err, '\n'), 2) << "one line, and the hint: " << outcome.err;
    }
    const Outcome converted = run({"convert", "a.ildg", odd + ".ildg"});
    EXPECT_EQ(converted.code, success) << converted.err;
    EXPECT_EQ(converted.out.substr(0, 40),
              R"(\u001b]0;mine\u0007\u009b2J\u202e\r)" + std::string("\n\\xff").substr(0, 5))
        << converted.out;
    expectHarmless(converted.out);
    const Json report = json({"convert", "a.ildg", odd + ".ildg", "--overwrite", "--quiet"});
    EXPECT_EQ(report["file"].get<std::string>().substr(0, 5), odd.substr(0, 5)) << "JSON has escapes of its own";
}

TEST_F(HostileNames, OfAResultsFolderAreEscapedToo)
{
    fs::create_directories(file("out"));
    save(file("out/run.toml"), "[lattice]\nextents = [4, 4, 4, 4]\ngroup = \"su2\"\n[action]\nbeta = 2.3\n");
    save(
        file("out/progress.json"),
        R"({"state": "failed", "failure": "\u001b[2J\u009b31m\u202ex\n", "process": 1, "host": "\u001bc", "updated": 0, "sweeps": 1,
             "all": 2, "thermalisation": {"sweeps": 0, "seconds": 0}, "measured": {"sweeps": 0, "seconds": 0}, "device": "\u001b]0;x\u0007",
             "path": "\u009b", "precision": "\u007f", "again": "gaugegl scan \u001b[2J; touch made"})");
    save(file("out/results.json"), R"({"complete": false, "measurements": 0, "device": "\u001b[31m"})");

    for (const Arguments& command : {Arguments{"watch", "out"}, {"watch", "out", "--json", "-", "--quiet"}}) {
        const Outcome outcome = run(command);
        EXPECT_EQ(outcome.code, success) << outcome.err;
        expectHarmless(outcome.out + outcome.err);
        EXPECT_EQ(outcome.out.find("touch made"), std::string::npos) << outcome.out;
    }

    fs::create_directories(file("scan"));
    save(file("scan/runs.json"), R"({"runs": ["\u001b[2Ja", "b"], "again": "gaugegl scan \u001b[2J"})");
    const Outcome outcome = run({"watch", "scan"});
    EXPECT_EQ(outcome.code, success) << outcome.err;
    expectHarmless(outcome.out + outcome.err);
}

TEST_F(HostileNames, ATildeIsTheHomeAlsoWhereTheShellLeavesIt)
{
    fs::create_directories(file("home/sub"));
    const Arguments home = {"HOME=" + file("home")};

    EXPECT_EQ(runWith(home, {"convert", "a.ildg", "~/sub/b.ildg", "--json=~/sub/b.json"}).code, success);
    EXPECT_EQ(runWith(home, {"convert", "~/sub/b.ildg", "~/c.nersc"}).code, success);
    EXPECT_EQ(runWith({"HOME=" + file("home"), "CI="}, {"init", "~/sub/r.toml", "--yes", "--no-estimate", "--group",
                                                        "su2", "--beta", "2.3", "--output-directory", "~/sub/r"})
                  .code,
              success);

    EXPECT_TRUE(exists("home/sub/b.ildg") && exists("home/sub/b.json") && exists("home/c.nersc"));
    EXPECT_NE(contents(file("home/sub/r.toml")).find("\"" + file("home") + "/sub/r\""), std::string::npos);
    expectError(runWith({"HOME="}, {"convert", "a.ildg", "~/b.ildg"}), inputFailure, {"~/b.ildg", "HOME"});
    EXPECT_FALSE(exists("~"));
}

TEST_F(HostileNames, MayBeAsLongAsTheSystemTakes)
{
    const std::string longest = std::string(250, 'x') + ".ildg", longer = std::string(300, 'x') + ".ildg";

    EXPECT_EQ(run({"convert", "a.ildg", longest}).code, success);
    EXPECT_TRUE(exists(longest));
    for (const Arguments& command : {Arguments{"convert", "a.ildg", longer},
                                     {"measure", "a.ildg", "--json", longer},
                                     {"manual", "--output", longer},
                                     {"shaders", "--dump", longer}})
        expectError(run(command), inputFailure, {"File name too long"});
}

TEST_F(HostileNames, NoLinkInAFolderIsFollowed)
{
    save(file("precious"), "old");
    fs::create_directories(file("pages"));
    fs::create_symlink("../precious", file("pages/gaugegl-run.1"));
    fs::create_directories(file("texts"));
    fs::create_symlink("../precious", file("texts/copy-1.frag"));
    fs::create_directories(file("fixed"));
    fs::create_symlink("../precious", file("fixed/b.ildg"));
    fs::copy_file(file("a.ildg"), file("b.ildg"));

    expectError(run({"manual", "--format", "man", "--output", "pages"}), inputFailure,
                {"pages/gaugegl-run.1", "symbolic link"});
    expectError(run({"shaders", "--dump", "texts", "--filter", "copy-1"}), inputFailure,
                {"texts/copy-1.frag", "symbolic link"});
    const Outcome fixed =
        run({"fix", "a.ildg", "b.ildg", "--path", "cpu", "--tolerance", "1e-2", "--quiet", "--output", "fixed"});
    EXPECT_EQ(fixed.code, inputFailure) << fixed.err;

    EXPECT_EQ(contents(file("precious")), "old");
}

TEST_F(HostileNames, AScanWritesNowhereElseAndReplacesNothingOfAUser)
{
    save(file("scan.toml"),
         "[lattice]\nextents = [4, 4, 4, 4]\ngroup = \"su2\"\n[scan]\nbeta = [2.3]\n[output]\ndirectory = \"scan\"\n");
    fs::create_directories(file("scan"));
    fs::create_directories(file("elsewhere"));
    fs::create_directory_symlink("../elsewhere", file("scan/nt4-beta2.3"));
    expectError(run({"scan", "scan.toml", "--quiet"}), inputFailure, {"scan/nt4-beta2.3", "symbolic link"});
    fs::remove(file("scan/nt4-beta2.3"));
    save(file("scan/scan.csv"), "my own");
    expectError(run({"scan", "scan.toml", "--quiet"}), inputFailure, {"scan/scan.csv", "is here already"});

    EXPECT_TRUE(fs::is_empty(file("elsewhere")));
    EXPECT_EQ(contents(file("scan/scan.csv")), "my own");
}

/// The program held in the midst of writing, and Ctrl-C: nothing half written stays.
class HeldProgram : public HostileNames {
protected:
    void interruptWhileWriting(const Arguments& arguments, const std::string& where) const
    {
        const std::vector<std::string> before = names();
        RunningProgram program(folder(), arguments,
                               {"/usr/bin/env", "LD_PRELOAD=" GAUGEGL_KILL_AT_CALL, "GAUGEGL_TEST_HOLD_AT=1"});
        const auto isWriting = [&] {
            return std::ranges::any_of(names(), [&](const std::string& name) {
                return name.starts_with(where) && name.find(".part-") != std::string::npos;
            });
        };
        ASSERT_TRUE(program.waitUntil(isWriting)) << program.wait().err;

        program.interrupt();
        const Outcome outcome = program.wait();

        EXPECT_EQ(outcome.code, interruptedExit) << outcome.err;
        EXPECT_NE(outcome.err.find("interrupted"), std::string::npos) << outcome.err;
        EXPECT_EQ(names(), before);
    }
};

TEST_F(HeldProgram, LeavesNothingOfAConversion) { interruptWhileWriting({"convert", "a.ildg", "b.nersc"}, "b.nersc"); }

TEST_F(HeldProgram, LeavesNothingOfAPage)
{
    fs::create_directories(file("pages"));
    interruptWhileWriting({"manual", "--format", "man", "--output", "pages"}, "pages/");
    interruptWhileWriting({"manual", "--output", "text"}, "text");
}

TEST_F(HeldProgram, LeavesNothingOfAShader)
{
    fs::create_directories(file("texts"));
    interruptWhileWriting({"shaders", "--dump", "texts", "--filter", "copy"}, "texts/");
}

/// A gnuplot that takes its time.
class SlowGnuplot : public HostileNames {
protected:
    void SetUp() override
    {
        HostileNames::SetUp();
        fs::create_directories(file("bin"));
        save(file("bin/gnuplot"), "#!/bin/sh\n"
                                  "[ \"$2\" = --version ] && exit 0\n"
                                  "touch '" +
                                      file("drawing") +
                                      "'\n"
                                      "exec sleep 60\n");
        fs::permissions(file("bin/gnuplot"), fs::perms::owner_all);
        fs::create_directories(file("temporary"));
    }
};

TEST_F(SlowGnuplot, IsEndedByAnInterruptAndLeavesTheOtherResults)
{
    Arguments arguments = spectrum_;
    arguments.insert(arguments.end(), {"--plot", "p", "--json", "r.json"});
    const auto begin = std::chrono::steady_clock::now();
    RunningProgram program(folder(), arguments,
                           {"/usr/bin/env", "PATH=" + file("bin") + ":/usr/bin:/bin", "TMPDIR=" + file("temporary")});
    ASSERT_TRUE(program.waitUntil([&] { return exists("drawing"); })) << program.wait().err;

    program.interrupt();
    const Outcome outcome = program.wait();

    EXPECT_EQ(outcome.code, interruptedExit) << outcome.err;
    EXPECT_NE(outcome.err.find("some are missing"), std::string::npos) << outcome.err;
    EXPECT_TRUE(fs::is_empty(file("temporary")));
    EXPECT_TRUE(Json::parse(contents(file("r.json"))).contains("effective_masses")) << contents(file("r.json"));
    for (const std::string& name : names())
        EXPECT_FALSE(name.starts_with("p-")) << name;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(40));
}

} // namespace
} // namespace gaugegl::cli_test
