// Kernels write every texel of their result and nothing else, in as many passes as the path needs.
#include "gaugegl/base/error.h"
#include "gaugegl/fields/gauge_field.h"
#include "gaugegl/fields/transfer.h"
#include "gaugegl/gauge/kernels.h"

#include "checks/oracle_field.h"
#include "device/path_fixture.h"
#include "shaders/shader_folder.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

namespace gaugegl {
namespace {

using testing_support::sharedDevice;

std::vector<double> randomValues(const TextureShape& shape, unsigned seed)
{
    std::mt19937_64 engine(seed);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    std::vector<double> values(shape.texels() * std::size_t(shape.planes) * 4);
    for (double& value : values)
        value = uniform(engine);
    return values;
}

class KernelTest : public testing_support::PathTest {
protected:
    std::vector<double> storedValues(std::vector<double> values) const
    {
        for (double& value : values)
            value = stored(value);
        return values;
    }
};

// A mistake of the caller is an error, not a number that is silently 0.
TEST_P(KernelTest, RefusesUniformsThatAreUnknownUnsetOrOfAnotherType)
{
    const KernelSpec scaled{
        .kernel = "scaled_copy", .label = "scaled-copy", .defines = {}, .resultPlanes = 1, .text = R"(
uniform PLANES uSource;
uniform REAL uFactor, uTerms[2];
uniform int uShift; // uComment is none
#if 0
uniform int uElsewhere;
#endif
void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    result[0] = uFactor * loadPlane(uSource, texel + ivec2(uShift, 0), 0) + uTerms[1];
}
)"};
    const TextureShape shape{4, 4, 1};
    PlaneTexture source(device(), shape), target(device(), shape);
    source.upload(std::vector<double>(shape.texels() * 4, 1.0));
    const auto complete = [&] {
        Kernel kernel(device(), scaled);
        kernel.read("uSource", source).set("uFactor", 2.0).set("uShift", 0).set("uTerms", std::vector{0.0, 1.0});
        return kernel;
    };
    const auto message = [&](Kernel kernel) -> std::string {
        try {
            kernel.run(target);
            return "";
        } catch (const std::logic_error& error) {
            return error.what();
        }
    };

