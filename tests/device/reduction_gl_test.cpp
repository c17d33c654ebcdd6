// Sums of textures have the quality of a double in either precision, for every shape and fold.
#include "gaugegl/base/error.h"
#include "gaugegl/device/reduction.h"

#include "device/path_fixture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

namespace gaugegl {
namespace {

// Of the sum of magnitudes: two floats hold 48 bits, 4e-15, and few additions follow each other in a tree.
constexpr double sumTolerance = 1e-13;

class ReductionTest : public testing_support::PathTest {
protected:
    PlaneTexture textureOf(const TextureShape& shape, const std::vector<double>& values) const
    {
        PlaneTexture texture(device(), shape);
        texture.upload(values);
        return texture;
    }

    /// Magnitudes over twelve decades, either sign.
    static std::vector<double> randomValues(const TextureShape& shape, unsigned seed)
    {
        std::mt19937_64 engine(seed);
        std::uniform_real_distribution<double> sign(-1.0, 1.0), exponent(-8.0, 4.0);
        std::vector<double> values(shape.texels() * 4);
        for (double& value : values)
            value = sign(engine) * std::pow(10.0, exponent(engine));
        return values;
    }

    /// The sums of the rows of a texture of this width in the one order, with the arithmetic of addSums in lattice/sum.glsl.
    template<class Real>
    static std::vector<std::pair<Real, Real>> rowSums(const TextureShape& shape, const std::vector<double>& values,
                                                      std::size_t component)
    {
        const auto width = std::size_t(shape.width);
        std::vector<std::pair<Real, Real>> sums;
        for (std::size_t row = 0; row < std::size_t(shape.height); ++row) {
            std::vector<std::pair<Real, Real>> line(std::bit_ceil(width));
            for (std::size_t i = 0; i < width; ++i)
                line[i].first = Real(values[4 * (row * width + i) + component]);
            sums.push_back(treeSum(line));
        }
        return sums;
    }

    template<class Real>
    static std::pair<Real, Real> treeSum(std::vector<std::pair<Real, Real>> line)
    {
        line.resize(std::bit_ceil(line.size()));
        for (std::size_t half = line.size() / 2; half > 0; half /= 2)
            for (std::size_t i = 0; i < half; ++i) {
                const auto [a, al] = line[i];
                const auto [b, bl] = line[i + half];
                const Real s = a + b, v = s - a, w = s - v, e = (a - w) + (b - v), f = e + (al + bl);
                const Real hi = s + f, d = hi - s;
                line[i] = {hi, f - d};
            }
        return line[0];
    }

    /// What a sum that is left on the device must be, bit for bit.
    template<class Real>
    static std::vector<double> expectedTexel(const TextureShape& shape, const std::vector<double>& values)
    {
        std::vector<double> texel(8);
        for (std::size_t c = 0; c < 4; ++c) {
            const auto [hi, lo] = treeSum(rowSums<Real>(shape, values, c));
            texel[c] = double(hi);
            texel[4 + c] = double(lo);
        }
        return texel;
    }

