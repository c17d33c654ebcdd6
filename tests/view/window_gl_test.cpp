// The program's command `view`: pictures without a window, and a real window on a display of its own (Xvfb), with the
// mouse and the keyboard of xdotool.
#include "cli/program.h"
#include "support/device_fixture.h"
#include "support/display.h"

#include <cmath>
#include <cstdlib>
#include <thread>

namespace gaugegl::cli_test {
namespace {

using testing_support::xdotool;

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
    EXPECT_EQ(result["beta"], 2.3);
    EXPECT_EQ(result["message"], "");
}

TEST_F(ViewProgramTest, ThePlaquetteIsThatOfTheSavedLinksAndOfTheSavedRun)
{
    io::test::save(file("script"), "sweeps 4\nsave-links links.ildg\nsave-session session\n");
    const Json shown = json(view({"--hidden", "--script", "script"}));
    const Json looked = json({"view", "links.ildg", "--hidden"});
    EXPECT_EQ(looked["beta"], 2.3) << "the header says so";
    EXPECT_EQ(looked["c1"], 0);
    EXPECT_NEAR(looked["plaquette"].get<double>(), shown["plaquette"].get<double>(), 1e-6);
    const Json measured = json({"measure", "links.ildg"});
    EXPECT_NEAR(shown["plaquette"].get<double>(), measured["configurations"][0]["plaquette"].get<double>(), 1e-8)
        << "the file is projected, the screen in single precision";
    const Json again = json({"run", "session.toml", "--output", "again", "--set", "output.plots=false"});
    EXPECT_TRUE(exists("again/session.00004.ildg")) << "the run ends with the links on the screen";
    const Json same = json({"measure", "again/session.00004.ildg"});
    EXPECT_EQ(same["configurations"][0]["plaquette"], measured["configurations"][0]["plaquette"]);
    const Json seen = json({"view", "session.toml", "--script", "session.script", "--hidden"});
    EXPECT_EQ(seen["sweeps"], 4);
    EXPECT_EQ(seen["plaquette"], shown["plaquette"]);
}

TEST_F(ViewProgramTest, WhatIsMeasuredInTheWindowIsWhatARunMeasures)
{
    const Arguments measured = {"--set", "flow.time=0.4",         "--set", "flow.every=1",
                                "--set", "smearing.steps=4",      "--set", "smearing.every=4",
                                "--set", "condensate.kappa=0.12", "--set", "condensate.every=4",
                                "--set", "condensate.vectors=2"};
    Arguments shown = view({"--hidden", "--script", "script"});
    shown.insert(shown.end(), measured.begin(), measured.end());
    io::test::save(file("script"), "sweeps 20\nsave-session session\n");

    const Json window = json(shown)["measured"];
    run({"run", "session.toml", "--output", "again", "--set", "output.plots=false"});

    const Json results = Json::parse(io::test::contents(file("again/results.json")));
    for (const char* name : {"flow", "smearing", "condensate"})
        EXPECT_EQ(window[name], results[name]) << name;
    EXPECT_EQ(window["flow"]["configurations"], 20);
    EXPECT_GT(window["flow"]["flow"][2]["t2E_clover"]["error"].get<double>(), 0);

    // The folder of a run is looked at with its records.
    const Json looked = json({"view", "again", "--screenshot", "again.png"});
    EXPECT_EQ(looked["sweeps"], 0);
    EXPECT_EQ(looked["measured"], window) << "of the records in the folder";
    EXPECT_TRUE(exists("again.png"));
}

TEST_F(ViewProgramTest, WrongInputIsAnErrorThatNamesIt)
{
    expectError(run(view({"--hidden", "--set", "quantity=mass"})), inputFailure, {"quantity", "mass", "charge"});
    expectError(run({"view", "--hidden", "--preset", "warm"}), inputFailure, {"warm", "instantons"});
    expectError(run({"view", "missing.ildg", "--hidden"}), inputFailure, {"missing.ildg"});
    io::test::save(file("script"), "sweeps 1\njump\n");
    expectError(run(view({"--hidden", "--script", "script"})), inputFailure, {"script:2", "jump"});
    io::test::save(file("script"), "sweeps 1\nkey jump\n");
    expectError(run(view({"--hidden", "--script", "script"})), inputFailure,
                {"script:2: there is no key 'jump'; there are ", "page-up", ", letters and digits"});
    expectError(run(view({"--hidden", "--set", "lattice=200x200x200x200"})), deviceFailure, {"200", "at most fits"});
    expectError(run(view({"--hidden", "--size", "10x10"})), inputFailure, {"10x10"});
    expectError(run(view({"--screenshot", "x.jpg"})), inputFailure, {"--screenshot", "x.jpg", ".png"});
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

/// A script may be anybody's.
TEST_F(ViewProgramTest, AScriptReplacesNothingUnasked)
{
    for (const char* name : {"old.png", "old.ildg", "old.toml", "old.script", "film.000002.png"})
        io::test::save(file(name), "old");
    io::test::save(file("precious"), "old");
    std::filesystem::create_symlink("precious", file("link.png"));
    for (const char* line : {"screenshot old.png", "save-links old.ildg", "save-session old",
                             "record film\nsweeps 1\nsweeps 1\nframes 2", "screenshot link.png"}) {
        io::test::save(file("script"), std::string("sweeps 1\n") + line + "\nframes 2\n");
        expectError(run(view({"--hidden", "--script", "script", "--size", "64x64"})), inputFailure,
                    {"script:2: ", "is there already; start with --overwrite"});
    }
    for (const char* name : {"old.png", "old.ildg", "old.toml", "old.script", "film.000002.png", "precious"})
        EXPECT_EQ(io::test::contents(file(name)), "old") << name;
    EXPECT_FALSE(exists("old-run"));

    io::test::save(file("script"), "sweeps 1\nscreenshot old.png\nsave-links old.ildg\nsave-session old\nframes 2\n");
    EXPECT_EQ(run(view({"--hidden", "--script", "script", "--size", "64x64", "--overwrite"})).code, success);
    EXPECT_EQ(sizeOf("old.png"), (std::array<int, 2>{64, 64}));
    EXPECT_NE(io::test::contents(file("old.script")), "old");
    EXPECT_EQ(run(view({"--screenshot", "old.png", "--size", "80x64"})).code, success) << "the user named it";
    EXPECT_EQ(sizeOf("old.png"), (std::array<int, 2>{80, 64}));
    io::test::save(file("script"), "sweeps 1\nscreenshot new.png\nsweeps 1\nscreenshot new.png\nframes 2\n");
    EXPECT_EQ(run(view({"--hidden", "--script", "script", "--size", "64x64"})).code, success) << "what it made itself";
}

TEST_F(ViewProgramTest, AFullDiskIsNoWrongUsage)
{
    io::test::save(file("script"), "sweeps 1\nscreenshot a.png\nframes 2\n");
    const std::vector<Arguments> commands = {{"--hidden", "--script", "script"},
                                             {"--screenshot", "a.png"},
                                             {"--hidden", "--record", "recorded", "--after", "1"}};
    const std::vector<std::vector<std::string>> words = {{"script:2: a.png: cannot be written: File too large"},
                                                         {"--screenshot: a.png: cannot be written: File too large"},
                                                         {"recorded: cannot be written: "}};
    for (std::size_t k = 0; k < commands.size(); ++k)
        expectError(runWithRoomFor(600, folder(), view(commands[k])), diskFailure, words[k]);
    EXPECT_FALSE(exists("a.png"));
}

/// An ffmpeg that makes a film of what it is told, and writes down how it was called.
TEST_F(ViewProgramTest, FfmpegGetsNoNameThatItCouldTakeForSomethingElse)
{
    std::filesystem::create_directories(file("bin"));
    io::test::save(file("bin/ffmpeg"), "#!/bin/sh\nprintf '%s\\n' \"$@\" >'" + file("words") +
                                           "'\nfor last; do :; done\nls .. >>'" + file("words") +
                                           "'\necho film >\"$last\"\n");
    std::filesystem::permissions(file("bin/ffmpeg"), std::filesystem::perms::owner_all);
    io::test::save(file("script"), "record http:100%d\nsweeps 1\nsweeps 1\nframes 1\nstop\nframes 3\n");
    const Arguments words = {"/usr/bin/env", "PATH=" + file("bin") + ":/usr/bin:/bin"};

    const Outcome outcome =
        RunningProgram(folder(), view({"--hidden", "--script", "script", "--size", "64x64"}), words).wait();

    EXPECT_EQ(outcome.code, success) << outcome.err;
    EXPECT_EQ(io::test::contents(file("http:100%d.mp4")), "film\n");
    const std::string said = io::test::contents(file("words"));
    EXPECT_NE(said.find("\n../http:100%%d.%06d.png\n"), std::string::npos) << said;
    EXPECT_NE(said.find("\nfilm.mp4\n"), std::string::npos) << said;
    for (const auto& entry : std::filesystem::directory_iterator(file("")))
        EXPECT_FALSE(entry.path().filename().string().starts_with(".gaugegl-film")) << entry;
}

TEST_F(ViewProgramTest, AnInterruptEndsTheSweepsBeforeAPictureAndIsReported)
{
    io::test::save(file("script"), "sweeps 2\nframes 1\nscreenshot a.png\nsweeps 1000000000\n");
    RunningProgram program(folder(), view({"--hidden", "--script", "script", "--json", "end.json", "--size", "64x64"}));
    for (int i = 0; i < 600 && !exists("a.png"); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    program.interrupt();
    EXPECT_EQ(program.wait().code, interruptedExit);
    EXPECT_GT(Json::parse(io::test::contents(file("end.json")))["sweeps"].get<int>(), 2);
}

class WindowTest : public ViewProgramTest {
protected:
    void SetUp() override
    {
        ViewProgramTest::SetUp();
        if (IsSkipped()) return;
        display_ = testing_support::Display::open();
        if (!display_) GTEST_SKIP() << "no Xvfb or no xdotool";
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

    /// Starts the program with a window and a recording, and waits until it has drawn its first picture.
    std::unique_ptr<RunningProgram> opened(const Arguments& more)
    {
        Arguments arguments = view({"--record", "recorded", "--prefix", "saved", "--json", "end.json", "--quiet"});
        arguments.insert(arguments.end(), more.begin(), more.end());
        auto program = std::make_unique<RunningProgram>(folder(), arguments);
        EXPECT_TRUE(eventually([] { return xdotool(window + "windowfocus"); }));
        // A key that is seen means that frames are drawn; paused, so that nothing moves by itself.
        EXPECT_TRUE(eventually([&] { return xdotool("key space sleep 1") && has("set paused on"); })) << recorded();
        return program;
    }

    /// Where the controls are in a window of this size.
    Json controls(Arguments more)
    {
        io::test::save(file("frames"), "frames 2\n");
        more.insert(more.end(), {"--hidden", "--script", "frames"});
        return json(view(more))["controls"];
    }

    /// What the window has recorded so far.
    std::string recorded() const { return exists("recorded") ? io::test::contents(file("recorded")) : ""; }
    /// Whether the recording has a line that begins so below the settings at the beginning.
    bool has(const std::string& line) const
    {
        const std::string text = recorded();
        const auto end = text.find("set charts");
        return end != std::string::npos && text.find("\n" + line, end) != std::string::npos;
    }
    /// The last value that was recorded of a setting.
    double last(const std::string& setting) const
    {
        const std::string text = recorded(), words = "\nset " + setting + " ";
        const auto at = text.rfind(words);
        return at == std::string::npos ? NAN : std::atof(text.c_str() + at + words.size());
    }

    /// Presses the button at a part of the width of a control and moves it to another one, `pause` between the steps.
    static bool drag(const Json& control, double from, double to, const std::string& pause)
    {
        const auto place = [&](double part) {
            const double left = control[0], right = control[2], top = control[1], bottom = control[3];
            return "mousemove --window %1 " + std::to_string(int(left + part * (right - left))) + " " +
                   std::to_string(int((top + bottom) / 2)) + pause;
        };
        return xdotool(window + place(from) + " mousedown 1" + pause + " " + place(to) + " mouseup 1" + pause);
    }

    static inline const std::string window = "search --name 'gaugegl: lattice window' ";

private:
    std::unique_ptr<testing_support::Display> display_;
};

TEST_F(WindowTest, StartsReactsToKeysMouseAndSlidersSavesAndCloses)
{
    const Arguments size = {"--size", "1200x860", "--scale", "1"};
    const Json place = controls(size);
    const auto program = opened(size);

    // Keys: the slice, the charge, the picture.
    EXPECT_TRUE(xdotool("key v"));
    EXPECT_TRUE(eventually([&] { return has("set view slice"); })) << recorded();
    EXPECT_TRUE(xdotool("key v key 5"));
    EXPECT_TRUE(eventually([&] { return has("set quantity charge"); })) << recorded();
    EXPECT_TRUE(xdotool("key p"));

    // Mouse: the picture turns, the wheel zooms.  Places are those of the window, wherever that is.
    const auto to = [](int x, int y) {
        return "mousemove --window %1 " + std::to_string(x) + " " + std::to_string(y) + " sleep 0.3 ";
    };
    EXPECT_TRUE(xdotool(window + to(600, 430) + "mousedown 1 " + to(640, 450) + to(680, 470) + "mouseup 1"));
    EXPECT_TRUE(eventually([&] { return has("set yaw") && has("set pitch"); })) << recorded();
    EXPECT_TRUE(xdotool(window + to(600, 430) + "click 4"));
    EXPECT_TRUE(eventually([&] { return has("set distance"); })) << recorded();

    // Sliders, by a slow hand and by one that is faster than the frames; other controls have appeared since.
    EXPECT_TRUE(drag(place["beta"], 0.5, 0.98, " sleep 0.3"));
    EXPECT_TRUE(eventually([&] { return last("beta") > 3.9; })) << recorded();
    EXPECT_TRUE(drag(place["overrelaxation"], 0.25, 0.97, ""));
    EXPECT_TRUE(eventually([&] { return last("overrelaxation") == 10; })) << recorded();
    // Ctrl and a click: the number is typed.
    EXPECT_TRUE(xdotool(window + to(int(place["beta"][0]) + 20, int(place["beta"][1]) + 8) +
                        "keydown ctrl sleep 0.2 click 1 sleep 0.2 keyup ctrl sleep 0.2"));
    EXPECT_TRUE(xdotool("type --delay 100 2.71") && xdotool("key Return"));
    EXPECT_TRUE(eventually([&] { return last("beta") == 2.71; })) << recorded();
    // Keys are text until the frame after Return.
    EXPECT_TRUE(eventually([&] { return xdotool("key F3 sleep 0.1") && has("set charts off"); })) << recorded();
    EXPECT_TRUE(eventually([&] {
        for (const auto& entry : std::filesystem::directory_iterator(file("")))
            if (entry.path().filename().string().starts_with("saved-")) return true;
        return false;
    })) << "the picture of key P";

    // Another size, in which the slider still is where it was; then the end.
    EXPECT_TRUE(xdotool(window + "windowsize 700 500 sleep 0.5"));
    EXPECT_TRUE(drag(place["beta"], 0.7, 0.03, " sleep 0.3"));
    EXPECT_TRUE(eventually([&] { return last("beta") < 0.3; })) << recorded();
    EXPECT_TRUE(xdotool("key ctrl+q"));
    const Outcome outcome = program->wait();
    EXPECT_EQ(outcome.code, success) << outcome.err; // an OpenGL error is one of the program
    EXPECT_EQ(outcome.err, "");
    const Json report = Json::parse(io::test::contents(file("end.json")));
    EXPECT_EQ(report["quantity"], "Topological charge density");
    EXPECT_GT(report["frames"].get<int>(), 20);
    EXPECT_EQ(report["message"], "");
}

TEST_F(WindowTest, AMeasurementIsSwitchedOnShownAndSwitchedOff)
{
    const Arguments size = {"--size", "1200x860", "--scale", "1"};
    io::test::save(file("frames"), "frames 2\nclick 60 " +
                                       std::to_string(int(controls(size)["Measurements"][1].get<double>()) + 8) +
                                       "\nframes 2\n");
    Arguments opens = size;
    opens.insert(opens.end(), {"--hidden", "--script", "frames"});
    const Json place = json(view(opens))["controls"];
    const auto program = opened(size);

    EXPECT_TRUE(drag(place["Measurements"], 0.2, 0.2, " sleep 0.3"));
    EXPECT_TRUE(drag(place["smearing"], 0.1, 0.1, " sleep 0.3"));
    EXPECT_TRUE(eventually([&] { return has("set smearing on") && has("set smearing.every 10"); })) << recorded();
    EXPECT_TRUE(xdotool("key space sleep 2"));
    EXPECT_TRUE(xdotool("key ctrl+q"));

    const Outcome outcome = program->wait();
    EXPECT_EQ(outcome.code, success) << outcome.err;
    const Json report = Json::parse(io::test::contents(file("end.json")));
    EXPECT_GE(report["measured"]["smearing"]["configurations"].get<int>(), 1) << report["sweeps"];
}

TEST_F(WindowTest, OnAScreenOfHighResolutionEverythingIsTwiceAsLarge)
{
    const Json usual = controls({"--size", "640x430", "--scale", "1"}),
               place = controls({"--size", "1280x860", "--scale", "2"});
    for (const int edge : {0, 1, 2, 3})
        EXPECT_NEAR(place["beta"][std::size_t(edge)].get<double>(), 2 * usual["beta"][std::size_t(edge)].get<double>(),
                    30)
            << edge;
    const auto program = opened({"--size", "1280x860", "--scale", "2"});
    EXPECT_TRUE(drag(place["su3"], 0.1, 0.1, " sleep 0.2"));
    EXPECT_TRUE(eventually([&] { return has("set group su3"); })) << recorded();
    EXPECT_TRUE(xdotool("key ctrl+q"));
    EXPECT_EQ(program->wait().code, success);
}

/// Without a window manager nobody minimises; an unmapped window is what a minimised one is to the program.
TEST_F(WindowTest, TheChainGoesOnWhileNothingOfTheWindowIsSeen)
{
    const auto program = opened({"--size", "640x480"});
    EXPECT_TRUE(xdotool("search --name 'gaugegl: lattice window' windowunmap sleep 0.5"));
    EXPECT_TRUE(program->running());
    EXPECT_TRUE(xdotool("search --all --name 'gaugegl: lattice window' windowmap sleep 0.5 windowfocus"));
    EXPECT_TRUE(eventually([&] { return xdotool("key F3") && has("set charts off"); })) << recorded();
    EXPECT_TRUE(eventually([&] { return xdotool("key ctrl+q sleep 0.2") && !program->running(); }));
    const Outcome outcome = program->wait();
    EXPECT_EQ(outcome.code, success) << outcome.err;
    const Json report = Json::parse(io::test::contents(file("end.json")));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "sweeps unseen", report["note"]);
}

TEST_F(WindowTest, AWindowWithoutADisplayIsAnErrorThatSaysSo)
{
    ::setenv("DISPLAY", ":99999", 1);
    const Outcome outcome = run(view({}));
    EXPECT_EQ(outcome.code, deviceFailure) << outcome.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "window", outcome.err);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "--screenshot", outcome.err);
}

} // namespace
} // namespace gaugegl::cli_test