    EXPECT_EQ(message(complete()), "");
    EXPECT_EQ(message(complete().set("uElsewhere", 3)), ""); // of another variant of the text
    EXPECT_EQ(target.download().front(), 3.0);
    EXPECT_EQ(message(complete().set("uFaktor", 2.0)), "kernel scaled-copy: uFaktor is no uniform of its text");
    EXPECT_EQ(message(complete().set("uComment", 2.0)), "kernel scaled-copy: uComment is no uniform of its text");
    EXPECT_EQ(message(complete().read("uOther", source)), "kernel scaled-copy: uOther is no uniform of its text");
    EXPECT_EQ(message(complete().set("uShift", 1.0)), "kernel scaled-copy: uShift has another type");
    EXPECT_EQ(message(complete().set("uFactor", 1)), "kernel scaled-copy: uFactor has another type");
    EXPECT_EQ(message(complete().read("uFactor", source)), "kernel scaled-copy: uFactor is no field");
    EXPECT_EQ(message(Kernel(device(), scaled).read("uSource", source).set("uFactor", 2.0).set("uShift", 0)),
              "kernel scaled-copy: uTerms is not set");
    EXPECT_EQ(
        message(Kernel(device(), scaled).set("uFactor", 2.0).set("uShift", 0).set("uTerms", std::vector{0.0, 1.0})),
        "kernel scaled-copy: uSource is not set");
}

// Sizes around the edge of a work group, so that threads beyond the result exist.
TEST_P(KernelTest, CopiesEveryTexelOfEveryPlaneExactly)
{
    for (const TextureShape& shape : {TextureShape{1, 1, 1}, TextureShape{7, 9, 1}, TextureShape{8, 8, 3},
                                      TextureShape{17, 3, 3}, TextureShape{13, 7, 10}}) {
        const std::vector<double> values = randomValues(shape, 5);
        PlaneTexture source(device(), shape), target(device(), shape), bystander(device(), shape);
        source.upload(values);
        const std::vector<double> paint(values.size(), 4711.0);
        target.upload(paint);
        bystander.upload(paint);

        Kernel(device(), copySpec(shape.planes)).read("uSource", source).run(target);

        EXPECT_TRUE(target.download() == storedValues(values))
            << shape.width << " x " << shape.height << " x " << shape.planes;
        EXPECT_TRUE(source.download() == storedValues(values));
        EXPECT_TRUE(bystander.download() == paint);
    }
}

// A driver that draws on while the host goes on must not hand over what was there before: each pass writes the texture
// that the one before has read, as updates do.
TEST_P(KernelTest, ResultsAreReadBackWhenOtherPassesFollowed)
{
    const TextureShape shape{96, 64, 1};
    const auto numbers = [&](int k) { return std::vector<double>(shape.texels() * 4, double(k)); };
    std::vector<std::unique_ptr<PlaneTexture>> textures;
    for (int k = 0; k < 9; ++k) {
        textures.push_back(std::make_unique<PlaneTexture>(device(), shape));
        textures.back()->upload(numbers(k));
    }
    for (int round = 1; round <= 20; ++round) {
        for (std::size_t k = 0; k < 8; ++k) {
            Kernel(device(), copySpec(shape.planes)).read("uSource", *textures[k]).run(*textures[8]);
            std::swap(textures[k], textures[8]);
        }

        for (int k : {0, 2, 4, 6, 1, 3, 5, 7})
            ASSERT_TRUE(textures[std::size_t(k)]->download() == numbers(k)) << "texture " << k << ", round " << round;
    }
}

TEST_P(KernelTest, ReadsWhatWasThereBeforeALaterUpload)
{
    const TextureShape shape{96, 64, 1};
    const auto numbers = [&](int k) { return std::vector<double>(shape.texels() * 4, double(k)); };
    PlaneTexture source(device(), shape), first(device(), shape), second(device(), shape);
    source.upload(numbers(0));
    for (int round = 1; round <= 20; ++round) {
        Kernel(device(), copySpec(shape.planes)).read("uSource", source).run(first);
        Kernel(device(), copySpec(shape.planes)).read("uSource", source).run(second);
        source.upload(numbers(round));

        ASSERT_TRUE(first.download() == numbers(round - 1)) << round;
        ASSERT_TRUE(second.download() == numbers(round - 1)) << round;
    }
}

TEST_P(KernelTest, OfTheCallerDoesWhatItsTextSays)
{
    const TextureShape shape{9, 5, 1};
    const std::vector<double> values = randomValues(shape, 7);
    PlaneTexture source(device(), shape), target(device(), shape);
    source.upload(values);
    const auto times = [&](const char* factor) {
        const std::string body = std::string("uniform PLANES uSource;\n"
                                             "void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])\n"
                                             "{\n    result[0] = REAL(") +
                                 factor + ") * loadPlane(uSource, texel, 0);\n}\n";
        Kernel(device(), {.kernel = "own", .label = "own", .defines = {}, .text = body})
            .read("uSource", source)
            .run(target);
        return target.download();
    };
    std::vector<double> doubled = storedValues(values), halved = doubled;
    for (std::size_t i = 0; i < doubled.size(); ++i) {
        doubled[i] *= 2;
        halved[i] *= 0.5;
    }

    EXPECT_TRUE(times("2.0") == doubled);
    EXPECT_TRUE(times("0.5") == halved) << "another text of the same name is another kernel";
}

TEST_P(KernelTest, AResultOfManyLayersTakesPassesOfAtMostEight)
{
    const TextureShape shape{5, 3, 10};
    Device own(std::shared_ptr<gl::Context>(std::shared_ptr<gl::Context>(), &device().context()),
               {.path = device().path(), .precision = device().precision(), .checkErrors = true});
    PlaneTexture source(own, shape), target(own, shape);
    source.upload(randomValues(shape, 6));

    Kernel(own, copySpec(10)).read("uSource", source).run(target);

    const int layers = target.layers();
    EXPECT_EQ(own.programCount(), own.path() == Path::Compute ? 1u : std::size_t((layers + 7) / 8));
    EXPECT_TRUE(target.download() == source.download());
}

TEST_P(KernelTest, AResultIsWrittenInThePassesThatAreAskedFor)
{
    const TextureShape shape{9, 5, 4};
    PlaneTexture source(device(), shape);
    source.upload(randomValues(shape, 10));

    for (const int planes : {1, 3}) {
        PlaneTexture target(device(), shape);
        KernelSpec spec = copySpec(4);
        spec.planesPerPass = planes;
        Kernel(device(), spec).read("uSource", source).run(target);
        EXPECT_TRUE(target.download() == source.download()) << planes << " planes in a pass";
    }
}

TEST_P(KernelTest, KernelsWithDifferentPassesCanWriteTheSameTexture)
{
    const TextureShape shape{9, 5, 4};
    PlaneTexture source(device(), shape), target(device(), shape);
    source.upload(randomValues(shape, 12));
    const std::vector<double> paint(shape.texels() * 16, 4711.0);

    for (const int planes : {1, 3, 2, 4}) {
        KernelSpec spec = copySpec(4);
        spec.planesPerPass = planes;
        target.upload(paint);
        Kernel(device(), spec).read("uSource", source).run(target);
        EXPECT_TRUE(target.download() == source.download()) << planes << " planes in a pass";
    }
}

TEST_P(KernelTest, ProgramsAreCompiledOnce)
{
    const TextureShape shape{4, 4, 2};
    PlaneTexture source(device(), shape), target(device(), shape);
    source.upload(randomValues(shape, 7));
    Kernel(device(), copySpec(2)).read("uSource", source).run(target);
    const std::size_t before = device().programCount();

    Kernel(device(), copySpec(2)).read("uSource", source).run(target);

    EXPECT_EQ(device().programCount(), before);
}

TEST_P(KernelTest, ReadingAnotherTextureReplacesTheFirst)
{
    const TextureShape shape{4, 4, 1};
    PlaneTexture first(device(), shape), second(device(), shape), target(device(), shape);
    first.upload(randomValues(shape, 8));
    second.upload(randomValues(shape, 9));
    Kernel kernel(device(), copySpec(1));

    kernel.read("uSource", first).run(target);
    kernel.read("uSource", second).run(target);

    EXPECT_TRUE(target.download() == second.download());
}

/// A device of its own on the same context, so that test kernels stay out of the shared ones.
class OwnKernelTest : public KernelTest {
protected:
    Device ownDevice() const
    {
        return Device(std::shared_ptr<gl::Context>(std::shared_ptr<gl::Context>(), &device().context()),
                      {.path = device().path(), .precision = device().precision(), .checkErrors = true});
    }
};

TEST_P(OwnKernelTest, ValuesOfEveryTypeArrive)
{
    const testing_support::ShaderFolder folder;
    folder.write("kernels/test_values.glsl", R"(
uniform int uInt;
uniform uint uUnsigned;
uniform uvec2 uPair;
uniform REAL uReal;
void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    bool words = uPair == uvec2(0x89abcdefu, 0x01234567u), large = uUnsigned == 0xfffffff0u;
    result[0] = REAL4(uReal, REAL(uInt), REAL(large ? 1 : 0), REAL(words ? 1 : 0));
}
)");
    Device own = ownDevice();
    PlaneTexture target(own, {2, 2, 1});

