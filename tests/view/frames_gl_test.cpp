// Frames of the lattice window that do not wait: programs compiled one by one, two chains at once, the speed shown.
#include "support/device_fixture.h"
#include "view/run.h"

namespace gaugegl::view {
namespace {

class FramesTest : public testing::Test {
protected:
    void SetUp() override
    {
        if (!testing_support::sharedContext()) GTEST_SKIP() << "no OpenGL here";
    }

    /// Without a window, for so many seconds after the first programs were compiled; less where `seconds` is 0.
    static ViewOptions hidden(Group group, double seconds)
    {
        ViewOptions options;
        options.settings.run.lattice = {{4, 4, 4, 4}, group};
        options.settings.run.action.beta = group == Group::SU2 ? 2.3 : 5.8;
        options.window = false;
        options.width = 320;
        options.height = 240;
        options.context.debug = true;
        if (seconds > 0) options.measured = seconds;
        return options;
    }
};

TEST_F(FramesTest, CompileOneProgramEachAndSaySo)
{
    ViewOptions options = hidden(Group::SU2, 20);
    std::size_t programs = 0, most = 0, all = 0;
    bool said = false, drawn = false, steered = false, done = false;
    options.eachFrame = [&](App& app) {
        const std::size_t now = app.session().chain().field().device().programCount();
        const Compilation& compilation = app.session().compilation();
        if (programs > 0) most = std::max(most, now - programs); // the first frame has what the window itself needs
        programs = now;
        if (app.compiling()) {
            said = true;
            drawn = drawn || (!steered && app.session().maker().take().density);
            all = std::max(all, compilation.all());
            EXPECT_LE(compilation.done(), compilation.all());
            EXPECT_FALSE(compilation.next().empty());
            EXPECT_TRUE(app.session().chain().sweeps() == 0 || steered) << "nothing is computed meanwhile";
        } else if (app.session().chain().sweeps() >= 2 && !steered) {
            app.play(parseScript("set action symanzik\nset quantity charge\n", "script"));
            steered = true;
        } else if (steered) {
            done = app.session().maker().take().quantity == Quantity::Charge;
        }
    };
    options.interrupted = [&] { return done; };
    const ViewReport report = run(options);
    EXPECT_TRUE(said);
    EXPECT_TRUE(drawn) << "the start is seen while the programs of sweeps are compiled";
    EXPECT_TRUE(done) << "the new action and the new quantity were reached";
    EXPECT_LE(most, 1U);
    EXPECT_GT(all, 4U);
    EXPECT_EQ(report.run.action.type, ActionType::Symanzik);
}

/// The second chain is that which its group would have alone.
TEST_F(FramesTest, TwoGroupsAreTwoChainsAndTwoPictures)
{
    ViewOptions options = hidden(Group::SU2, 0);
    options.settings.both = true;
    options.settings.steering = options.settings.charts = false;
    options.after = 2;
    std::vector<Extrema> drawn;
    std::vector<Area> places;
    options.eachFrame = [&](App& app) {
        drawn.clear();
        places.clear();
        for (const auto& pane : app.panes()) {
            drawn.push_back(pane->scene.extrema());
            places.push_back(pane->area);
        }
    };
    const ViewReport both = run(options);
    ASSERT_EQ(both.chains.size(), 2U);
    ASSERT_EQ(places.size(), 2U);
    EXPECT_LE(places[0].high.x, places[1].low.x);
    EXPECT_FALSE(drawn[0] == drawn[1]);
    for (const ChainReport& chain : both.chains) {
        EXPECT_EQ(chain.sweeps, 2);
        ViewOptions alone = hidden(chain.run.lattice.group, 0);
        alone.settings.run.action.beta = chain.run.action.beta;
        alone.after = 2;
        EXPECT_EQ(run(alone).observables.plaquette, chain.observables.plaquette) << name(chain.run.lattice.group);
    }
}

TEST_F(FramesTest, RatesOfSweepsAndOfCopiesAreKnownInTheEnd)
{
    ViewOptions options = hidden(Group::SU2, 2);
    const ViewReport report = run(options);
    EXPECT_GT(report.rates.sweepsPerSecond, 0);
    EXPECT_GT(report.rates.bytesPerSecond, 0);
    EXPECT_GT(report.rates.copyBytesPerSecond, 0);
}

} // namespace
} // namespace gaugegl::view
