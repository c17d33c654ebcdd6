// Sessions, scripts, recordings and panels of the lattice window.
#include "gauge/host_fields.h"
#include "view/view_fixture.h"

#include "gaugegl/chain/ensemble.h"
#include "gl/context_lost.h"

#include <cmath>
#include <filesystem>

namespace gaugegl::view {
namespace {

TEST_F(ViewTest, ASavedSessionMakesTheSameLinksAgain)
{
    Settings settings = settingsOf(Group::SU2, "4x4x4x4");
    settings.run.update.thermalisation = 1;
    SteeredChain chain(device(), settings.run);
    for (int sweep = 0; sweep < 2; ++sweep)
        chain.sweep();
    WrittenFiles written(false);
    // Not steered: the run file alone makes it again.
    EXPECT_EQ(saveSession(file("first"), chain, settings, written).size(), 2U);
    const RunConfig run = loadRunConfig(file("first.toml"));
    EXPECT_EQ(run.update.thermalisation, 1) << "what is measured keeps its numbers";
    Ensemble again(device(), run);
    EXPECT_TRUE(runEnsemble(again, {}));
    EXPECT_TRUE(bits(again.field()) == bits(chain.field()));

    // Steered: its links are beside the run file.
    chain.heat();
    chain.sweep();
    EXPECT_EQ(saveSession(file("second"), chain, settings, written).size(), 3U);
    Ensemble from(device(), loadRunConfig(file("second.toml")));
    EXPECT_LT(testing_support::largestDifference(download(from.field()), download(chain.field())), 1e-6)
        << "files are projected";
    EXPECT_FALSE(loadScript(file("second.script")).empty());
    while (chain.betweenSweeps())
        chain.advance();
    EXPECT_THROW(saveSession(file("third"), chain, settings, written), InputError);
}

// Who waits for sweeps sees the numbers of the last one, however slow the device is.
TEST_F(ViewTest, NothingIsUpToDateBeforeTheLastSweepIsMeasured)
{
    Settings settings = settingsOf(Group::SU2, "4x4x4x4");
    settings.paused = true;
    Session session(device(), settings);
    session.finish(settings);
    ASSERT_TRUE(session.upToDate());
    session.request(1);
    while (!session.chain().measuring())
        session.chain().advance();

    EXPECT_FALSE(session.requested());
    EXPECT_FALSE(session.upToDate());
    while (!session.upToDate())
        session.work(settings, 0.01);
    EXPECT_EQ(session.chain().samples().size(), 1U);
}

TEST_F(ViewTest, AScriptWorksThePanelKeysAndMouse)
{
    Settings settings = settingsOf(Group::SU2, "4x4x4x4");
    ViewOptions options = hidden(settings);
    options.width = 1000;
    options.height = 900;
    const auto controls = run(options).controls;
    const auto& beta = controls.at("beta");
    const float y = (beta[1] + beta[3]) / 2;
    options.script = parseScript("sweeps 2\nkey v\nkey 5\nkey page-up\n"
                                 "drag " +
                                     std::to_string(int(beta[0] + 4)) + " " + std::to_string(int(y)) + " " +
                                     std::to_string(int(beta[2] - 3)) + " " + std::to_string(int(y)) + "\n" +
                                     "sweeps 1\nscroll 500 450 1\nframes 2\n",
                                 "script");
    std::optional<Settings> end;
    options.eachFrame = [&](App& app) { end = app.settings(); };
    const ViewReport report = run(options);
    EXPECT_EQ(report.sweeps, 3);
    EXPECT_NEAR(report.run.action.beta, 4.0, 0.1) << "the slider is at its right end";
    EXPECT_EQ(end->mode, ViewMode::Slice);
    EXPECT_EQ(end->quantity, Quantity::Charge);
    EXPECT_EQ(end->position[3], 2) << "a key and the wheel";
    EXPECT_EQ(report.message, "");
}

TEST_F(ViewTest, WhatIsNotPossibleIsAMessageAndChangesNothing)
{
    Settings settings = settingsOf(Group::SU2, "4x4x4x4");
    ViewOptions options = hidden(settings);
    options.script = parseScript("sweeps 2\nset lattice 200x200x200x200\nframes 1\n", "script");
    const ViewReport report = run(options);
    EXPECT_EQ(Lattice(report.run.lattice.extents).name(), "4x4x4x4");
    EXPECT_EQ(report.sweeps, 2) << "the chain is the old one";
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "at most fits", report.message);
    options.script = parseScript("sweeps 1\nset beta cold\n", "script");
    EXPECT_THROW(run(options), InputError);
    options.script.clear();
    options.settings.run.device.precision = Precision::Double;
    EXPECT_THROW(run(options), InputError);
}

TEST_F(ViewTest, ARecordingPlaysAgain)
{
    Settings settings = settingsOf(Group::SU2, "4x4x4x4");
    ViewOptions options = hidden(settings);
    options.recording = file("recorded");
    options.script = parseScript("sweeps 2\nkey 2\nset beta 3\nsweeps 3\nkey h\nsweeps 1\n", "script");
    const ViewReport first = run(options);
    options.recording.clear();
    options.script = loadScript(file("recorded"));
    options.after = first.sweeps > 5 ? 1 : 0; // what came after the last thing that was done
    const ViewReport second = run(options);
    EXPECT_EQ(first.sweeps, 6);
    EXPECT_EQ(second.quantity, Quantity::Magnetic);
    EXPECT_EQ(second.run.action.beta, 3);
    EXPECT_EQ(first.observables.plaquette, second.observables.plaquette);
}

/// Of every preset, with the panels as they are at the beginning; what is not yet compiled is not waited for.
TEST_F(ViewTest, AllControlsFitAWindowOfUsualSize)
{
    for (const Preset& preset : presets()) {
        ViewOptions options = hidden(Settings());
        options.preset = preset.word;
        options.width = 1280;
        options.height = 800;
        options.measured = 1000;
        int frames = 0;
        options.eachFrame = [&](App&) { ++frames; };
        options.interrupted = [&] { return frames >= 2; };
        const auto controls = run(options).controls;
        EXPECT_GE(controls.size(), 25U) << preset.word;
        for (const auto& [name, place] : controls) {
            EXPECT_LE(place[3], 800) << name << " of " << preset.word;
            EXPECT_LE(place[2], 290) << name << " of " << preset.word << ": the panel has 300 pixels and a scroll bar";
        }
    }
}

TEST_F(ViewTest, NothingKnownIsDrawnForLinksOfAFileUntilTheCouplingIsChosen)
{
    Settings settings = settingsOf(Group::SU2, "8x8x8x8");
    SteeredChain chain(device(), settings.run);
    EXPECT_TRUE(chartData(chain, true).published) << "at this coupling, of this lattice";
    EXPECT_FALSE(chartData(chain, false).published);
    EXPECT_FALSE(chartData(chain, false).expansion);

    chain.start();
    saveLinks(file("links.ildg"), chain);
    settings.run.update.start = Start::File;
    settings.run.update.file = file("links.ildg");
    settings.paused = true;
    takeStated(settings, {});
    ViewOptions options = hidden(settings);
    options.script = parseScript("frames 2\nset beta 2.5\nframes 1", "");
    std::vector<bool> unknown;
    options.eachFrame = [&](App& app) { unknown.push_back(app.settings().stated.has_value()); };
    const ViewReport report = run(options);
    ASSERT_GE(unknown.size(), 3U);
    EXPECT_TRUE(unknown.front());
    EXPECT_FALSE(unknown.back());
    EXPECT_EQ(report.action.beta, 2.5);
}

} // namespace
} // namespace gaugegl::view
