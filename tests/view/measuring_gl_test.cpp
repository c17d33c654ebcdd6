// What the lattice window measures beside the plaquette: records, figures with errors, and a chain that waits.
#include "view/view_fixture.h"

#include "base/thread_stop.h"
#include "gaugegl/chain/ensemble.h"

#include <algorithm>

namespace gaugegl::view {
namespace {

Settings measuredSettings(const std::vector<std::pair<std::string, std::string>>& values)
{
    Settings settings = settingsOf(Group::SU2, "4x4x4x4");
    for (const auto& [key, value] : values)
        set(settings, key, value);
    return settings;
}

TEST(ViewMeasurements, AKeyOfAMeasurementSwitchesItOn)
{
    Settings settings = measuredSettings({{"flow.time", "2"}, {"spectrum.source", "point:0,0,0,0 wall:1"}});
    EXPECT_EQ(settings.run.flow->time, 2);
    EXPECT_EQ(settings.run.flow->every, 10) << "the usual number";
    EXPECT_EQ(settings.run.spectrum->sources.size(), 2U);
    Settings again = settingsOf(Group::SU2, "4x4x4x4");
    for (const SettingText& one : textsOf(settings))
        set(again, one.name, one.text);
    EXPECT_TRUE(differences(settings, again).empty());
    set(settings, "flow", "off");
    EXPECT_FALSE(settings.run.flow);
    EXPECT_EQ(differences(again, settings), (std::vector<SettingText>{{"flow", "off", Effect::Measure}}));
    EXPECT_THROW(set(settings, "flow.speed", "2"), InputError);
    EXPECT_THROW(set(settings, "flow.time", "-2"), InputError);
}

class MeasuringTest : public ViewTest {
protected:
    /// What the window measures in so many sweeps.
    static AllMeasured measured(const Settings& settings, int sweeps)
    {
        ViewOptions options = hidden(settings);
        options.after = sweeps;
        return run(options).measured;
    }
};

/// The configurations of the ensemble, measured on the device that made them.
TEST_F(MeasuringTest, TheRecordsAreThoseOfTheConfigurationsOfARun)
{
    const Settings settings = measuredSettings({{"flow.time", "0.4"}, {"flow.every", "2"}});
    const AllMeasured found = measured(settings, 40);
    ASSERT_EQ(found.size(), 1U);
    const measure::Records& records = found[0]->records;
    ASSERT_EQ(records.size(), 20U);

    Ensemble ensemble(device(), settings.run);
    const auto flow = std::ranges::find(measure::kinds(), std::string("flow"), [](const measure::Kind& kind) {
                          return std::string(kind.name);
                      })->make(settings.run);
    for (int sweep = 1; sweep <= 40; ++sweep) {
        ensemble.sweep();
        if (sweep % 2 != 0) continue;
        const auto record = flow->measure({&ensemble.field(), sweep, sweep, ensemble.key()});
        const measure::Record& shown = records.all[std::size_t(sweep / 2 - 1)];
        EXPECT_EQ(shown.sweep, sweep);
        for (std::size_t array = 0; array < record->arrays.size(); ++array)
            for (std::size_t k = 0; k < record->arrays[array].size(); ++k)
                EXPECT_NEAR(shown.arrays[array][k], record->arrays[array][k], 1e-5) << "kernels of another path";
    }

    // The figure is what the results say, with errors.
    const report::FigureData& energy = found[0]->figures.at(0);
    EXPECT_EQ(energy.xLabel, "flow time t / a\xc2\xb2");
    const report::Curve& clover = energy.curves.at(0);
    for (std::size_t k = 1; k < clover.x.size(); ++k) {
        const auto& result = found[0]->results["flow"][k]["t2E_clover"];
        EXPECT_EQ(clover.y[k], result["mean"].get<double>());
        EXPECT_EQ(clover.error[k], result["error"].get<double>());
        EXPECT_GT(clover.error[k], 0);
    }
}

TEST_F(MeasuringTest, ASectionThatIsNotCompleteSaysWhatIsMissingAndTheChainGoesOn)
{
    const Settings settings = measuredSettings({{"flow", "on"}, {"smearing.every", "2"}});
    ViewOptions options = hidden(settings);
    options.after = 4;
    std::vector<std::string> lines;
    options.eachFrame = [&](App& app) { lines = app.measuring().lines(); };
    const ViewReport report = run(options);
    EXPECT_EQ(report.sweeps, 4);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "time = 0 in [flow]", lines[0]);
    EXPECT_EQ(lines[1], "smearing: 2 configurations");
    ASSERT_EQ(report.measured.size(), 1U);
}

TEST_F(MeasuringTest, WhatWasMeasuredBeforeTheChainWasSteeredIsForgotten)
{
    ViewOptions options = hidden(measuredSettings({{"smearing.every", "2"}}));
    options.script = parseScript("sweeps 4\nset beta 2.5\nsweeps 6\n", "script");
    const AllMeasured found = run(options).measured;
    ASSERT_EQ(found.size(), 1U);
    ASSERT_EQ(found[0]->records.size(), 3U);
    EXPECT_EQ(found[0]->records.all[0].sweep, 6);
}

/// No sweep was made before, and none between the two.
TEST_F(MeasuringTest, AChainThatWasSteeredBeforeItsFirstSweepIsMeasuredWithItsOwnCoupling)
{
    Settings settings = measuredSettings({{"loops.multihit", "on"}, {"loops.every", "1"}});
    ViewOptions options = hidden(settings);
    options.script = parseScript("set beta 3\nset beta 1.2\nsweeps 1\n", "script");
    const AllMeasured found = run(options).measured;
    ASSERT_EQ(found.size(), 1U);
    ASSERT_EQ(found[0]->records.size(), 1U);

    settings.run.action.beta = 1.2;
    Ensemble ensemble(device(), settings.run);
    ensemble.sweep();
    const auto loops = std::ranges::find(measure::kinds(), std::string("loops"), [](const measure::Kind& kind) {
                           return std::string(kind.name);
                       })->make(settings.run);
    const auto record = loops->measure({&ensemble.field(), 1, 1, ensemble.key()});
    const std::vector<std::vector<double>>& shown = found[0]->records.all[0].arrays;
    ASSERT_EQ(shown.size(), record->arrays.size());
    for (std::size_t array = 0; array < shown.size(); ++array)
        for (std::size_t k = 0; k < shown[array].size(); ++k)
            EXPECT_NEAR(shown[array][k], record->arrays[array][k], 1e-5);
}

TEST_F(MeasuringTest, RecordsOfARunAreShownUntilTheChainIsChanged)
{
    ViewOptions options = hidden(measuredSettings({}));
    options.records = {std::make_shared<Measured>(Measured{"flow", "of a run"})};
    const auto shown = [&](const std::string& script) {
        options.script = parseScript(script, "script");
        return run(options).measured.size();
    };
    EXPECT_EQ(shown("sweeps 1\n"), 1U);
    for (const char* change : {"set beta 2.5", "restart", "heat", "quench 1", "freeze", "set group su3"})
        EXPECT_EQ(shown(std::string(change) + "\nsweeps 1\n"), 0U) << change;
    options.sets = {{"beta", "2.5"}};
    EXPECT_EQ(shown("sweeps 1\n"), 0U);
}

TEST(ViewMeasurements, AnEmptyValueIsAChange)
{
    const Settings before = measuredSettings({{"spectrum.source", "point:0,0,0,0"}});
    Settings after = before;
    const Action action = parseAction("set spectrum.source", "");
    set(after, action.words[0], action.words[1]);
    EXPECT_TRUE(after.run.spectrum->sources.empty());
    EXPECT_EQ(differences(before, after), (std::vector<SettingText>{{"spectrum.source", "", Effect::Measure}}));
}

/// Loops in all directions of space take long: they end between two paths.
TEST_F(MeasuringTest, LoopsEndWhenTheyAreStopped)
{
    const Settings settings = measuredSettings({{"loops.off_axis", "on"}, {"loops.every", "1"}});
    Ensemble ensemble(device(), settings.run);
    const auto loops = std::ranges::find(measure::kinds(), std::string("loops"), [](const measure::Kind& kind) {
                           return std::string(kind.name);
                       })->make(settings.run);
    const measure::Configuration configuration{&ensemble.field(), 1, 1, ensemble.key()};
    std::atomic<bool> flag = true;
    {
        const ThreadStop stopped(flag);
        EXPECT_FALSE(loops->measure(configuration));
    }
    const auto record = loops->measure(configuration);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->arrays, loops->measure(configuration)->arrays) << "nothing is left of the stopped ones";
}