    Kernel(own, {.kernel = "test_values", .label = "values", .defines = {}, .resultPlanes = 1})
        .set("uInt", -3)
        .set("uUnsigned", 0xfffffff0u)
        .set("uPair", std::uint64_t{0x0123456789abcdef})
        .set("uReal", 0.1)
        .run(target);

    const auto values = target.download();
    EXPECT_EQ(values[0], stored(0.1));
    EXPECT_EQ(values[1], -3.0);
    EXPECT_EQ(values[2], 1.0);
    EXPECT_EQ(values[3], 1.0);
}

TEST_P(OwnKernelTest, AnErrorNamesKernelPathPrecisionAndLine)
{
    const testing_support::ShaderFolder folder;
    folder.write(
        "kernels/test_broken.glsl",
        "// broken\nvoid kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])\n{\n    result[0] = nothing;\n}\n");
    Device own = ownDevice();
    PlaneTexture target(own, {2, 2, 1});

    try {
        Kernel(own, {.kernel = "test_broken", .label = "broken-label", .defines = {}, .resultPlanes = 1}).run(target);
        FAIL() << "no error";
    } catch (const DeviceError& error) {
        const std::string text = error.what();
        const std::vector<std::string> parts = {"broken-label", name(own.path()), name(own.precision()),
                                                "kernels/test_broken.glsl:4"};
        for (const std::string& part : parts)
            EXPECT_NE(text.find(part), std::string::npos) << part << " is not in: " << text;
    }
    own.context().takeMessages();
}

