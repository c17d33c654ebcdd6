// A profile counts what a device does, and the times of its parts add up.
#include "gaugegl/device/kernel.h"
#include "gaugegl/device/profile.h"
#include "gaugegl/device/readback.h"
#include "gaugegl/gauge/kernels.h"

#include "device/path_fixture.h"

#include <thread>

namespace gaugegl {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class ProfileTest : public testing_support::PathTest {
protected:
    static constexpr TextureShape shape{16, 8, 3};
    static const std::vector<double>& numbers()
    {
        static const std::vector<double> all(shape.texels() * std::size_t(shape.planes) * 4, 0.5);
        return all;
    }
    PlaneTexture uploaded() const
    {
        PlaneTexture texture(device(), shape);
        texture.upload(numbers());
        return texture;
    }
    void copy(const PlaneTexture& from, PlaneTexture& to) const
    {
        Kernel(device(), copySpec(shape.planes)).read("uSource", from).run(to);
    }
    /// A kernel that no other test has, once.
    void runOwn(PlaneTexture& to, const std::string& value) const
    {
        const std::string body = "void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])\n{\n"
                                 "    for (int k = 0; k < RESULT_PLANES; ++k) result[k] = REAL4(" +
                                 value + ");\n}\n";
        Kernel(device(), {.kernel = "own", .label = "own", .defines = {}, .resultPlanes = shape.planes, .text = body})
            .run(to);
    }
    static std::int64_t calls(const ProfileReport& report, const std::string& label)
    {
        for (const ProfileEntry& kernel : report.kernels)
            if (kernel.name == label) return kernel.calls;
        return 0;
    }
    static void expectSums(const ProfileReport& report)
    {
        double sum =
            report.compiling.seconds + report.uploads.seconds + report.readbacks.seconds + report.hostSeconds();
        for (const ProfileEntry& kernel : report.kernels) {
            EXPECT_GE(kernel.seconds, 0) << kernel.name;
            sum += kernel.seconds;
        }
        EXPECT_NEAR(sum, report.seconds, 1e-12 * double(report.kernels.size() + 4));
        EXPECT_GE(report.hostSeconds(), 0);
        for (std::size_t i = 1; i < report.kernels.size(); ++i)
            EXPECT_GE(report.kernels[i - 1].seconds, report.kernels[i].seconds);
    }
};

TEST_P(ProfileTest, CountsEveryCallOfAKnownSequence)
{
    for (const ProfileClock clock : {ProfileClock::Host, ProfileClock::Query}) {
        PlaneTexture a = uploaded(), b = uploaded();
        copy(a, b);
        runOwn(b, "1.0");

        Profile profile(device(), clock);
        for (int i = 0; i < 5; ++i) {
            copy(a, b);
            copy(b, a);
        }
        for (int i = 0; i < 3; ++i)
            runOwn(b, "1.0");
        a.upload(numbers());
        a.uploadBits(b.downloadBits());
        EXPECT_EQ(Readback(b).values(), b.download());
        const ProfileReport report = profile.report();

        ASSERT_EQ(report.kernels.size(), 2u);
        EXPECT_EQ(calls(report, copySpec(shape.planes).label), 10);
        EXPECT_EQ(calls(report, "own"), 3);
        EXPECT_EQ(report.compiling.calls, 0);
        EXPECT_EQ(report.uploads.calls, 2);
        EXPECT_EQ(report.readbacks.calls, 3);
        EXPECT_EQ(report.clock, clock == ProfileClock::Host ? "host" : "query");
    }
}

TEST_P(ProfileTest, PartsAddUpToTheTimeThatPassed)
{
    PlaneTexture a = uploaded(), b = uploaded();
    copy(a, b);
    const auto outer = Clock::now();

    Profile profile(device(), ProfileClock::Host);
    const auto inner = Clock::now();
    for (int i = 0; i < 20; ++i)
        copy(a, b);
    b.upload(numbers());
    b.download();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const double least = secondsSince(inner);
    const ProfileReport report = profile.report();

    EXPECT_GE(report.seconds, least);
    EXPECT_LE(report.seconds, secondsSince(outer));
    expectSums(report);
    EXPECT_GE(report.hostSeconds(), 0.02) << "the host slept";
    EXPECT_GT(report.kernelSeconds(), 0);
    EXPECT_GT(report.uploads.seconds, 0);
    EXPECT_GT(report.readbacks.seconds, 0);
    EXPECT_EQ(report.compiling.seconds, 0);
}

TEST_P(ProfileTest, CountsTheFirstRunOfAProgramAsCompiling)
{
    PlaneTexture a = uploaded();
    const auto programs = passes({.kernel = "own", .label = "own", .defines = {}, .resultPlanes = shape.planes},
                                 device().path(), device().precision());

    Profile profile(device());
    for (int i = 0; i < 4; ++i)
        runOwn(a, "2.0"); // which no other test has compiled
    const ProfileReport report = profile.report();

    EXPECT_EQ(calls(report, "own"), 3);
    EXPECT_EQ(report.compiling.calls, std::int64_t(programs.size()));
    EXPECT_GT(report.compiling.seconds, 0);
    expectSums(report);
}

TEST_P(ProfileTest, ReadsMoreQueriesThanItKeeps)
{
    PlaneTexture a = uploaded(), b = uploaded();
    copy(a, b);

    Profile profile(device(), ProfileClock::Query);
    constexpr int many = 1500;
    for (int i = 0; i < many; ++i)
        copy(a, b);
    const ProfileReport report = profile.report();

    EXPECT_EQ(calls(report, copySpec(shape.planes).label), many);
    EXPECT_TRUE(b.download() == a.download());
}

TEST_P(ProfileTest, CountsAPassInPiecesOnce)
{
    Device inPieces(testing_support::sharedContext(),
                    {.path = device().path(), .precision = device().precision(), .passes = {.rows = 3}});
    PlaneTexture a(inPieces, shape), b(inPieces, shape);
    a.upload(numbers());
    Kernel kernel(inPieces, copySpec(shape.planes));
    kernel.read("uSource", a).run(b);

    Profile profile(inPieces);
    kernel.run(b);
    kernel.run(b);

    EXPECT_EQ(calls(profile.report(), copySpec(shape.planes).label), 2);
}

TEST_P(ProfileTest, EndsWithItsLife)
{
    EXPECT_EQ(device().profile(), nullptr);
    {
        Profile profile(device());
        EXPECT_EQ(device().profile(), &profile);
    }
    EXPECT_EQ(device().profile(), nullptr);
    PlaneTexture a = uploaded(), b = uploaded();
    copy(a, b);
    Profile later(device());
    const ProfileReport report = later.report();
    EXPECT_TRUE(report.kernels.empty());
    EXPECT_EQ(report.uploads.calls, 0);
}

INSTANTIATE_TEST_SUITE_P(Device, ProfileTest, testing::ValuesIn(testing_support::allPathVariants()),
                         testing_support::pathVariantName);

} // namespace
} // namespace gaugegl
