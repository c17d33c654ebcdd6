// The functions of lattice/math.glsl and lattice/random.glsl against the C library and core/random.h.
#include "gaugegl/core/random.h"
#include "gaugegl/device/kernel.h"

#include "device/path_fixture.h"
#include "shaders/shader_folder.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace gaugegl {
namespace {

const char* mathKernel = R"(
#include "lattice/math.glsl"
uniform FIELD uSource;
void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    REAL4 a = loadPlane(uSource, texel, 0);
    result[0] = REAL4(logOf(a.x), expOf(a.y), cosSinTwoPi(a.z));
}
)";

const char* turnsKernel = R"(
#include "lattice/math.glsl"
uniform FIELD uSource;
void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    REAL4 a = loadPlane(uSource, texel, 0);
    result[0] = REAL4(turnsOf(a.x, a.y), 0.0, 0.0, 0.0);
}
)";

const char* uniformsKernel = R"(
#include "lattice/random.glsl"
uniform uint uFirstSite;
uniform uint uFirstDraw;
uniform uint uStream;
void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    result[0] = uniforms(uFirstSite + uint(texel.x), uFirstDraw + uint(texel.y), uStream);
}
)";

KernelSpec testKernel(const std::string& kernel)
{
    return {.kernel = kernel, .label = kernel, .defines = {}, .resultPlanes = 1};
}

/// Runs test kernels on a device of its own on the shared contexts.
class ShaderFunctionTest : public testing_support::PathTest {
protected:
    void SetUp() override
    {
        PathTest::SetUp();
        if (IsSkipped()) return;
        folder_.emplace();
        folder_->write("kernels/test_math.glsl", mathKernel);
        folder_->write("kernels/test_turns.glsl", turnsKernel);
        folder_->write("kernels/test_uniforms.glsl", uniformsKernel);
        own_.emplace(std::shared_ptr<gl::Context>(std::shared_ptr<gl::Context>(), &device().context()),
                     DeviceOptions{.path = device().path(), .precision = device().precision(), .checkErrors = true});
    }
    Device& own() { return *own_; }
    bool inDouble() const { return GetParam().precision == Precision::Double; }

    /// Relative to the result: five roundings of a float, nine of a double.
    double tolerance() const { return inDouble() ? 1e-15 : 3e-7; }

    /// (log, exp, cos, sin) of the arguments (x of log, y of exp, u of cos and sin); all lists of one length.
    std::vector<double> results(const std::vector<double>& x, const std::vector<double>& y,
                                const std::vector<double>& u)
    {
        const TextureShape shape{512, int((x.size() + 511) / 512), 1};
        std::vector<double> values(shape.texels() * 4, 0.5);
        for (std::size_t i = 0; i < x.size(); ++i) {
            values[4 * i] = x[i];
            values[4 * i + 1] = y[i];
            values[4 * i + 2] = u[i];
        }
        PlaneTexture source(own(), shape), target(own(), shape);
        source.upload(values);
        Kernel(own(), testKernel("test_math")).read("uSource", source).run(target);
        return target.download();
    }

    std::optional<testing_support::ShaderFolder> folder_;
    std::optional<Device> own_;
};

/// The largest deviation over many arguments, and where it is.
struct Worst {
    double deviation = 0, at = 0;
    void add(double value, long double exact, double argument)
    {
        const double relative = double(std::abs((value - exact) / (exact == 0 ? 1 : exact)));
        if (relative > deviation || std::isnan(relative))
            *this = {std::isnan(relative) ? HUGE_VAL : relative, argument};
    }
};

TEST_P(ShaderFunctionTest, AnglesAgreeWithTheLibrary)
{
    const TextureShape shape{512, 1, 1};
    std::vector<double> values(shape.texels() * 4, 0.0);
    for (std::size_t i = 0; i < shape.texels(); ++i) { // all directions, then ever smaller angles, of any length
        const double angle = i < 300 ? std::numbers::pi * double(i) / 299 : std::exp2(-double(i - 300) / 6);
        const double length = std::exp2(double(i % 7) - 3);
        const double c = length * std::cos(angle), s = i == 0 ? 0 : length * std::abs(std::sin(angle));
        values[4 * i] = inDouble() ? c : double(float(c));
        values[4 * i + 1] = inDouble() ? s : double(float(s));
    }
    PlaneTexture source(own(), shape), target(own(), shape);
    source.upload(values);
    Kernel(own(), testKernel("test_turns")).read("uSource", source).run(target);
    const std::vector<double> found = target.download();

    Worst worst;
    for (std::size_t i = 0; i < shape.texels(); ++i)
        worst.add(found[4 * i],
                  std::atan2((long double)values[4 * i + 1], (long double)values[4 * i]) /
                      (2 * std::numbers::pi_v<long double>),
                  double(i));
    EXPECT_LT(worst.deviation, 2 * tolerance()) << worst.at;
}

