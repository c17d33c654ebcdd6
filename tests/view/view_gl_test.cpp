// The lattice window without a window: its chain is that of `gaugegl run`, its pictures are what the data say.
#include "view/view_fixture.h"

#include "checks/oracle_field.h"
#include "gaugegl/chain/ensemble.h"
#include "gl/context_lost.h"

#include <cmath>
#include <filesystem>

namespace gaugegl::view {
namespace {

class ViewChainTest : public testing_support::DeviceTest {};

TEST_P(ViewChainTest, IsTheEnsembleBitForBit)
{
    Settings settings = settingsOf(group(), "4x4x6x4");
    settings.run.update.reunitariseEvery = 2;
    SteeredChain chain(device(), settings.run);
    Ensemble ensemble(device(), settings.run);
    for (int sweep = 0; sweep < 3; ++sweep) {
        chain.sweep();
        ensemble.sweep();
    }
    EXPECT_EQ(chain.sweeps(), 3);
    EXPECT_TRUE(bits(chain.field()) == bits(ensemble.field()));
    EXPECT_EQ(chain.observables().plaquette, ensemble.measure().values.plaquette);
    EXPECT_TRUE(chain.reproducible());
    chain.quench(1);
    EXPECT_FALSE(chain.reproducible());
}

INSTANTIATE_TEST_SUITE_P(View, ViewChainTest,
                         testing::Values(testing_support::Variant{Group::SU2, Path::Fragment, Precision::Single},
                                         testing_support::Variant{Group::SU3, Path::Compute, Precision::Single}),
                         testing_support::variantName);

TEST_F(ViewTest, ASteeredChainGoesOnWithTheNewValueOrRefusesIt)
{
    Settings settings = settingsOf(Group::SU2, "2x4x4x4");
    SteeredChain chain(device(), settings.run);
    chain.advance();
    settings.run.action.beta = 3;
    chain.steer(settings.run);
    EXPECT_EQ(chain.run().action.beta, 2.4) << "not within a sweep";
    chain.sweep();
    chain.advance();
    EXPECT_EQ(chain.run().action.beta, 3);
    settings.run.action.type = ActionType::Iwasaki;
    EXPECT_THROW(chain.steer(settings.run), InputError) << "an extent of 2 has no rectangles";
    EXPECT_EQ(chain.run().action.type, ActionType::Wilson);
}

/// The numbers that are drawn against those of the density on the host.
TEST_F(ViewTest, UnpackedNumbersAreTheDensityInEveryPlane)
{
    const Lattice lattice({4, 6, 8, 10});
    Settings settings = settingsOf(Group::SU2, lattice.name());
    Session session(device(), settings);
    ASSERT_TRUE(session.finish(settings));
    const Take& take = session.maker().take();
    const auto density = downloadDensity(lattice, take.density->even, take.density->odd);
    const DrawContext drawing(device().context());
    Scene scene(drawing);
    const auto check = [&](const std::array<int, 3>& axes) {
        scene.show(take, lattice, settings, true);
        const std::vector<float> numbers = scene.numbers();
        const auto size = scene.size();
        float most = 0;
        for (int c = 0; c < size[2]; ++c)
            for (int b = 0; b < size[1]; ++b)
                for (int a = 0; a < size[0]; ++a) {
                    Coordinates x = settings.position;
                    x[std::size_t(axes[0])] = a;
                    x[std::size_t(axes[1])] = b;
                    if (axes[2] >= 0) x[std::size_t(axes[2])] = c;
                    double expected = 0;
                    const int times = settings.timeMean ? lattice.extent(3) : 1;
                    for (int t = 0; t < times; ++t) {
                        if (settings.timeMean) x[3] = t;
                        expected += density[std::size_t(lattice.index(x))][2] / times;
                    }
                    const float found = numbers[2 * std::size_t(a + size[0] * (b + size[1] * c))];
                    ASSERT_NEAR(found, expected, 1e-5) << a << " " << b << " " << c;
                    most = std::max(most, found);
                }
        EXPECT_EQ(scene.extrema().most, most);
        EXPECT_EQ(scene.extrema().longest, most) << "the action density is positive";
    };
    settings.position = {1, 2, 3, 7};
    check({0, 1, 2});
    settings.timeMean = true;
    check({0, 1, 2});
    settings.timeMean = false;
    settings.mode = ViewMode::Slice;
    for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b) {
            if (a == b) continue;
            settings.plane = {a, b};
            check({a, b, -1});
        }
}

/// A cold lattice but for one link, which excites the plaquettes around it.
std::string writeExcited(const std::string& path, const Lattice& lattice, const Coordinates& site)
{
    reference::GaugeField<2> u(lattice);
    const double half = std::sqrt(0.5);
    const std::complex<double> i(0, 1);
    u(3, site) = reference::Matrix<2>{{half, i * half, i * half, half}};
    writeConfiguration(path, hostField(u), {});
    return path;
}

/// A slice of so many sites in a picture of 480 rows.
Viewport sliceIn(const Area& area, int right, int up)
{
    return sliceViewport({int(area.low.x), 480 - int(area.high.y), int(area.width()), int(area.height())}, right, up);
}

/// The middle of the pixels of the last colour, that of the largest number.
glm::vec2 brightest(const Picture8& picture, const Area& area)
{
    const Colour colour = colourOf(ColourMap::Sequential, 1);
    glm::vec2 sum(0);
    int count = 0;
    for (int y = int(area.low.y); y < int(area.high.y); ++y)
        for (int x = int(area.low.x); x < int(area.high.x); ++x) {
            const std::size_t at = 3 * (std::size_t(y) * std::size_t(picture.width) + std::size_t(x));
            float distance = 0;
            for (std::size_t c = 0; c < 3; ++c)
                distance += std::abs(float(picture.bytes[at + c]) - 255 * colour[c]);
            if (distance > 6) continue;
            sum += glm::vec2(x, y);
            ++count;
        }
    EXPECT_GT(count, 100);
    return sum / float(std::max(1, count));
}

TEST_F(ViewTest, TheBrightestPlaceOfAPictureIsWhereTheDensityIsLargest)
{
    const Lattice lattice({4, 6, 8, 4});
    for (const Coordinates& site : {Coordinates{3, 1, 2, 1}, Coordinates{1, 4, 6, 1}}) {
        Settings settings = settingsOf(Group::SU2, lattice.name());
        settings.run.update.start = Start::File;
        settings.run.update.file = writeExcited(file("excited.ildg"), lattice, site);
        settings.position = site;
        settings.steering = settings.charts = false;
        settings.smooth = false;
        settings.projection = Projection::Maximum;
        settings.threshold = 0.3;
        ViewOptions options = hidden(settings);
        options.eachFrame = [&](App& app) {
            EXPECT_EQ(app.coarseness(), 1);
            // The place of the site in the picture, by the camera.
            const Viewpoint view(settings.camera, {4, 6, 8}, app.area().width() / app.area().height());
            const auto place = view.seen({site[0] + 0.5F, site[1] + 0.5F, site[2] + 0.5F});
            const glm::vec2 pixel = brightest(app.canvas().picture(), app.area());
            EXPECT_NEAR(pixel.x, app.area().low.x + place->x * app.area().width(), 8) << "x, y, z are not exchanged";
            EXPECT_NEAR(pixel.y, app.area().low.y + (1 - place->y) * app.area().height(), 8);
        };
        run(options);

        settings.mode = ViewMode::Slice;
        settings.plane = {2, 1}; // z to the right, y up
        options.settings = settings;
        options.eachFrame = [&](App& app) {
            const Viewport part = sliceIn(app.area(), 8, 6);
            const glm::vec2 pixel = brightest(app.canvas().picture(), app.area());
            const float z = (pixel.x - float(part.x)) * 8 / float(part.width),
                        y = (480 - pixel.y - float(part.y)) * 6 / float(part.height);
            EXPECT_NEAR(z, float(site[2]) + 0.5F, 0.2F);
            EXPECT_NEAR(y, float(site[1]) + 0.5F, 0.2F);
        };
        run(options);
    }
}

TEST_F(ViewTest, AColdLatticeIsUniformlyDark)
{
    Settings settings = settingsOf(Group::SU3, "4x4x4x4");
    settings.run.update.start = Start::Cold;
    settings.steering = settings.charts = false;
    settings.mode = ViewMode::Slice;
    ViewOptions options = hidden(settings);
    options.eachFrame = [](App& app) {
        const Picture8 picture = app.canvas().picture();
        const Viewport part = sliceIn(app.area(), 4, 4);
        const Colour dark = colourOf(ColourMap::Sequential, 0);
        for (int y = 480 - part.y - part.height + 4; y < 480 - part.y - 4; y += 7)
            for (int x = part.x + 4; x < part.x + part.width - 4; x += 7)
                for (std::size_t c = 0; c < 3; ++c)
                    ASSERT_NEAR(picture.bytes[3 * std::size_t(y * 640 + x) + c], 255 * dark[c], 2) << x << " " << y;
    };
    const ViewReport report = run(options);
    EXPECT_LT(report.extrema.longest, 1e-5);
}

/// Smoothing and gauge fixing work on copies.
TEST_F(ViewTest, EveryQuantityIsDrawnAndTheChainStaysAsItIs)
{
    Settings settings = settingsOf(Group::SU2, "4x4x4x4");
    settings.paused = true;
    Session session(device(), settings);
    session.request(2);
    session.finish(settings);
    const auto before = bits(session.chain().field());
    const DrawContext drawing(device().context());
    Scene scene(drawing);
    for (const QuantityTraits& quantity : quantityTraits)
        for (const auto& smoothing : choiceTexts<Smoothing>) {
            if (needsFixing(quantity.quantity) && smoothing.value != Smoothing::None) continue;
            settings.quantity = quantity.quantity;
            settings.smoothing = smoothing.value;
            settings.smoothingSteps = 2;
            settings.fixingIterations = 40;
            session.retake();
            ASSERT_TRUE(session.finish(settings)) << quantity.title;
            scene.show(session.maker().take(), session.chain().field().lattice(), settings, true);
            EXPECT_EQ(session.maker().take().quantity, quantity.quantity);
            EXPECT_GT(scene.extrema().longest, 0) << quantity.title << " " << smoothing.text;
            const float least = scene.extrema().least;
            const bool known = isSigned(quantity.quantity) ? least < 0 : isPhase(quantity.quantity) || least > -1e-5F;
            EXPECT_TRUE(known) << quantity.title << " has the sign of " << least;
        }
    EXPECT_TRUE(before == bits(session.chain().field()));
}

/// The pieces of the flow that the window makes are the flow.
TEST_F(ViewTest, AFlowInPiecesIsTheFlow)
{
    GaugeField u(device(), Lattice({4, 4, 4, 6}), Group::SU3);
    hotStart(u, 3);
    GradientFlow whole(u, {.step = 0.02}), pieces(u, {.step = 0.02});
    whole.flowTo(0.05);
    int count = 1;
    while (!pieces.advance(0.05))
        ++count;
    EXPECT_EQ(count, 3 * flowPieces);
    EXPECT_EQ(pieces.time(), 0.05);
    EXPECT_EQ(pieces.steps(), whole.steps());
    EXPECT_TRUE(bits(pieces.field()) == bits(whole.field()));
    pieces.restart(u);
    EXPECT_TRUE(bits(pieces.field()) == bits(u));
    EXPECT_EQ(pieces.time(), 0);
}

} // namespace
} // namespace gaugegl::view