INSTANTIATE_TEST_SUITE_P(Device, KernelTest, testing::ValuesIn(testing_support::allPathVariants()),
                         testing_support::pathVariantName);
INSTANTIATE_TEST_SUITE_P(Device, OwnKernelTest, testing::ValuesIn(testing_support::allPathVariants()),
                         testing_support::pathVariantName);

struct PathComparison {
    Group group;
    Precision precision;
};

/// The same kernel on both paths.
class PathsTest : public testing::TestWithParam<PathComparison> {};

TEST_P(PathsTest, FragmentAndComputeGiveTheSamePlaquettes)
{
    const auto [group, precision] = GetParam();
    Device* fragment = sharedDevice(Path::Fragment, precision);
    Device* compute = sharedDevice(Path::Compute, precision);
    if (!fragment || !compute) GTEST_SKIP() << "this driver lacks a path or the precision";
    const Lattice lattice({4, 6, 8, 10});
    OracleField host = reference::hotStart<2>(lattice, 17, precision);
    if (group == Group::SU3) host = reference::hotStart<3>(lattice, 17, precision);
    const auto plaquettes = [&](Device& device) {
        GaugeField u(device, lattice, group);
        upload(u, host);
        PlaneTexture density(device, halfFieldShape(lattice, 1));
        Kernel(device, plaquetteSpec(group, lattice, precision))
            .read("uSame", u.links(1))
            .read("uOther", u.links(0))
            .set("uParity", 1)
            .run(density);
        return density.download();
    };

    const auto a = plaquettes(*fragment), b = plaquettes(*compute);

    double largest = 0.0;
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    // A law on llvmpipe only: other compilers may contract products and sums differently on the two paths.
    if (fragment->context().capabilities().renderer.find("llvmpipe") != std::string::npos) {
        EXPECT_EQ(largest, 0.0);
    }
    EXPECT_LT(largest, precision == Precision::Single ? 1e-5 : 1e-14);
}

INSTANTIATE_TEST_SUITE_P(
    Groups, PathsTest,
    testing::Values(PathComparison{Group::SU2, Precision::Single}, PathComparison{Group::SU2, Precision::Double},
                    PathComparison{Group::SU3, Precision::Single}, PathComparison{Group::SU3, Precision::Double}),
    [](const auto& comparison) { return name(comparison.param.group) + "_" + name(comparison.param.precision); });

} // namespace
} // namespace gaugegl
