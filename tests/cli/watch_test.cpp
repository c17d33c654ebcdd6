// gaugegl watch without OpenGL: what it refuses, and that it changes nothing.
#include "cli/program.h"

namespace gaugegl::cli_test {
namespace {

using io::test::contents;
using io::test::save;

class WatchTest : public ProgramTest {
protected:
    void prepare() const
    {
        std::filesystem::create_directories(file("out"));
        save(file("out/run.toml"), "[lattice]\nextents = [4, 4, 4, 4]\ngroup = \"su2\"\n[action]\nbeta = 2.3\n");
        save(file("out/history.csv"), "sweep,plaquette\n1,0.5\n2,0.6\n3,0.5\n4,0.");
    }
};

TEST_F(WatchTest, NeedsTheFolderOfARun)
{
    std::filesystem::create_directories(file("empty"));
    save(file("file"), "");

    expectError(run({"watch"}), inputFailure, {"folder"});
    expectError(run({"watch", "missing"}), inputFailure, {"missing", "there is no such folder"});
    expectError(run({"watch", "file"}), inputFailure, {"file", "is a file, not the folder of a run"});
    expectError(run({"watch", "empty"}), inputFailure, {"empty", "holds no run"});
}

TEST_F(WatchTest, NamesADamagedFile)
{
    prepare();
    save(file("out/progress.json"), "{\"state\": 3}");
    expectError(run({"watch", "out"}), inputFailure, {"out/progress.json", "does not hold the progress of a run"});
    std::filesystem::remove(file("out/progress.json"));
    save(file("out/run.toml"), "[latice]\n");
    expectError(run({"watch", "out"}), inputFailure, {"out/run.toml", "latice"});
}

TEST_F(WatchTest, ReadsALineThatIsBeingWrittenLaterAndChangesNothing)
{
    prepare();
    const auto times = [&] {
        std::vector<std::filesystem::file_time_type> all;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(file("out")))
            all.push_back(entry.last_write_time());
        return all;
    };
    const auto before = times();

    const Json report = json({"watch", "out"});

    EXPECT_EQ(report["measurements"], 3);
    EXPECT_NEAR(report["plaquette"]["mean"].get<double>(), 1.6 / 3, 1e-12);
    EXPECT_EQ(times(), before);
}

TEST_F(WatchTest, ReplacesNoFileOfTheRunUnasked)
{
    prepare();
    const std::string history = contents(file("out/history.csv"));

    for (const char* option : {"--html", "--json"})
        expectError(run({"watch", "out", option, "out/history.csv"}), inputFailure, {"out/history.csv", "input file"});
    expectError(run({"watch", "out", "--html", "missing/a.html"}), inputFailure, {"missing/a.html", "--html"});
    expectError(run({"watch", "out", "--html", "a", "--json", "a"}), inputFailure, {"the same file"});

    EXPECT_EQ(contents(file("out/history.csv")), history);
    EXPECT_FALSE(exists("a"));
}

// Braille only where the locale says that the terminal has it.
TEST_F(WatchTest, DrawsWithTheLettersOfTheLocale)
{
    prepare();
    const auto drawn = [&](const char* locale) {
        return RunningProgram(folder(), {"watch", "out", "--once"}, {"/usr/bin/env", std::string("LC_ALL=") + locale})
            .wait()
            .out;
    };

    EXPECT_NE(drawn("C").find("0.6 |"), std::string::npos) << drawn("C");
    EXPECT_EQ(drawn("C").find("│"), std::string::npos);
    EXPECT_NE(drawn("C.UTF-8").find("0.6 │"), std::string::npos) << drawn("C.UTF-8");
}

} // namespace
} // namespace gaugegl::cli_test
