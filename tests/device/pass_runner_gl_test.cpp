// Passes in pieces: every kernel gives the same bits whatever the pieces are, and the pieces keep to the clock.
#include "gaugegl/base/error.h"
#include "gaugegl/config/run_config.h"
#include "gaugegl/device/reduction.h"
#include "gaugegl/fields/gauge_field.h"
#include "gaugegl/gauge/kernels.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/generator.h"
#include "gaugegl/gauge/update/update.h"

#include "support/device_fixture.h"

#include <algorithm>
#include <deque>
#include <random>
#include <set>
#include <tuple>

namespace gaugegl {
namespace {

const Lattice testLattice({4, 6, 8, 10});

class PiecesTest : public testing_support::DeviceTest {
protected:
    Device deviceWith(const PassLimits& passes) const
    {
        return Device(testing_support::sharedContext(),
                      {.path = GetParam().path, .precision = precision(), .checkErrors = true, .passes = passes});
    }
    static std::unique_ptr<PlaneTexture> randomTexture(Device& device, const TextureShape& shape, unsigned seed)
    {
        std::mt19937_64 engine(seed);
        std::uniform_real_distribution<double> uniform(-1.0, 1.0);
        std::vector<double> values(shape.texels() * std::size_t(shape.planes) * 4);
        for (double& value : values)
            value = uniform(engine);
        auto texture = std::make_unique<PlaneTexture>(device, shape);
        texture->upload(values);
        return texture;
    }

    /// The generator of a heat bath kernel, with numbers for the links of the test; none for other kernels.
    std::unique_ptr<Generator> generatorOf(Device& device, const KernelSpec& spec) const
    {
        if (!spec.defines.contains("GENERATOR")) return nullptr;
        GeneratorOptions options{.group = group(), .seed = 7, .trials = 5};
        options.choice.type = parseChoice<GeneratorType>(spec.defines.at("GENERATOR"));
        auto generator = Generator::create(device, testLattice, options);
        generator->prepare({0, 1}, 3);
        return generator;
    }

