// The program's command `view`: pictures without a window, and a real window on a display of its own (Xvfb), with the
// mouse and the keyboard of xdotool.
#include "cli/program.h"
#include "support/device_fixture.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace gaugegl::cli_test {
namespace {

class ViewProgramTest : public ProgramTest {
protected:
    void SetUp() override
    {
        if (!testing_support::sharedContext()) GTEST_SKIP() << "no OpenGL here";
    }

    /// Width and height that a PNG file says it has.
    std::array<int, 2> sizeOf(const std::string& name) const
    {
        const std::string bytes = io::test::contents(file(name));
        if (bytes.substr(0, 4) != "\x89PNG" || bytes.size() < 24) return {};
        const auto number = [&](std::size_t at) {
            return (std::uint8_t(bytes[at + 2]) << 8) + std::uint8_t(bytes[at + 3]);
        };
        return {number(16), number(20)};
    }

    static const Arguments& small()
    {
        static const Arguments arguments = {"--set", "group=su2", "--set", "lattice=4x4x4x4", "--set", "beta=2.3"};
        return arguments;
    }
    static Arguments view(Arguments more)
    {
        Arguments all = {"view"};
        all.insert(all.end(), small().begin(), small().end());
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
};

TEST_F(ViewProgramTest, AScreenshotNeedsNoWindow)
{
    const Json result = json(view({"--screenshot", "a.png", "--after", "3", "--size", "320x200"}));
    EXPECT_EQ(sizeOf("a.png"), (std::array<int, 2>{320, 200}));
    EXPECT_EQ(result["sweeps"], 3);
    EXPECT_EQ(result["lattice"], "4x4x4x4");
    EXPECT_EQ(result["message"], "");
}

TEST_F(ViewProgramTest, ThePlaquetteIsThatOfTheSavedLinksAndOfTheSavedRun)
{
    io::test::save(file("script"), "sweeps 4\nsave-links links.ildg\nsave-session session\n");
    const Json shown = json(view({"--hidden", "--script", "script"}));
    const Json measured = json({"measure", "links.ildg"});
    EXPECT_NEAR(shown["plaquette"].get<double>(), measured["configurations"][0]["plaquette"].get<double>(), 1e-9);
    const Json again = json({"run", "session.toml", "--output", "again", "--set", "output.plots=false"});
    EXPECT_TRUE(exists("again/session.00004.ildg")) << "the run ends with the links on the screen";
    const Json same = json({"measure", "again/session.00004.ildg"});
    EXPECT_EQ(same["configurations"][0]["plaquette"], measured["configurations"][0]["plaquette"]);
    const Json seen = json({"view", "session.toml", "--script", "session.script", "--hidden"});
    EXPECT_EQ(seen["sweeps"], 4);
    EXPECT_EQ(seen["plaquette"], shown["plaquette"]);
}

TEST_F(ViewProgramTest, WrongInputIsAnErrorThatNamesIt)
{
    expectError(run(view({"--hidden", "--set", "quantity=mass"})), inputFailure, {"quantity", "mass", "charge"});
    expectError(run({"view", "--hidden", "--preset", "warm"}), inputFailure, {"warm", "instantons"});
    expectError(run({"view", "missing.ildg", "--hidden"}), inputFailure, {"missing.ildg"});
    io::test::save(file("script"), "sweeps 1\njump\n");
    expectError(run(view({"--hidden", "--script", "script"})), inputFailure, {"script:2", "jump"});
    expectError(run(view({"--hidden", "--set", "lattice=200x200x200x200"})), deviceFailure, {"200", "at most fits"});
    expectError(run(view({"--hidden", "--size", "10x10"})), inputFailure, {"10x10"});
}

/// Pictures of a sequence; their film needs ffmpeg, and without it the window says so.
TEST_F(ViewProgramTest, ASequenceIsNumberedPictures)
{
    io::test::save(file("script"), "record film\nsweeps 1\nsweeps 1\nsweeps 1\nframes 1\nstop\nframes 3\n");
    EXPECT_EQ(run(view({"--hidden", "--script", "script", "--size", "160x120"})).code, success);
    EXPECT_TRUE(exists("film.000001.png"));
    EXPECT_TRUE(exists("film.000003.png"));
    const bool films = std::system("ffmpeg -version >/dev/null 2>&1") == 0;
    EXPECT_EQ(exists("film.mp4"), films);
}

/// An X server without a screen that anybody sees.
class Display {
public:
    Display()
    {
        int ends[2] = {};
        if (::pipe(ends) != 0) return;
        std::string descriptor = std::to_string(ends[1]);
        std::vector<std::string> words = {"Xvfb", "-displayfd",  descriptor,  "-screen",
                                          "0",    "1300x900x24", "-nolisten", "tcp"};
        std::vector<char*> pointers;
        for (std::string& word : words)
            pointers.push_back(word.data());
        pointers.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addclose(&actions, ends[0]);
        const bool started = posix_spawnp(&process_, "Xvfb", &actions, nullptr, pointers.data(), environ) == 0;
        posix_spawn_file_actions_destroy(&actions);
        ::close(ends[1]);
        if (!started) process_ = 0;
        char c = 0;
        while (started && ::read(ends[0], &c, 1) == 1 && c != '\n')
            name_ += c;
        ::close(ends[0]);
        if (!name_.empty()) ::setenv("DISPLAY", (":" + name_).c_str(), 1);
    }
    ~Display()
    {
        if (process_ <= 0) return;
        ::kill(process_, SIGTERM);
        ::waitpid(process_, nullptr, 0);
    }
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;

