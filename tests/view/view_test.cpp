// What of the lattice window needs no OpenGL: settings, presets, scripts, colours, camera, PNG files.
#include "view/actions.h"
#include "view/charts.h"
#include "view/colour_map.h"
#include "view/compilation.h"
#include "view/keys.h"
#include "view/plot.h"
#include "view/png.h"
#include "view/settings.h"
#include "view/texts.h"
#include "view/window_input.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <zlib.h>

namespace gaugegl::view {
namespace {

Settings runnable()
{
    Settings settings;
    set(settings, "lattice", "8x8x8x4");
    set(settings, "beta", "2.4");
    return settings;
}

TEST(ViewSettings, EveryTextSetsWhatItSays)
{
    Settings changed = runnable();
    for (const auto& [key, value] : std::vector<std::pair<std::string, std::string>>{
             {"group", "su2"},          {"start", "cold"},       {"seed", "77"},         {"action", "symanzik"},
             {"heatbath", "creutz"},    {"overrelaxation", "5"}, {"quantity", "charge"}, {"smoothing", "flow"},
             {"smoothing-steps", "40"}, {"flow-step", "0.03"},   {"view", "slice"},      {"plane", "xt"},
             {"position", "1,2,3,0"},   {"time-mean", "on"},     {"range", "0.25"},      {"threshold", "0.4"},
             {"projection", "maximum"}, {"yaw", "-120.5"},       {"pan", "0.5,-0.25"},   {"paused", "on"},
             {"charts", "off"}})
        set(changed, key, value);

    Settings again = runnable();
    for (const SettingText& one : textsOf(changed))
        set(again, one.name, one.text);

    EXPECT_TRUE(differences(changed, again).empty());
    EXPECT_EQ(differences(changed, runnable()).size(), 21U) << "each of them changes something";
    EXPECT_EQ(again.plane, (std::array<int, 2>{0, 3}));
    EXPECT_EQ(again.position, (std::array<int, 4>{1, 2, 3, 0}));
}

TEST(ViewSettings, WrongValuesAreErrorsThatNameThem)
{
    for (const auto& [key, value] : std::vector<std::pair<std::string, std::string>>{{"lattice", "8x8x7x8"},
                                                                                     {"beta", "hot"},
                                                                                     {"beta", "-1"},
                                                                                     {"quantity", "mass"},
                                                                                     {"plane", "xx"},
                                                                                     {"position", "1,2"},
                                                                                     {"paused", "yes"},
                                                                                     {"pitch", "90"},
                                                                                     {"group", "su5"},
                                                                                     {"threshold", "nan"}}) {
        Settings settings = runnable();
        try {
            set(settings, key, value);
            ADD_FAILURE() << key << " takes " << value;
        } catch (const InputError& error) {
            EXPECT_PRED_FORMAT2(testing::IsSubstring, key, std::string(error.what()));
        }
    }
    Settings settings;
    EXPECT_THROW(set(settings, "colour", "red"), InputError);
}

TEST(ViewPresets, AreTwoSentencesAndValidRuns)
{
    ASSERT_EQ(presets().size(), 4U);
    for (const Preset& preset : presets()) {
        int sentences = 0;
        const std::string text = preset.text;
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '.' && (i + 1 == text.size() || text[i + 1] == ' ')) ++sentences;
        EXPECT_EQ(sentences, 2) << preset.title;
        for (const bool software : {true, false})
            EXPECT_NO_THROW(validate(presetSettings(preset, {}, software).run)) << preset.title;
        EXPECT_LT(Lattice(presetSettings(preset, {}, true).run.lattice.extents).volume(), 5000) << preset.title;
    }
    EXPECT_THROW(presetNamed("hot"), InputError);
}

TEST(ViewSettings, TwoGroupsAreAsFarFromTheirDeconfinement)
{
    Settings settings = runnable();
    set(settings, "group", "su2");
    EXPECT_EQ(chainsOf(settings).size(), 1U);
    settings.both = true;
    const std::vector<Settings> chains = chainsOf(settings);
    ASSERT_EQ(chains.size(), 2U);
    EXPECT_EQ(chains[0].run.lattice.group, Group::SU2);
    EXPECT_EQ(chains[1].run.lattice.group, Group::SU3);
    EXPECT_NEAR(chains[1].run.action.beta, 2.4 * 5.69 / 2.3, 1e-3);
    EXPECT_NEAR(sameBeta(Group::SU3, Group::SU2, chains[1].run.action.beta), 2.4, 1e-3);
    EXPECT_NEAR(sameBeta(Group::SU2, Group::SU4, 2.3), traits(Group::SU4).beta.transition, 5e-3);
    EXPECT_NEAR(sameBeta(Group::SU4, Group::SU3, traits(Group::SU4).beta.transition), 5.69, 5e-3);
}

TEST(ViewCompilation, ASmallLatticeHasTheProgramsOfTheLattice)
{
    EXPECT_EQ(precompilationExtents({16, 24, 10, 4}), (std::array<int, 4>{4, 12, 6, 4}));
    EXPECT_EQ(precompilationExtents({2, 6, 20, 64}), (std::array<int, 4>{2, 6, 12, 4}));
}

TEST(ViewSettings, TheActionOfAFileIsThatOfItsHeaderOrUnknown)
{
    Settings settings = runnable();
    settings.run.update.start = Start::File;
    settings.run.update.file = "a.ildg";
    takeStated(settings, {.beta = 5.25, .c1 = -0.083333});
    EXPECT_EQ(settings.run.action.type, ActionType::Symanzik);
    EXPECT_EQ(settings.run.action.beta, 5.25);
    EXPECT_EQ(actionText(madeWith(settings, 0)), "Symanzik action, \xce\xb2 = 5.25");
    takeStated(settings, {{}, -0.2});
    EXPECT_EQ(settings.run.action.type, ActionType::Custom);
    EXPECT_EQ(actionText(madeWith(settings, 0)), "c1 = -0.2 action, \xce\xb2 unknown");
    takeStated(settings, {});
    EXPECT_EQ(actionText(madeWith(settings, 0)), "action unknown, \xce\xb2 unknown");
    EXPECT_EQ(madeWith(settings, 1).beta, 5.25) << "a sweep has a beta";

    // Whoever chooses a coupling, an action or a start knows it; who chooses a picture does not.
    const Settings file = settings;
    for (const auto& [key, value] : std::vector<std::pair<std::string, std::string>>{
             {"beta", "2.5"}, {"action", "iwasaki"}, {"start", "hot"}, {"start", "b.ildg"}}) {
        Settings chosen = file;
        set(chosen, key, value);
        noteChoice(file, chosen);
        EXPECT_FALSE(chosen.stated) << key;
    }
    Settings drawn = file;
    set(drawn, "quantity", "charge");
    noteChoice(file, drawn);
    EXPECT_TRUE(drawn.stated);
}

using gl::WindowEvent;

/// The kinds of the events of each frame, until there are no more.
std::vector<std::vector<WindowEvent::Kind>> framesOf(const std::vector<WindowEvent>& events)
{
    EventQueue queue;
    queue.add(events);
    std::vector<std::vector<WindowEvent::Kind>> frames;
    for (std::vector<WindowEvent> some = queue.next(); !some.empty(); some = queue.next()) {
        frames.emplace_back();
        for (const WindowEvent& event : some)
            frames.back().push_back(event.kind);
    }
    return frames;
}

TEST(ViewInput, ADragBetweenTwoFramesIsADragOfSeveralFrames)
{
    using enum WindowEvent::Kind;
    const std::vector<WindowEvent> drag = {{.kind = Move, .x = 1}, {.kind = Button, .down = true},
                                           {.kind = Move, .x = 5}, {.kind = Move, .x = 9},
                                           {.kind = Button},       {.kind = Move, .x = 20}};
    EXPECT_EQ(framesOf(drag),
              (std::vector<std::vector<WindowEvent::Kind>>{{Move, Button}, {Move, Move}, {Button}, {Move}}));
}

TEST(ViewInput, AKeyPressedAndReleasedBetweenTwoFramesIsSeen)
{
    using enum WindowEvent::Kind;
    const int enter = key::enter;
    EXPECT_EQ(framesOf({{.kind = Key, .code = 'A', .down = true},
                        {.kind = Text, .code = 'a'},
                        {.kind = Key, .code = 'A'},
                        {.kind = Key, .code = enter, .down = true},
                        {.kind = Key, .code = enter}}),
              (std::vector<std::vector<WindowEvent::Kind>>{{Key, Text}, {Key, Key}, {Key}}));
    EXPECT_EQ(framesOf({{.kind = Wheel, .y = 1}, {.kind = Wheel, .y = 1}, {.kind = Move}}),
              (std::vector<std::vector<WindowEvent::Kind>>{{Wheel, Wheel}, {Move}}));
}

TEST(ViewScript, LinesAreActions)
{
    const auto actions = parseScript("# a comment\nset beta 2.5\n\n  sweeps 10  # ten\nscreenshot a b.png\nquit", "x");
    ASSERT_EQ(actions.size(), 4U);
    EXPECT_EQ(actions[0].text(), "set beta 2.5");
    EXPECT_EQ(actions[1].words, std::vector<std::string>{"10"});
    EXPECT_EQ(actions[2].words, std::vector<std::string>{"a b.png"}) << "a file's name may have blanks";
    EXPECT_EQ(actions[1].place, "x:4");
}

TEST(ViewScript, ErrorsNameTheLine)
{
    for (const char* text : {"sweeps 1\njump 3", "sweeps 1\nsweeps", "sweeps 1\nquit now", "sweeps 1\ndrag 1 2 3",
                             "sweeps 1\nscreenshot a.jpg", "sweeps 1\nscreenshot png"}) {
        try {
            parseScript(text, "file");
            ADD_FAILURE() << text;
        } catch (const InputError& error) {
            EXPECT_EQ(std::string(error.what()).substr(0, 7), "file:2:") << error.what();
        }
    }
    EXPECT_THROW(numberOf(parseAction("sweeps many", ""), 0, 0, 9), InputError);
    EXPECT_THROW(numberOf(parseAction("sweeps 10", ""), 0, 0, 9), InputError);
    EXPECT_EQ(keyNumber("page-up"), 266);
    EXPECT_EQ(keyNumber("s"), 'S');
    EXPECT_EQ(keyNumber("shout"), 0);
}

double distance(const Colour& a, const Colour& b)
{
    const auto x = toOklab(a), y = toOklab(b);
    return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

TEST(ViewColours, OklabIsInverted)
{
    for (const Colour& colour : {Colour{1, 0, 0}, Colour{0, 0.5F, 1}, Colour{0.2F, 0.9F, 0.4F}, Colour{1, 1, 1}}) {
        const Colour again = fromOklab(toOklab(colour));
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_NEAR(again[i], colour[i], 1e-4);
    }
    EXPECT_NEAR(toOklab({1, 1, 1})[0], 1, 1e-4) << "white has lightness 1";
}

TEST(ViewColours, EqualStepsOfTheValueAreEqualStepsOfLightness)
{
    constexpr int steps = 32;
    for (int i = 0; i < steps; ++i) {
        const double x = double(i) / steps, next = double(i + 1) / steps;
        const double step =
            toOklab(colourOf(ColourMap::Sequential, next))[0] - toOklab(colourOf(ColourMap::Sequential, x))[0];
        EXPECT_NEAR(step, 0.80 / steps, 0.1 * 0.80 / steps) << x;
        // A number of either sign: the same lightness on both sides, growing away from 0.
        const double above = toOklab(colourOf(ColourMap::Diverging, 0.5 + x / 2))[0],
                     below = toOklab(colourOf(ColourMap::Diverging, 0.5 - x / 2))[0];
        EXPECT_NEAR(above, below, 0.01);
        EXPECT_NEAR(above, 0.24 + 0.54 * x, 0.02);
    }
}

/// As an eye without the cones for long (L) or middle (M) waves sees colours: Oklab's first axis is lost.
TEST(ViewColours, SignsAndPhasesDifferForColourBlindEyes)
{
    const auto blue = toOklab(colourOf(ColourMap::Diverging, 0)), orange = toOklab(colourOf(ColourMap::Diverging, 1));
    EXPECT_GT(orange[2] - blue[2], 0.2) << "blue against yellow is what such eyes keep";
    // The centre's sectors of SU(3), phases 0 and +-2 pi/3, and of SU(2), 0 and pi: by lightness or blue against
    // yellow.
    const auto of = [](double phase) {
        return toOklab(colourOf(ColourMap::Cyclic, 0.5 + phase / (2 * std::numbers::pi)));
    };
    const auto told = [&](double a, double b) { return std::hypot(of(a)[0] - of(b)[0], of(a)[2] - of(b)[2]); };
    EXPECT_GT(told(0, std::numbers::pi), 0.2);
    EXPECT_GT(told(0, 2 * std::numbers::pi / 3), 0.15);
    EXPECT_GT(told(0, -2 * std::numbers::pi / 3), 0.15);
    EXPECT_LT(distance(colourOf(ColourMap::Cyclic, 0), colourOf(ColourMap::Cyclic, 1)), 0.01) << "-pi is pi";
}

TEST(ViewCamera, LooksAtTheMiddleWithZUp)
{
    const glm::vec3 box(8, 6, 4);
    const Viewpoint view({.yaw = 0, .pitch = 0, .distance = 3}, box, 1.5F);
    const auto middle = view.seen(0.5F * box);
    ASSERT_TRUE(middle);
    EXPECT_NEAR(middle->x, 0.5F, 1e-5F);
    EXPECT_NEAR(middle->y, 0.5F, 1e-5F);
    EXPECT_GT(view.seen({4, 3, 4})->y, 0.5F) << "z is up";
    EXPECT_GT(view.seen({4, 6, 2})->x, 0.5F) << "from x, y is to the right";
    EXPECT_FALSE(view.seen({100, 3, 2})) << "behind the camera";

    Camera camera;
    orbit(camera, 400, 200);
    EXPECT_LE(std::abs(camera.yaw), 180);
    EXPECT_EQ(camera.pitch, 89);
    zoom(camera, 1e9F);
    EXPECT_EQ(camera.distance, 20);
    const Viewpoint moved({.yaw = 0, .pitch = 0, .distance = 3, .pan = {0.2F, 0.1F}}, box, 1);
    EXPECT_GT(moved.seen(0.5F * box)->x, 0.5F) << "the box goes where it is panned";
    EXPECT_GT(moved.seen(0.5F * box)->y, 0.5F);
}

std::uint32_t bigEndian(const std::string& bytes, std::size_t at)
{
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i)
        number = number << 8 | std::uint8_t(bytes[at + i]);
    return number;
}

TEST(ViewPng, HoldsThePixelsAndGoodChecksums)
{
    Picture8 picture{3, 2, {}};
    for (int i = 0; i < 18; ++i)
        picture.bytes.push_back(std::uint8_t(251 * i));
    const std::string file = pngBytes(picture);
    ASSERT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
    std::string data;
    for (std::size_t at = 8; at < file.size();) {
        const std::uint32_t size = bigEndian(file, at);
        const std::string type = file.substr(at + 4, 4), body = file.substr(at + 4, 4 + size);
        EXPECT_EQ(bigEndian(file, at + 8 + size),
                  crc32(0, reinterpret_cast<const Bytef*>(body.data()), uInt(body.size())))
            << type;
        if (type == "IHDR") {
            EXPECT_EQ(file.substr(at + 8, 13), std::string("\0\0\0\3\0\0\0\2\x8\2\0\0\0", 13));
        }
        if (type == "IDAT") data = file.substr(at + 8, size);
        at += 12 + size;
    }
    std::string rows(20, '\0');
    uLongf size = 20;
    ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(rows.data()), &size, reinterpret_cast<const Bytef*>(data.data()),
                         uLong(data.size())),
              Z_OK);
    ASSERT_EQ(size, 20U);
    for (std::size_t i = 0; i < 9; ++i) {
        EXPECT_EQ(std::uint8_t(rows[1 + i]), picture.bytes[i]);
        EXPECT_EQ(std::uint8_t(rows[1 + i] + rows[11 + i]), picture.bytes[9 + i]) << "rows differ from those above";
    }
    EXPECT_THROW(writePng("/no/such/folder/a.png", picture), FileError);
}

