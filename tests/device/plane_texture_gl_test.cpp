// Textures keep what is uploaded, in the precision of the device, and refuse what the driver cannot hold.
#include "gaugegl/base/error.h"
#include "gaugegl/device/plane_texture.h"

#include "device/path_fixture.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <random>

namespace gaugegl {
namespace {

class PlaneTextureTest : public testing_support::PathTest {
protected:
    static std::vector<double> randomValues(const TextureShape& shape)
    {
        std::mt19937_64 engine(7);
        std::uniform_real_distribution<double> mantissa(-1.0, 1.0), exponent(-30.0, 30.0);
        std::vector<double> values(shape.texels() * std::size_t(shape.planes) * 4);
        for (double& value : values)
            value = mantissa(engine) * std::pow(10.0, exponent(engine));
        return values;
    }
    std::vector<std::uint64_t> storedBits(const std::vector<double>& values) const
    {
        std::vector<std::uint64_t> bits;
        for (const double value : values)
            bits.push_back(std::bit_cast<std::uint64_t>(stored(value)));
        return bits;
    }
    static std::vector<std::uint64_t> bitsOf(const std::vector<double>& values)
    {
        std::vector<std::uint64_t> bits;
        for (const double value : values)
            bits.push_back(std::bit_cast<std::uint64_t>(value));
        return bits;
    }
};

TEST_P(PlaneTextureTest, ReturnsWhatWasUploadedInItsPrecision)
{
    for (const TextureShape& shape : {TextureShape{1, 1, 1}, TextureShape{3, 5, 2}, TextureShape{17, 9, 6}}) {
        const std::vector<double> values = randomValues(shape);
        PlaneTexture texture(device(), shape);

        texture.upload(values);

        EXPECT_EQ(bitsOf(texture.download()), storedBits(values)) << shape.width << " x " << shape.height;
        EXPECT_EQ(bitsOf(texture.downloadThroughBuffer()), storedBits(values)) << shape.width << " x " << shape.height;
    }
}

TEST_P(PlaneTextureTest, KeepsTheBitsOfSpecialNumbers)
{
    using Limits = std::numeric_limits<double>;
    std::vector<double> values = {0.0, -0.0, Limits::infinity(), -Limits::infinity(), 1.0, -1.0, 0x1p-100, -0x1p100};
    if (device().precision() == Precision::Double) // in 32-bit words no number is special
        values.insert(values.end(), {Limits::denorm_min(), Limits::max(), Limits::min(), Limits::quiet_NaN()});
    const TextureShape shape{int(values.size() / 4), 1, 1};
    PlaneTexture texture(device(), shape);

    texture.upload(values);

    EXPECT_EQ(bitsOf(texture.download()), storedBits(values));
}

TEST_P(PlaneTextureTest, ReplacesTheRowsThatAreUploadedAndNoOthers)
{
    const TextureShape shape{7, 5, 3}, band{7, 2, 3};
    std::vector<double> all = randomValues(shape);
    std::vector<double> rows = randomValues(band);
    std::reverse(rows.begin(), rows.end());
    PlaneTexture texture(device(), shape);
    texture.upload(all);

    texture.uploadRows(2, 2, rows);

    for (std::size_t plane = 0; plane < 3; ++plane)
        std::copy_n(rows.begin() + std::ptrdiff_t(plane * band.texels() * 4), band.texels() * 4,
                    all.begin() + std::ptrdiff_t((plane * 5 + 2) * 7 * 4));
    EXPECT_EQ(bitsOf(texture.download()), storedBits(all));
}

TEST_P(PlaneTextureTest, CountsItsLayersAndBytes)
{
    const PlaneTexture texture(device(), {3, 5, 2});

    const int perPlane = device().precision() == Precision::Double ? 2 : 1;
    EXPECT_EQ(texture.layers(), 2 * perPlane);
    EXPECT_EQ(texture.bytes(), std::size_t(3 * 5 * 2 * 16 * perPlane));
}

TEST_P(PlaneTextureTest, ATextureBeyondTheLimitsIsADeviceErrorThatNamesThem)
{
    const gl::Capabilities& c = device().context().capabilities();
    const auto errorOf = [&](const TextureShape& shape) -> std::string {
        try {
            const PlaneTexture texture(device(), shape);
        } catch (const DeviceError& error) {
            return error.what();
        }
        return "no error";
    };
    const std::string size = std::to_string(c.maxTextureSize), tooLarge = std::to_string(c.maxTextureSize + 1);

    for (const TextureShape& shape : {TextureShape{c.maxTextureSize + 1, 1}, TextureShape{1, c.maxTextureSize + 1}}) {
        const std::string error = errorOf(shape);
        EXPECT_NE(error.find("allows " + size), std::string::npos) << error;
        EXPECT_NE(error.find(tooLarge), std::string::npos) << error;
    }
    const std::string layers = errorOf({1, 1, c.maxLayers + 1});
    EXPECT_NE(layers.find("allows " + std::to_string(c.maxLayers)), std::string::npos) << layers;
}

TEST_P(PlaneTextureTest, TheLargestWidthTheDriverAllowsWorks)
{
    const TextureShape shape{device().context().capabilities().maxTextureSize, 1, 1};
    const std::vector<double> values = randomValues(shape);
    PlaneTexture texture(device(), shape);

    texture.upload(values);

    EXPECT_EQ(bitsOf(texture.download()), storedBits(values));
}

TEST_P(PlaneTextureTest, ItsBitsComeBackAsTheyWere)
{
    const TextureShape shape{6, 10, 3};
    std::vector<double> values = randomValues(shape);
    values[0] = -0.0;
    values[1] = device().precision() == Precision::Single ? 1e-40 : 1e-310; // not normalised
    PlaneTexture from(device(), shape), to(device(), shape);
    from.upload(values);

    const std::vector<std::byte> bits = from.downloadBits();
    to.uploadBits(bits);

    EXPECT_EQ(bits.size(), from.bytes());
    EXPECT_EQ(to.downloadBits(), bits);
    EXPECT_EQ(bitsOf(to.download()), storedBits(values));
}

INSTANTIATE_TEST_SUITE_P(Device, PlaneTextureTest, testing::ValuesIn(testing_support::allPathVariants()),
                         testing_support::pathVariantName);

TEST(HalfFieldShapeTest, IsHalfTheLatticeInX)
{
    EXPECT_EQ(halfFieldShape(Lattice({4, 6, 8, 10}), 3), (TextureShape{12, 80, 3}));
}

} // namespace
} // namespace gaugegl
