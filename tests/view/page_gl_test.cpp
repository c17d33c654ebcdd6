// What the web page has of the window, on a desktop's driver: settings, chains and numbers as texts.  tests/web has the browser.
#include "view/page.h"
#include "view/view_fixture.h"

#include <nlohmann/json.hpp>

namespace gaugegl::view {
namespace {

using Json = nlohmann::json;

class PageTest : public ViewTest {
protected:
    void SetUp() override
    {
        ViewTest::SetUp();
        if (IsSkipped()) return;
        page_.emplace(testing_support::sharedContext(), newPageSettings(true));
        page_->set({{"new", "1"}, {"group", "su2"}, {"lattice", "4x4x4x6"}, {"beta", "2.3"}, {"seed", "9"}});
    }

    /// Works until the chain stands.
    void sweeps(int number)
    {
        page_->perform("sweeps " + std::to_string(number));
        for (Json state = Json::parse(page_->state());
             state["parts"][0]["requested"] || !state["parts"][0]["up_to_date"] || state["parts"][0]["picture"] < 0;
             state = Json::parse(page_->state()))
            page_->work(0.01);
    }
    Json report() const { return Json::parse(page_->report()); }

    std::optional<Page> page_;
};

TEST_F(PageTest, ReportsTheChainOfTheProgram)
{
    sweeps(3);
    Settings settings = settingsOf(Group::SU2, "4x4x4x6");
    settings.run.action.beta = 2.3;
    settings.run.update.seed = 9;
    SteeredChain chain(device(), settings.run);
    for (int sweep = 0; sweep < 3; ++sweep)
        chain.sweep();
    const Json found = report();
    EXPECT_EQ(found["group"], "su2");
    EXPECT_EQ(found["lattice"], "4x4x4x6");
    EXPECT_EQ(found["beta"], 2.3);
    EXPECT_EQ(found["seed"], 9);
    EXPECT_EQ(found["sweep"], 3);
    EXPECT_EQ(found["plaquette"], chain.observables().plaquette);
    EXPECT_EQ(found["polyakov_loop"][0], chain.observables().polyakovLoop().real());
    EXPECT_TRUE(found["error"].is_null());

    const Json charts = Json::parse(page_->charts());
    EXPECT_EQ(charts["samples"].size(), 3U);
    EXPECT_EQ(charts["samples"][2][1], chain.observables().plaquette);
    page_->saveLinks(file("links.ildg"));
    EXPECT_EQ(io::openGaugeFile(file("links.ildg"))->header().lattice, Lattice({4, 4, 4, 6}));
}

TEST_F(PageTest, HasAnAddressThatMakesItAgain)
{
    page_->set({{"quantity", "charge"}, {"view", "slice"}, {"plane", "xt"}, {"yaw", "12"}});
    sweeps(2);
    const std::string address = page_->address();
    EXPECT_EQ(address, "group=su2&lattice=4x4x4x6&seed=9&beta=2.3&quantity=charge&view=slice&plane=xt&yaw=12&sweeps=2");
    page_->perform("heat"); // no longer what its seed makes
    sweeps(1);
    EXPECT_EQ(page_->address().find("sweeps="), std::string::npos);
}

TEST_F(PageTest, TakesFromTheFirstPresetWhatALinkDoesNotName)
{
    page_->set({{"new", "1"}, {"lattice", "4x4x4x4"}});

    EXPECT_EQ(report()["group"], "su2");
    EXPECT_EQ(Json::parse(page_->state())["settings"]["beta"], "2.15");
    page_->set({{"new", "1"}, {"seed", "4"}});
    EXPECT_EQ(Json::parse(page_->state())["settings"]["lattice"], "8x8x8x4");
    try {
        page_->set({{"lattice", "0x0x0x0"}, {"colour", "red"}});
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "colour", error.what())
            << "what there is no key for is refused first";
    }
}

TEST_F(PageTest, RefusesWhatIsImpossibleAndChangesNothing)
{
    sweeps(1);
    const std::string before = page_->report(), state = page_->state();
    EXPECT_THROW(page_->set({{"beta", "3"}, {"lattice", "32x4x4x4"}}), InputError);
    EXPECT_THROW(page_->set({{"lattice", "5x4x4x4"}}), InputError);
    EXPECT_THROW(page_->set({{"colour", "red"}}), InputError);
    EXPECT_THROW(page_->set({{"preset", "nothing"}}), InputError);
    EXPECT_THROW(page_->set({{"links", file("missing.ildg")}}), FileError);
    EXPECT_THROW(page_->perform("dance"), InputError);
    for (const char* sweeps : {"-3", "1e12", "2.5", "nan"})
        EXPECT_THROW(page_->perform(std::string("sweeps ") + sweeps), InputError) << sweeps;
    EXPECT_THROW(page_->perform("zoom -1"), InputError);
    EXPECT_THROW(page_->perform("quench"), InputError);
    EXPECT_EQ(page_->report(), before);
    EXPECT_EQ(page_->state(), state);
}

TEST_F(PageTest, GoesOnAfterALostContextWhereItWas)
{
    sweeps(2);
    page_->keep();
    const Json before = report();
    page_->restore(testing_support::sharedContext());
    EXPECT_EQ(report()["sweep"], 2);
    EXPECT_EQ(report()["plaquette"], before["plaquette"]);
    sweeps(1);
    const Json after = report();
    page_->perform("restart");
    sweeps(3);
    EXPECT_EQ(report()["plaquette"], after["plaquette"]) << "the random numbers go on too";
}

TEST_F(PageTest, GoesUpToTheSameSweepWhereNothingWasKept)
{
    sweeps(2);
    const Json before = report();
    page_->restore(testing_support::sharedContext());
    EXPECT_EQ(report()["sweep"], 0);
    for (int k = 0; k < 10000 && report()["sweep"] < 2; ++k)
        page_->work(0.01);
    EXPECT_EQ(report()["sweep"], 2);
    EXPECT_EQ(report()["plaquette"], before["plaquette"]);
}

TEST_F(PageTest, NamesItsChoices)
{
    const Json choices = Json::parse(Page::choices());
    EXPECT_EQ(choices["presets"].size(), presets().size());
    EXPECT_EQ(choices["groups"][0]["word"], "su2");
    for (const SettingText& one : textsOfPage({}))
        EXPECT_TRUE(choices["keys"].contains(one.name));
    for (const Preset& preset : presets()) {
        page_->set({{"preset", preset.word}});
        EXPECT_EQ(Json::parse(page_->state())["preset"], preset.word);
    }
}

} // namespace
} // namespace gaugegl::view