/// A flow that takes minutes is ended within a frame or two, and the frames go on meanwhile.
TEST_F(MeasuringTest, ALongMeasurementIsShownAndCanBeStopped)
{
    ViewOptions options =
        hidden(measuredSettings({{"flow.time", "3000"}, {"flow.record", "1000"}, {"flow.every", "1"}}));
    options.measured = 60;
    int frames = 0, sweeps = 0;
    bool said = false, stopped = false;
    options.eachFrame = [&](App& app) {
        const std::vector<std::string> lines = app.measuring().lines();
        if (app.measuring().busy() && !lines.empty() && ++frames == 20) {
            said = lines[0].find("sweep 1 under way") != std::string::npos;
            sweeps = app.session().chain().sweeps();
            app.play(parseScript("stop-measuring\n", "script"));
        }
        stopped = frames >= 20 && !app.settings().run.flow && app.session().chain().sweeps() > 3;
    };
    options.interrupted = [&] { return stopped; };
    const ViewReport report = run(options);
    EXPECT_TRUE(said);
    EXPECT_LE(sweeps, 2) << "the chain waits for what is due";
    EXPECT_TRUE(stopped) << "and goes on";
    EXPECT_TRUE(report.measured.empty());
}

} // namespace
} // namespace gaugegl::view