TEST(ViewCharts, AMeanSaysOfHowManySweepsOrThatThereIsNone)
{
    ChartData data;
    EXPECT_EQ(meanText(data), "no sweep yet");
    data.samples = {{1, 0.5, {}}};
    EXPECT_EQ(meanText(data), "0.50000 after one sweep");
    data.samples.resize(12);
    data.leftOut = 2;
    data.plaquette.mean = 0.6303;
    data.plaquette.error = 0.0012;
    EXPECT_EQ(meanText(data), "mean 0.6303(12) of 10 sweeps");
}

TEST(ViewPicture, ZeroHasNoSign)
{
    EXPECT_EQ(signedNumber(-0.004, 2), "0.00");
    EXPECT_EQ(signedNumber(0.004, 2), "0.00");
    EXPECT_EQ(signedNumber(-0.006, 2), "-0.01");
    EXPECT_EQ(signedNumber(10, 2), "+10.00");
}

TEST(ViewCharts, AutocorrelationOfAnAlternatingSeries)
{
    std::vector<double> series;
    for (int i = 0; i < 100; ++i)
        series.push_back(i % 2 == 0 ? 1 : -1);
    const auto rho = autocorrelation(series, 4);
    ASSERT_EQ(rho.size(), 5U);
    for (std::size_t t = 0; t < rho.size(); ++t)
        EXPECT_NEAR(rho[t], t % 2 == 0 ? 1 : -1, 1e-12);
    EXPECT_TRUE(autocorrelation(std::vector<double>(100, 0.5), 4).empty()) << "a constant has none";
}

TEST(ViewCharts, AxesHaveRoundNumbers)
{
    EXPECT_DOUBLE_EQ(niceStep({0, 10}, 5), 2);
    EXPECT_DOUBLE_EQ(niceStep({0.59, 0.61}, 4), 0.005);
    EXPECT_DOUBLE_EQ(niceStep({-3, 4}, 3), 5);
    const Interval around = covering(std::vector<double>{0.5}, 0.1);
    EXPECT_LT(around.low, 0.46);
    EXPECT_GT(around.high, 0.54);
}

} // namespace
} // namespace gaugegl::view