TEST_P(ShaderFunctionTest, LogExpCosAndSinAgreeWithTheLibrary)
{
    const double step = inDouble() ? 0x1p-52 : 0x1p-23;
    std::vector<double> x = {
        1.0,      2.0,         0.5,         step / 2,       1 - step / 2,   1 + step,  1 - step,       step,
        3 * step, 1 - 0x1p-10, 1 + 0x1p-10, std::sqrt(0.5), std::sqrt(2.0), 1.4140625, 0.70703125,     1.41406238,
        0x1p-24,  1 - 0x1p-24, 0x1p-20,     1e-30,          1e30,           1e9,       std::numbers::e};
    std::vector<double> y = {0.0,
                             -step,
                             -1e-10,
                             -0.34657359,
                             -0.34657360,
                             -0.5,
                             -1,
                             -1.5 * std::numbers::ln2,
                             -0.5 * std::numbers::ln2,
                             -10,
                             -17.3286795,
                             -50,
                             -77.9,
                             -78,
                             -1e-3,
                             -2,
                             -33.3};
    std::vector<double> u = {0.0,        step / 2,     step,        0.125,       0.125 - step, 0.125 + step,
                             0.25,       0.25 - step,  0.25 + step, 0.375,       0.5,          0.5 - step,
                             0.5 + step, 0.625,        0.75,        0.75 + step, 0.875,        0.875 - step,
                             1 - step,   1 - step / 2, 1 - 0x1p-24, 0x1p-24,     1.0};
    if (inDouble()) y.insert(y.end(), {-100, -345.6, -600.1, -689.9});
    std::mt19937_64 engine(23);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    const std::size_t count = 40 * 512;
    while (x.size() < count / 2)
        x.push_back(uniform(engine));
    while (x.size() < count)
        x.push_back(std::exp(60 * (uniform(engine) - 0.5)));
    while (y.size() < count / 2)
        y.push_back(-uniform(engine));
    while (y.size() < count)
        y.push_back((inDouble() ? -690.0 : -78.0) * uniform(engine));
    while (u.size() < count)
        u.push_back(uniform(engine));

    const std::vector<double> f = results(x, y, u);

    Worst log, exp, cos, sin;
    for (std::size_t i = 0; i < count; ++i) {
        const long double n = std::floor(4.0L * stored(u[i]) + 0.5L);
        const long double angle =
            (stored(u[i]) - 0.25L * n) * 2 * std::numbers::pi_v<long double>; // exact near the zeros
        const long double c = std::cos(angle), s = std::sin(angle);
        const int quadrant = int(n) & 3;
        log.add(f[4 * i], std::log((long double)(stored(x[i]))), x[i]);
        exp.add(f[4 * i + 1], std::exp((long double)(stored(y[i]))), y[i]);
        cos.add(f[4 * i + 2], quadrant == 0 ? c : quadrant == 1 ? -s : quadrant == 2 ? -c : s, u[i]);
        sin.add(f[4 * i + 3], quadrant == 0 ? s : quadrant == 1 ? c : quadrant == 2 ? -s : -c, u[i]);
    }
    EXPECT_LT(log.deviation, tolerance()) << "log " << log.at;
    EXPECT_LT(exp.deviation, tolerance()) << "exp " << exp.at;
    EXPECT_LT(cos.deviation, tolerance()) << "cos 2 pi " << cos.at;
    EXPECT_LT(sin.deviation, tolerance()) << "sin 2 pi " << sin.at;
}

TEST_P(ShaderFunctionTest, ExpOfVeryNegativeArgumentsIsZeroOrTiny)
{
    const std::vector<double> y = {-79, -100, -690.5, -700, -1e4, -1e30, -std::numeric_limits<double>::infinity()};

    const std::vector<double> f = results(std::vector<double>(y.size(), 1.0), y, std::vector<double>(y.size(), 0.0));

    for (std::size_t i = 0; i < y.size(); ++i) {
        EXPECT_GE(f[4 * i + 1], 0.0) << y[i];
        EXPECT_LE(f[4 * i + 1], std::max(1.01 * std::exp(y[i]), inDouble() ? 1e-299 : 1e-33)) << y[i];
    }
    EXPECT_EQ(f[4 * 3 + 1], 0.0);
}

TEST_P(ShaderFunctionTest, UniformsAreThoseOfTheHost)
{
    struct Draw {
        std::uint64_t seed;
        unsigned sweep, site, draw, mu;
    };
    const int width = 64, height = 40;
    for (const Draw& d : {Draw{0, 0, 0, 0, 0}, Draw{0x123456789abcdef0, 77, 1000, 250, 3},
                          Draw{0xffffffffffffffff, 0xffffffffu, 0xffffffc0u, 740, 1}}) {
        PlaneTexture target(own(), {width, height, 1});

        Kernel(own(), testKernel("test_uniforms"))
            .set("uSeed", d.seed)
            .set("uSweep", d.sweep)
            .set("uFirstSite", d.site)
            .set("uFirstDraw", d.draw)
            .set("uStream", 16u * unsigned(Purpose::HeatBath) + d.mu)
            .run(target);

        const std::vector<double> values = target.download();
        for (unsigned row = 0; row < unsigned(height); ++row)
            for (unsigned column = 0; column < unsigned(width); ++column) {
                const RandomSite at{d.seed, Purpose::HeatBath, int(d.mu), d.sweep, d.site + column};
                const auto expected = uniforms(at, d.draw + row, GetParam().precision);
                for (std::size_t c = 0; c < 4; ++c) {
                    const double value = values[4 * (row * unsigned(width) + column) + c];
                    ASSERT_GT(value, 0.0);
                    ASSERT_LT(value, 1.0);
                    if (inDouble()) {
                        ASSERT_NEAR(value, expected[c], expected[c] * 0x1p-52);
                    } else {
                        ASSERT_EQ(value, expected[c]) << "site " << at.site << ", draw " << d.draw + row;
                    }
                }
            }
    }
}

INSTANTIATE_TEST_SUITE_P(Device, ShaderFunctionTest, testing::ValuesIn(testing_support::allPathVariants()),
                         testing_support::pathVariantName);

} // namespace
} // namespace gaugegl