    void expectSums(const std::array<double, 4>& sums, const std::vector<double>& values, const std::string& what) const
    {
        std::array<long double, 4> exact{}, magnitude{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            exact[i % 4] += stored(values[i]);
            magnitude[i % 4] += std::abs(stored(values[i]));
        }
        for (std::size_t c = 0; c < 4; ++c)
            EXPECT_NEAR(sums[c], double(exact[c]), sumTolerance * double(magnitude[c])) << what << ", component " << c;
    }
};

TEST_P(ReductionTest, AddsUpEveryShapeWithEveryFold)
{
    for (const TextureShape& shape :
         {TextureShape{1, 1}, TextureShape{3, 5}, TextureShape{17, 33}, TextureShape{64, 257}, TextureShape{257, 3}}) {
        const std::vector<double> values = randomValues(shape, 11);
        const PlaneTexture texture = textureOf(shape, values);
        for (const int fold : {2, 4, 8, 16, 32}) {
            Reduction reduction(device(), fold);
            expectSums(reduction.sum(texture), values,
                       std::to_string(shape.width) + " x " + std::to_string(shape.height) + ", fold " +
                           std::to_string(fold));
        }
    }
}

TEST_P(ReductionTest, HasTheBitsOfOneOrderWithEveryFold)
{
    for (const TextureShape& shape :
         {TextureShape{1, 1}, TextureShape{3, 5}, TextureShape{17, 33}, TextureShape{64, 257}, TextureShape{257, 3},
          TextureShape{1, 40}, TextureShape{1500, 2}}) {
        const std::vector<double> values = randomValues(shape, 12);
        const PlaneTexture texture = textureOf(shape, values);
        const bool isDouble = device().precision() == Precision::Double;
        const std::vector<double> expected =
            isDouble ? expectedTexel<double>(shape, values) : expectedTexel<float>(shape, values);
        const auto onHost = Reduction(device()).sum(texture);
        for (const int fold : {2, 4, 8, 16, 32}) {
            const std::string what =
                std::to_string(shape.width) + " x " + std::to_string(shape.height) + ", fold " + std::to_string(fold);
            PlaneTexture out(device(), {1, 1, 2});
            Reduction(device(), fold).sum(texture, out);
            EXPECT_EQ(out.download(), expected) << what;
            EXPECT_EQ(Reduction(device(), fold).sum(texture), onHost) << what;
        }
    }
}

// Rows are what ranks share: the sums of any of them are those of a texture that has them alone.
TEST_P(ReductionTest, RowsDoNotDependOnTheirNeighbours)
{
    const TextureShape shape{24, 20}, part{24, 6};
    const std::vector<double> values = randomValues(shape, 13);
    const std::ptrdiff_t row = 4 * 24;
    const std::vector<double> some(values.begin() + 7 * row, values.begin() + 13 * row);

    const RowSums whole = Reduction(device()).begin(textureOf(shape, values)).rows();
    const RowSums parts = Reduction(device()).begin(textureOf(part, some)).rows();

    EXPECT_EQ(whole.count(), 20u);
    EXPECT_EQ(whole.sum(7, 6), parts.sum());
}

TEST_P(ReductionTest, FindsTheLargestOfEachRow)
{
    const TextureShape shape{37, 6};
    std::vector<double> values = randomValues(shape, 14);
    std::vector<double> largest(6);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = std::abs(stored(values[i]));
        if (i % 4 == 1) largest[i / 4 / 37] = std::max(largest[i / 4 / 37], values[i]);
    }
    const RowSums rows = Reduction(device()).beginWithLargest(textureOf(shape, values)).rows();
    for (std::size_t row = 0; row < 6; ++row)
        EXPECT_EQ(rows.largest(row, 1), largest[row]);
    EXPECT_EQ(rows.largest(0, 6), *std::ranges::max_element(largest));
    EXPECT_EQ(rows.sum()[1], Reduction(device()).sum(textureOf(shape, values))[1]);
}

TEST_P(ReductionTest, AddsEveryTexelExactlyOnce)
{
    const TextureShape shape{37, 51};
    std::vector<double> values(shape.texels() * 4); // integers, so that no sum is rounded
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = double(i / 4 + i % 4);
    const double n = double(shape.texels());
    const PlaneTexture texture = textureOf(shape, values);

    for (const int fold : {2, 4, 8, 16, 32}) {
        const auto sums = Reduction(device(), fold).sum(texture);
        for (std::size_t c = 0; c < 4; ++c)
            EXPECT_EQ(sums[c], n * (n - 1) / 2 + double(c) * n) << "fold " << fold;
    }
}

TEST_P(ReductionTest, KeepsWhatIsLostBesideLargeTermsThatCancel)
{
    const bool isDouble = device().precision() == Precision::Double;
    const double large = isDouble ? 1e17 : 1e8, small = isDouble ? 1.0 : 1e-3;
    const TextureShape shape{64, 257};
    std::vector<double> values(shape.texels() * 4);
    for (std::size_t texel = 0; texel < shape.texels(); ++texel)
        for (std::size_t c = 0; c < 4; ++c) // each component begins the pattern elsewhere
            values[4 * texel + c] = std::array{large, small, -large, small}[(texel + c) % 4];
    const double exact = 0.5 * double(shape.texels()) * stored(small);
    const double magnitude = 0.5 * double(shape.texels()) * large;
    double plainDouble = 0.0;
    float plainFloat = 0.0f;
    for (std::size_t texel = 0; texel < shape.texels(); ++texel) {
        plainDouble += values[4 * texel];
        plainFloat += float(values[4 * texel]);
    }
    const double plain = isDouble ? plainDouble : double(plainFloat);
    const PlaneTexture texture = textureOf(shape, values);

    for (const int fold : {2, 4, 8, 16, 32}) {
        const auto sums = Reduction(device(), fold).sum(texture);
        for (const double sum : sums) {
            EXPECT_NEAR(sum, exact, 1e-6 * exact) << "fold " << fold; // the large terms cancel within a block
            EXPECT_NEAR(sum, exact, 1e-12 * magnitude) << "fold " << fold;
        }
    }
    EXPECT_GT(std::abs(plain - exact), 0.4 * exact) << "the case is too easy";
    if (!isDouble) {
        EXPECT_GT(std::abs(plain - exact), 1e-12 * magnitude) << "the case is too easy";
    }
}

TEST_P(ReductionTest, KeepsWhatIsLostWhenTheLargeTermsAreFarApart)
{
    const bool isDouble = device().precision() == Precision::Double;
    const double large = isDouble ? 0x1p60 : 0x1p27, small = isDouble ? 1.0 : 0x1p-10;
    const TextureShape shape{128, 96};
    std::vector<double> values(shape.texels() * 4, small);
    for (std::size_t c = 0; c < 4; ++c) { // opposite corners
        values[c] = large;
        values[values.size() - 4 + c] = -large;
    }
    const double exact = double(shape.texels() - 2) * small;
    const PlaneTexture texture = textureOf(shape, values);

    for (const int fold : {2, 4, 8, 16, 32})
        for (const double sum : Reduction(device(), fold).sum(texture))
            EXPECT_EQ(sum, exact) << "fold " << fold;
}

TEST_P(ReductionTest, RepeatsItsResultWhateverWasAddedBefore)
{
    const TextureShape large{64, 257}, small{17, 33};
    const std::vector<double> a = randomValues(large, 1), b = randomValues(small, 2), c = randomValues(large, 3);
    const PlaneTexture textureA = textureOf(large, a), textureB = textureOf(small, b), textureC = textureOf(large, c);
    Reduction reduction(device(), 4);

    const auto first = reduction.sum(textureA);
    const auto again = reduction.sum(textureA);
    const auto other = reduction.sum(textureB);
    const auto sameShape = reduction.sum(textureC);
    const auto last = reduction.sum(textureA);

    EXPECT_EQ(first, again);
    EXPECT_EQ(first, last);
    EXPECT_EQ(other, Reduction(device(), 4).sum(textureB));
    EXPECT_EQ(sameShape, Reduction(device(), 4).sum(textureC));
    EXPECT_NE(first, sameShape);
}

TEST_P(ReductionTest, LeavesItsTermsAlone)
{
    const TextureShape shape{17, 33};
    const PlaneTexture texture = textureOf(shape, randomValues(shape, 4));
    const auto before = texture.download();

    Reduction(device()).sum(texture);

    EXPECT_EQ(texture.download(), before);
}

TEST_P(ReductionTest, RefusesOtherFolds)
{
    for (const int fold : {-2, 0, 1, 3, 6, 64})
        EXPECT_THROW(Reduction(device(), fold), InputError) << fold;
}

INSTANTIATE_TEST_SUITE_P(Device, ReductionTest, testing::ValuesIn(testing_support::allPathVariants()),
                         testing_support::pathVariantName);

} // namespace
} // namespace gaugegl
