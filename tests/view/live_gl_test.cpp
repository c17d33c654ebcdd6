// A real window in this process, so that its context can be lost, and sanitizers see what it leaves behind.
#include "support/device_fixture.h"
#include "support/display.h"
#include "view/run.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace gaugegl::view {
namespace {

using testing_support::xdotool;

class LiveWindowTest : public testing::Test {
protected:
    void SetUp() override
    {
        if (!testing_support::sharedContext()) GTEST_SKIP() << "no OpenGL here";
        display_ = testing_support::Display::open();
        if (!display_) GTEST_SKIP() << "no Xvfb or no xdotool";
    }
    void TearDown() override { glfwTerminate(); } // before its display goes

    static ViewOptions small()
    {
        ViewOptions options;
        options.settings.run.lattice = {{4, 4, 4, 4}, Group::SU2};
        options.settings.run.action.beta = 2.3;
        options.width = 640;
        options.height = 480;
        return options;
    }
    std::string file(const std::string& name) const { return folder_.file(name); }

private:
    std::unique_ptr<testing_support::Display> display_;
    io::test::TemporaryFolder folder_;
};

TEST_F(LiveWindowTest, DrawsReactsSavesAndCloses)
{
    ViewOptions options = small();
    options.recording = file("recorded");
    options.prefix = file("saved");
    int frames = 0;
    bool charge = false, slice = false, ends = false;
    options.eachFrame = [&](App& app) {
        if (app.session().chain().sweeps() < 2) return;
        const std::string window = "search --name 'gaugegl: lattice window' ";
        const int step = frames++;
        if (step == 0) {
            EXPECT_TRUE(xdotool(window + "windowfocus mousemove --window %1 450 240 mousedown 1 mousemove --window %1 "
                                         "480 260 mouseup 1 click 4 key 5 key p"));
            app.play(parseScript("save-links " + file("links.ildg") + "\nsave-session " + file("session") + "\n", ""));
        }
        charge = charge || app.session().maker().take().quantity == Quantity::Charge;
        if (charge && !slice) xdotool("key v");
        slice = slice || app.settings().mode == ViewMode::Slice;
        if (slice) ends = ends || xdotool("key ctrl+q");
    };
    constexpr int enough = 2000;
    options.interrupted = [&] { return frames > enough; };
    const ViewReport report = run(options);
    EXPECT_FALSE(report.interrupted) << "keys and mouse did not arrive";
    EXPECT_TRUE(ends);
    EXPECT_EQ(report.message, "");
    EXPECT_TRUE(std::filesystem::exists(file("links.ildg")));
    EXPECT_TRUE(std::filesystem::exists(file("session.toml")));
    EXPECT_NE(io::test::contents(file("recorded")).find("\nset distance"), std::string::npos) << "the wheel";
}

// What was chosen is on the screen, without the picture of the chain before, while its programs are not yet compiled.
TEST_F(LiveWindowTest, ShowsANewChainBeforeItWorksOnIt)
{
    ViewOptions options = small();
    int frames = 0; // of the new chain
    bool asked = false;
    options.eachFrame = [&](App& app) {
        const Session& session = app.session();
        if (!asked && session.chain().sweeps() > 0) {
            asked = true;
            app.play(parseScript("set group su3\n", ""));
        } else if (session.chain().run().lattice.group == Group::SU3 && ++frames <= 2) {
            EXPECT_FALSE(app.compiling()) << frames;
            EXPECT_EQ(session.chain().sweeps(), 0);
            EXPECT_FALSE(session.maker().take().density);
        } else if (frames == 3)
            app.play(parseScript("quit\n", ""));
    };
    EXPECT_FALSE(run(options).interrupted);
    EXPECT_GE(frames, 3);
}

GLenum APIENTRY lostContext() { return GL_INNOCENT_CONTEXT_RESET; }

TEST_F(LiveWindowTest, ALostContextIsANewWindowAndAMessage)
{
    ViewOptions options = small();
    options.recording = file("recorded");
    int frames = 0;
    bool again = false;
    options.eachFrame = [&](App& app) {
        const gl::Functions& gl = app.session().chain().field().device().gl();
        if (++frames == 5)
            const_cast<gl::Functions&>(gl).GetGraphicsResetStatus.load(reinterpret_cast<void*>(lostContext));
        again = frames > 5 && !app.message().empty();
    };
    options.interrupted = [&] { return again; };
    const ViewReport report = run(options);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "innocent context reset", report.message);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "opened again", report.message);
    const std::string recorded = io::test::contents(file("recorded"));
    EXPECT_NE(recorded.find("set charts"), std::string::npos);
    EXPECT_NE(recorded.find("\nrestart"), std::string::npos) << "the recording goes on";

    // A driver that loses every context ends the program, with the reason.
    frames = 0;
    options.eachFrame = [&](App& app) {
        const gl::Functions& gl = app.session().chain().field().device().gl();
        const_cast<gl::Functions&>(gl).GetGraphicsResetStatus.load(reinterpret_cast<void*>(lostContext));
        ++frames;
    };
    EXPECT_THROW(run(options), DeviceError);
    EXPECT_EQ(frames, 4) << "three new windows, not more";
}

} // namespace
} // namespace gaugegl::view