    /// The result of a kernel on some inputs.
    std::vector<double> result(Device& device, const KernelSpec& spec) const
    {
        GaugeField u(device, testLattice, group());
        hotStart(u, 7);
        const int planes = std::max(staplePlanes(Group::SU4), ranluxPlanes(Precision::Single));
        const auto stored = randomTexture(device, halfFieldShape(testLattice, planes), 1);
        const auto terms = randomTexture(device, halfFieldShape(testLattice, 2), 2);
        TextureShape shape = halfFieldShape(testLattice, spec.resultPlanes);
        if (spec.kernel == "polyakov") shape.height = testLattice.extent(2);
        if (spec.kernel == "fold") {
            const bool columns = spec.defines.at("AXIS") == "0";
            const int line = std::stoi(spec.defines.at("FOLD")) * std::stoi(spec.defines.at("LANES"));
            (columns ? shape.width : shape.height) = 3;
            EXPECT_LE(line, 64);
        }
        std::deque<PlaneTexture> outs;
        std::vector<PlaneTexture*> targets;
        for (const auto& target : spec.fields()) {
            shape.planes = target.planes;
            PlaneTexture& out = outs.emplace_back(device, shape);
            out.upload(std::vector<double>(shape.texels() * std::size_t(shape.planes) * 4, 4711.0));
            targets.push_back(&out);
        }
        Kernel kernel(device, spec);
        const std::set<std::string> ofKernel = {"uNoBits", "uOpaqueZero", "uFirstRow", "uEndRow"};
        const std::set<std::string> ofGenerator = {"uSeed",  "uSweep", "uStream", "uNumbers",
                                                   "uDraws", "uStart", "uJumps"};
        const auto generator = generatorOf(device, spec);
        if (generator) generator->bind(kernel);
        std::map<std::string, const PlaneTexture*> links = {{"uLink", &u.links(3, 1)},
                                                            {"uTransformation", &u.links(0, 1)},
                                                            {"uBefore", &u.links(1, 1)},
                                                            {"uAfter", &u.links(2, 1)},
                                                            {"uSum", &u.links(0, 0)}};
        for (const LayerRange& layers : passes(spec, device.path(), device.precision(), device.storage()))
            for (const auto& [name, type, size] : device.program(spec, layers).uniforms()) {
                if (spec.constants.contains(name) || ofKernel.contains(name) || name.starts_with("uResult")) continue;
                if (generator && ofGenerator.contains(name)) continue;
                const auto count = std::size_t(size);
                if (name == "uSame" || name == "uOther")
                    kernel.read(name, u.links(name == "uSame" ? 1 : 0));
                else if (links.contains(name)) // what is projected on the group must not be 0: NaN is no number's equal
                    kernel.read(name, *links.at(name));
                else if (type == GL_SAMPLER_2D_ARRAY || type == GL_UNSIGNED_INT_SAMPLER_2D_ARRAY)
                    kernel.read(name, std::vector<const PlaneTexture*>(count, name == "uTerms" ? &*terms : &*stored));
                else if (type == GL_UNSIGNED_INT_VEC2)
                    kernel.set(name, std::uint64_t(7));
                else if (type == GL_UNSIGNED_INT)
                    kernel.set(name, 3u);
                else if (type == GL_INT_VEC4)
                    kernel.set(name, std::array<int, 4>{0, 1, 0, 1});
                else if (type == GL_INT)
                    kernel.set(name, name == "uSublattice" ? LinkSet::everySublattice : 1);
                else if (size > 1)
                    kernel.set(name, std::vector<double>(count, 0.3));
                else
                    kernel.set(name, 0.3);
            }
        kernel.run(targets);
        std::vector<double> numbers;
        for (const PlaneTexture& out : outs) {
            const std::vector<double> part = out.download();
            numbers.insert(numbers.end(), part.begin(), part.end());
        }
        return numbers;
    }
};

TEST_P(PiecesTest, EveryKernelGivesTheSameBitsInPiecesOfAnyRows)
{
    Device whole = deviceWith({}), ones = deviceWith({.rows = 1}), threes = deviceWith({.rows = 3});

    std::set<std::tuple<std::string, int, int>>
        tried; // variants of a kernel that are written alike are in pieces alike
    for (const KernelSpec& spec : allKernels(group(), testLattice, whole.path(), precision())) {
        // These write the links of several textures: GaugeFixingTest has them.
        if (spec.ownTargets || spec.scatters) continue;
        if (!tried.insert({spec.kernel, spec.resultPlanes, spec.planesPerPass}).second) continue;
        const std::vector<double> expected = result(whole, spec);
        EXPECT_EQ(std::count(expected.begin(), expected.end(), 4711.0), 0) << spec.label;
        EXPECT_TRUE(result(ones, spec) == expected) << spec.label << " in pieces of one row";
        EXPECT_TRUE(result(threes, spec) == expected) << spec.label << " in pieces of three rows";
    }
}

TEST_P(PiecesTest, ASimulationGivesTheSameBitsInPiecesByTheClock)
{
    double now = 0;
    const auto lateClock = [&now] { return now += 0.05; }; // whatever is timed takes five bounds
    const auto plaquette = [&](Device& device) {
        GaugeField u(device, testLattice, group());
        hotStart(u, 7);
        heatBathSweep(u, {.beta = group() == Group::SU2 ? 2.4 : 6.0}, 7, 0);
        overrelaxationSweep(u);
        reunitarise(u);
        ObservableMeter meter(device, testLattice, group());
        const GaugeObservables o = meter.measure(u);
        return std::vector{o.plaquette, o.rectangle(), o.actionDensity, o.polyakovLoop().real(),
                           o.polyakovLoop().imag()};
    };
    Device whole = deviceWith({}), watched = deviceWith({.seconds = 0.01, .clock = lateClock});

    const auto calls = [&] { return whole.gl().FenceSync.calls(); }; // of the context that both share
    const auto start = calls();
    const auto expected = plaquette(whole);
    const auto ofWhole = calls() - start;

    EXPECT_EQ(plaquette(watched), expected);

    EXPECT_GT(calls() - start - ofWhole, ofWhole + 100) << "nothing was split";
}

/// Each path and each precision once: pieces know neither.
std::vector<testing_support::Variant> onceEach()
{
    std::vector<testing_support::Variant> variants = testing_support::allVariants();
    std::erase_if(variants,
                  [](const auto& v) { return (v.path == Path::Compute) != (v.precision == Precision::Single); });
    return variants;
}

INSTANTIATE_TEST_SUITE_P(Device, PiecesTest, testing::ValuesIn(onceEach()), testing_support::variantName);

class PassRunnerTest : public testing::Test {
protected:
    void SetUp() override
    {
        context_ = testing_support::sharedContext();
        if (!context_) GTEST_SKIP() << "no OpenGL here";
        context_->makeCurrent();
    }
    std::uint64_t waits() const { return context_->gl().Finish.calls() + context_->gl().ClientWaitSync.calls(); }
    std::shared_ptr<gl::Context> context_;
};

TEST_F(PassRunnerTest, SubmitsEveryRowOnceInOrder)
{
    double now = 0;
    PassRunner runner(*context_, {.seconds = 0.1, .clock = [&] { return now; }});
    PassCost cost;
    int next = 0;

    for (int pass = 0; pass < 5; ++pass) {
        next = 0;
        runner.run(cost, 100, 3000, [&](int first, int rows) {
            EXPECT_EQ(first, next);
            EXPECT_GE(rows, 1);
            next = first + rows;
            now += 1e-5 * 100 * rows;
        });
        EXPECT_EQ(next, 3000);
    }
}

TEST_F(PassRunnerTest, PiecesBeyondTheBoundAreSeparatedAndWaitedFor)
{
    double now = 0;
    PassRunner runner(*context_, {.seconds = 0.1, .clock = [&] { return now; }});
    PassCost cost{.secondsPerTexel = 1e-5, .largest = 1 << 20, .timedAt = 0};
    int pieces = 0;
    const auto fences = context_->gl().FenceSync.calls(), waited = context_->gl().ClientWaitSync.calls();

    runner.run(cost, 100, 1000, [&](int, int rows) { // a second of work
        EXPECT_EQ(rows, 100);
        ++pieces;
    });

    EXPECT_EQ(pieces, 10);
    EXPECT_EQ(context_->gl().FenceSync.calls() - fences, 9u);
    EXPECT_EQ(context_->gl().ClientWaitSync.calls() - waited, 7u) << "all but the last two";
}

TEST_F(PassRunnerTest, ManyShortPassesTogetherKeepToTheBoundToo)
{
    double now = 0;
    PassRunner runner(*context_, {.seconds = 0.1, .clock = [&] { return now; }});
    PassCost cost{.secondsPerTexel = 1e-6, .largest = 1 << 20, .timedAt = 0};
    const auto fences = context_->gl().FenceSync.calls();

    for (int pass = 0; pass < 1000; ++pass) // 1 ms each
        runner.run(cost, 10, 100, [](int, int rows) { EXPECT_EQ(rows, 100); });

    EXPECT_NEAR(double(context_->gl().FenceSync.calls() - fences), 10, 1);
}

TEST_F(PassRunnerTest, OnASoftwareDriverNothingIsSplitOrWaitedFor)
{
    if (!context_->capabilities().software) GTEST_SKIP() << "this is a card";
    PassRunner runner(*context_, {});
    PassCost cost;
    const auto before = waits();
    int pieces = 0;

    runner.run(cost, 1000, 100000, [&](int first, int rows) {
        ++pieces;
        EXPECT_EQ(first, 0);
        EXPECT_EQ(rows, 100000);
    });

    EXPECT_EQ(pieces, 1);
    EXPECT_EQ(waits(), before);
}

TEST_F(PassRunnerTest, ABoundThatIsNotPositiveIsRefused)
{
    for (const double seconds : {0.0, -1.0, std::nan("")})
        EXPECT_THROW(PassRunner(*context_, {.seconds = seconds}), InputError) << seconds;
}

} // namespace
} // namespace gaugegl