    bool works() const { return !name_.empty(); }

private:
    pid_t process_ = 0;
    std::string name_;
};

class WindowTest : public ViewProgramTest {
protected:
    void SetUp() override
    {
        ViewProgramTest::SetUp();
        if (IsSkipped()) return;
        display_ = std::make_unique<Display>();
        const bool works = display_->works() && std::system("xdotool version >/dev/null 2>&1") == 0;
        if (works) return;
        if (std::getenv("CI")) FAIL() << "Xvfb and xdotool are needed here";
        GTEST_SKIP() << "no Xvfb or no xdotool";
    }

    /// Waits until a condition holds, half a minute at most.
    template<class Condition>
    static bool eventually(const Condition& condition)
    {
        for (int i = 0; i < 600; ++i) {
            if (condition()) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return false;
    }

    /// xdotool with arguments; true if it succeeds.
    static bool xdotool(const std::string& arguments)
    {
        return std::system(("xdotool " + arguments + " >/dev/null 2>&1").c_str()) == 0;
    }

    /// What the window has recorded so far.
    std::string recorded() const { return exists("recorded") ? io::test::contents(file("recorded")) : ""; }
    /// Whether the recording has this line below the settings at the beginning, `count` times.
    bool has(const std::string& line) const
    {
        const std::string text = recorded();
        const auto end = text.find("set charts");
        return end != std::string::npos && text.find("\n" + line, end) != std::string::npos;
    }

private:
    std::unique_ptr<Display> display_;
};

TEST_F(WindowTest, StartsReactsToKeysAndMouseSavesAndCloses)
{
    const Arguments size = {"--size", "1200x860", "--scale", "1"};
    Arguments arguments = view(size);
    arguments.insert(arguments.end(), {"--record", "recorded", "--prefix", "saved", "--json", "end.json", "--quiet"});
    RunningProgram program(folder(), arguments);
    ASSERT_TRUE(eventually([] { return xdotool("search --name 'gaugegl: lattice window' windowfocus"); }));
    ASSERT_TRUE(eventually([&] { return has("sweeps") || !recorded().empty(); }));

    // Keys: pause, then the slice, the charge, the picture.
    EXPECT_TRUE(eventually([&] { return xdotool("key space") && has("set paused on"); })) << recorded();
    EXPECT_TRUE(xdotool("key v"));
    EXPECT_TRUE(eventually([&] { return has("set view slice"); })) << recorded();
    EXPECT_TRUE(xdotool("key v key 5"));
    EXPECT_TRUE(eventually([&] { return has("set quantity charge"); })) << recorded();
    EXPECT_TRUE(xdotool("key p"));

    // Mouse: the picture turns, the wheel zooms.  Places are those of the window, wherever that is.
    const std::string window = "search --name 'gaugegl: lattice window' ";
    const auto to = [](int x, int y) {
        return "mousemove --window %1 " + std::to_string(x) + " " + std::to_string(y) + " sleep 0.3 ";
    };
    EXPECT_TRUE(xdotool(window + to(600, 430) + "mousedown 1 " + to(640, 450) + to(680, 470) + "mouseup 1"));
    EXPECT_TRUE(eventually([&] { return has("set yaw") && has("set pitch"); })) << recorded();
    EXPECT_TRUE(xdotool(window + to(600, 430) + "click 4"));
    EXPECT_TRUE(eventually([&] { return has("set distance"); })) << recorded();

    EXPECT_TRUE(xdotool("key F3"));
    EXPECT_TRUE(eventually([&] { return has("set charts off"); })) << recorded();
    EXPECT_TRUE(eventually([&] {
        for (const auto& entry : std::filesystem::directory_iterator(file("")))
            if (entry.path().filename().string().starts_with("saved-")) return true;
        return false;
    })) << "the picture of key P";

    // Another size, then the end.
    EXPECT_TRUE(xdotool("search --name 'gaugegl: lattice window' windowsize 700 500 sleep 0.5"));
    EXPECT_TRUE(program.running());
    EXPECT_TRUE(xdotool("key ctrl+q"));
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, success) << outcome.err; // an OpenGL error is one of the program
    EXPECT_EQ(outcome.err, "");
    const Json report = Json::parse(io::test::contents(file("end.json")));
    EXPECT_EQ(report["quantity"], "Topological charge density");
    EXPECT_GT(report["frames"].get<int>(), 20);
    EXPECT_EQ(report["message"], "");
}

TEST_F(WindowTest, AWindowWithoutADisplayIsAnErrorThatSaysSo)
{
    ::setenv("DISPLAY", ":99999", 1);
    const Outcome outcome = run(view({}));
    EXPECT_EQ(outcome.code, deviceFailure) << outcome.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "window", outcome.err);
}

} // namespace
} // namespace gaugegl::cli_test
