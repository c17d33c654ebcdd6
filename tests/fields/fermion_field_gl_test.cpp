// Fermion fields of the device as vectors: what is uploaded comes back, copies are values, linear combinations and
// numbers are those of the host, and 16 bits hold what they should.
#include "fields/fermion_field.h"

#include "fermion/operators/half_fields.h"
#include "gaugegl/base/error.h"
#include "support/device_fixture.h"

#include <cmath>
#include <limits>

namespace gaugegl::testing_support {
namespace {

using Complex = std::complex<double>;

constexpr FermionKind kinds[] = {FermionKind::Wilson, FermionKind::Staggered};

class FermionFields : public DeviceTest {
protected:
    Lattice lattice_ = Lattice({4, 6, 2, 8});

    double tolerance() const { return precision() == Precision::Single ? 1e-6 : 1e-14; }
    bool hasSixteenBits() const { return precision() == Precision::Single && device().storage() == Storage::Texture; }
    std::shared_ptr<FermionSpace> space(FermionKind kind, FieldFormat format = FieldFormat::Real) const
    {
        return FermionSpace::create(device(), {lattice_, group(), kind, format});
    }
    HalfVector random(FermionKind kind, std::uint64_t seed, int parity = 0) const
    {
        return randomHalf(lattice_, kind, group(), parity, seed);
    }
    /// What fields of the format Real hold of it.
    HalfVector stored(HalfVector half) const
    {
        if (precision() == Precision::Single)
            for (Complex& c : half)
                c = {double(float(c.real())), double(float(c.imag()))};
        return half;
    }
    static HalfVector sum(Complex a, const HalfVector& x, Complex b, const HalfVector& y)
    {
        HalfVector result(x.size());
        for (std::size_t i = 0; i < x.size(); ++i)
            result[i] = a * x[i] + b * y[i];
        return result;
    }
};

TEST_P(FermionFields, DownloadIsTheInverseOfUpload)
{
    for (const FermionKind kind : kinds) {
        const HalfVector half = random(kind, 1, 1);
        const FermionField field = uploaded(space(kind), half);
        EXPECT_TRUE(downloaded(field) == stored(half));
        EXPECT_EQ(field.planes().shape().texels(),
                  std::size_t(lattice_.halfVolume()) / (kind == FermionKind::Wilson ? 1 : 2));
    }
}

TEST_P(FermionFields, CopiesAreValues)
{
    const auto space = this->space(FermionKind::Staggered);
    const HalfVector one = stored(random(FermionKind::Staggered, 1)), two = stored(random(FermionKind::Staggered, 2));
    FermionField a = uploaded(space, one), b = a, c = uploaded(space, two);
    setZero(a);
    EXPECT_TRUE(downloaded(b) == one) << "a copy has changed with its original";
    EXPECT_EQ(norm2(downloaded(a)), 0);
    a = c;
    setZero(c);
    EXPECT_TRUE(downloaded(a) == two);
    FermionField& same = a;
    a = same;
    EXPECT_TRUE(downloaded(a) == two);
    b = std::move(a);
    EXPECT_TRUE(downloaded(b) == two);
    EXPECT_TRUE(downloaded(zeroLike(b)) == HalfVector(two.size()));
}

TEST_P(FermionFields, CombineAsVectors)
{
    for (const FermionKind kind : kinds) {
        const HalfVector x = random(kind, 1), y = random(kind, 2), p = random(kind, 3);
        const FermionField fx = uploaded(space(kind), x), fy = uploaded(space(kind), y), fp = uploaded(space(kind), p);
        const DeviceReal half = 0.5 * (norm2(fx) / norm2(fx));
        const DeviceComplex c = dot(fx, fy) / dot(fx, fx);
        Complex product = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
            product += std::conj(x[i]) * y[i];
        EXPECT_LT(std::abs(value(dot(fx, fy)) - product), tolerance() * std::sqrt(norm2(x) * norm2(y)));
        EXPECT_NEAR(value(norm2(fx)) / norm2(x), 1, 2 * tolerance());
        product /= norm2(x);

        FermionField out = fy;
        axpy(half, fx, out);
        EXPECT_LT(deviation(downloaded(out), sum(0.5, x, 1, y)), tolerance());
        out = fy;
        axpy(c, fx, out);
        EXPECT_LT(deviation(downloaded(out), sum(product, x, 1, y)), tolerance());
        out = fy;
        xpay(fx, -half, out);
        EXPECT_LT(deviation(downloaded(out), sum(1, x, -0.5, y)), tolerance());
        out = fy;
        xpay(fx, c, out);
        EXPECT_LT(deviation(downloaded(out), sum(1, x, product, y)), tolerance());
        out = fy;
        EXPECT_NEAR(value(axpyNorm2(half, fx, out)) / norm2(sum(0.5, x, 1, y)), 1, 2 * tolerance());
        EXPECT_LT(deviation(downloaded(out), sum(0.5, x, 1, y)), tolerance());

        out = fy;
        FermionField direction = fp;
        updateSolutionAndDirection(out, direction, fx, half, 3 * half);
        EXPECT_LT(deviation(downloaded(out), sum(1, y, 0.5, p)), tolerance());
        EXPECT_LT(deviation(downloaded(direction), sum(1, x, 1.5, p)), tolerance());
    }
}

TEST_P(FermionFields, NumbersAreThoseOfTheHost)
{
    const auto space = this->space(FermionKind::Wilson);
    const FermionField x = uploaded(space, random(FermionKind::Wilson, 1)),
                       y = uploaded(space, random(FermionKind::Wilson, 2));
    const DeviceReal a = norm2(x), b = -0.25 * norm2(y);
    const DeviceComplex c = dot(x, y), d = 3.0 * -dot(y, y);
    const double u = value(a), v = value(b);
    const Complex p = value(c), q = value(d);
    const auto near = [&](Complex found, Complex expected) {
        EXPECT_LT(std::abs(found - expected), tolerance() * std::abs(expected));
    };
    near(value(a + b), u + v);
    near(value(a - b), u - v);
    near(value(a * b), u * v);
    near(value(a / b), u / v);
    near(value(-a), -u);
    near(value(c + d), p + q);
    near(value(c - d), p - q);
    near(value(c * d), p * q);
    near(value(c / d), p / q);
    near(value(realPart(c)), p.real());
    near(value(2.0 * realPart(d) * a), 2 * q.real() * u);
    const DeviceReal kept = a;
    for (int i = 0; i < 3; ++i)
        norm2(y); // new numbers do not take the place of one that somebody holds
    EXPECT_EQ(value(kept), u);
}

TEST_P(FermionFields, PollsHandOverEveryIntervalthIterationLater)
{
    const FermionField x = uploaded(space(FermionKind::Staggered), random(FermionKind::Staggered, 1));
    const DeviceReal one = norm2(x) / norm2(x);
    const int interval = 3;
    auto poll = makePoll(x, interval);
    std::vector<int> seen;
    for (int iteration = 1; iteration <= 12; ++iteration) {
        poll.post(iteration, double(iteration) * one, double(-iteration) * one);
        while (const auto observation = poll.next(iteration)) {
            EXPECT_EQ(iteration, observation->iteration + interval - 1) << "known at another iteration";
            EXPECT_NEAR(observation->residual2, observation->iteration, 1e-5);
            EXPECT_NEAR(observation->curvature, -observation->iteration, 1e-5);
            seen.push_back(observation->iteration);
        }
    }
    EXPECT_EQ(seen, (std::vector{3, 6, 9}));

    auto atOnce = makePoll(x, 1);
    atOnce.post(1, one, one);
    EXPECT_TRUE(atOnce.next(1).has_value());
    EXPECT_FALSE(atOnce.next(1).has_value());
}

TEST_P(FermionFields, SixteenBitsAreRefusedWhereTheyDoNotExist)
{
    if (hasSixteenBits()) GTEST_SKIP() << "they do here";
    for (const FieldFormat format : {FieldFormat::Half, FieldFormat::BlockFloat16})
        try {
            FermionField field(space(FermionKind::Wilson, format));
            FAIL() << "no error for " << name(format);
        } catch (const InputError& error) {
            EXPECT_PRED_FORMAT2(testing::IsSubstring, "16", error.what());
        }
}

/// Sites of very different sizes, from 1e-20 to 1e+20, some of them 0.
HalfVector scaledBySite(HalfVector half, std::size_t perSite)
{
    for (std::size_t i = 0; i < half.size(); ++i) {
        const std::size_t site = i / perSite;
        half[i] *= site % 7 == 3 ? 0 : std::pow(10, double(site % 41) - 20);
    }
    return half;
}

/// The largest |deviation|_2 / |reference|_2 of a group of numbers that share a norm; those that are 0 must stay so.
double worstDeviation(const HalfVector& found, const HalfVector& expected, std::size_t perNorm)
{
    double worst = 0;
    for (std::size_t first = 0; first < expected.size(); first += perNorm) {
        const auto from = std::ptrdiff_t(first), to = std::ptrdiff_t(first + perNorm);
        const HalfVector a(found.begin() + from, found.begin() + to), b(expected.begin() + from, expected.begin() + to);
        if (norm2(b) == 0)
            worst = std::max(worst, norm2(a) == 0 ? 0.0 : 1.0);
        else
            worst = std::max(worst, deviation(a, b));
    }
    return worst;
}

TEST_P(FermionFields, NormedKeepsSitesOfEverySize)
{
    if (!hasSixteenBits()) GTEST_SKIP() << "16 bits go with single precision in textures";
    const auto perSite = std::size_t(fermionComponents(FermionKind::Wilson, group()));
    const HalfVector half = scaledBySite(random(FermionKind::Wilson, 1), perSite);
    const FermionField field = uploaded(space(FermionKind::Wilson, FieldFormat::BlockFloat16), half);
    EXPECT_LT(worstDeviation(downloaded(field), half, perSite), 6e-5); // 2^-15 of the largest of a few numbers
    EXPECT_LT(deviation(downloaded(field), half), 3e-5);
}

TEST_P(FermionFields, NormedKeepsWhatIsNoNumber)
{
    if (!hasSixteenBits()) GTEST_SKIP() << "16 bits go with single precision in textures";
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        HalfVector half = random(FermionKind::Wilson, 1);
        half[5] = bad;

        const FermionField field = uploaded(space(FermionKind::Wilson, FieldFormat::BlockFloat16), half);

        EXPECT_FALSE(std::isfinite(value(norm2(field))));
    }
}

TEST_P(FermionFields, SixteenBitsRoundTripOnWholeFields)
{
    if (!hasSixteenBits()) GTEST_SKIP() << "16 bits go with single precision in textures";
    for (const FermionKind kind : kinds) {
        const HalfVector half = random(kind, 1);
        EXPECT_LT(deviation(downloaded(uploaded(space(kind, FieldFormat::BlockFloat16), half)), half), 3e-5);
        EXPECT_LT(deviation(downloaded(uploaded(space(kind, FieldFormat::Half), half)), half), 5e-4);
        for (const double size : {1e-20, 1e20}) {
            const HalfVector sized = sum(size, half, 0, half);
            const FermionField field = uploaded(space(kind, FieldFormat::BlockFloat16), sized);
            EXPECT_LT(deviation(downloaded(field), sized), 3e-5) << size;
        }
        const HalfVector nothing(half.size());
        for (const FieldFormat format : {FieldFormat::Half, FieldFormat::BlockFloat16})
            EXPECT_TRUE(downloaded(uploaded(space(kind, format), nothing)) == nothing) << name(format);
    }
}

TEST_P(FermionFields, ConversionsTakeTheirFactor)
{
    if (!hasSixteenBits()) GTEST_SKIP() << "16 bits go with single precision in textures";
    for (const FieldFormat format : {FieldFormat::Half, FieldFormat::BlockFloat16}) {
        const HalfVector x = random(FermionKind::Staggered, 1), y = random(FermionKind::Staggered, 2);
        const double allowed = format == FieldFormat::Half ? 1e-3 : 6e-5;
        const auto reals = space(FermionKind::Staggered);
        FermionField small(space(FermionKind::Staggered, format)), back(reals), out = uploaded(reals, y);
        convert(small, uploaded(reals, x), 0.5);
        convert(back, small, 4);
        addConverted(out, small, -2);
        EXPECT_LT(deviation(downloaded(back), sum(2, x, 0, x)), allowed) << name(format);
        EXPECT_LT(deviation(downloaded(out), sum(-1, x, 1, y)), allowed) << name(format);
    }
}

// What drivers do that cannot render to RGBA16_SNORM.
/// |y + x|^2, (x, y), and x and p after x += |y + x|^2 / (y + x, y + x) p, p = y + the same p, on a device.
struct Combined {
    double norm2;
    Complex product;
    HalfVector x, p;
};
Combined combinedOn(const std::shared_ptr<FermionSpace>& space, const std::array<HalfVector, 3>& halves)
{
    FermionField x = uploaded(space, halves[0]), p = uploaded(space, halves[1]), y = uploaded(space, halves[2]);
    const DeviceReal one = gaugegl::norm2(x) / gaugegl::norm2(x);
    FermionField sum = y;
    const DeviceReal size = axpyNorm2(one, x, sum);
    const Complex product = value(dot(x, y));
    updateSolutionAndDirection(x, p, y, size / gaugegl::norm2(sum), one);
    return {value(size), product, downloaded(x), downloaded(p)};
}

TEST_P(FermionFields, AreTheSameOnCardsWithFewRegisters)
{
    Device few(sharedContext(), {.path = device().path(),
                                 .precision = precision(),
                                 .storage = device().storage(),
                                 .registers = Registers::Few,
                                 .checkErrors = true});
    for (const FermionKind kind : kinds) {
        const std::array halves{random(kind, 1), random(kind, 2), random(kind, 3)};
        const auto there = FermionSpace::create(few, {lattice_, group(), kind, FieldFormat::Real});

        const Combined a = combinedOn(there, halves), b = combinedOn(space(kind), halves);

        EXPECT_NEAR(a.norm2 / b.norm2, 1, tolerance());
        EXPECT_LT(std::abs(a.product - b.product), tolerance() * b.norm2);
        EXPECT_LT(deviation(a.x, b.x), tolerance());
        EXPECT_LT(deviation(a.p, b.p), tolerance());
    }
}

TEST_P(FermionFields, BiasedNormsHoldTheSameWithinRounding)
{
    if (!hasSixteenBits()) GTEST_SKIP() << "16 bits go with single precision in textures";
    Device biased(sharedContext(), {.path = device().path(), .biasedNorms = true, .checkErrors = true});
    const HalfVector half =
        scaledBySite(random(FermionKind::Wilson, 1), std::size_t(fermionComponents(FermionKind::Wilson, group())));
    const auto there =
        FermionSpace::create(biased, {lattice_, group(), FermionKind::Wilson, FieldFormat::BlockFloat16});
    EXPECT_TRUE(biased.biasedNorms());
    const FermionField field = uploaded(there, half),
                       other = uploaded(space(FermionKind::Wilson, FieldFormat::BlockFloat16), half);
    EXPECT_LT(deviation(downloaded(field), half), 3e-5);
    EXPECT_LT(deviation(downloaded(field), downloaded(other)), 6e-5);
    const HalfVector plain = random(FermionKind::Wilson, 2);
    const FermionField one = uploaded(there, plain);
    FermionField twice = one;
    axpy(norm2(one) / norm2(one), one, twice);
    EXPECT_LT(deviation(downloaded(twice), sum(2, plain, 0, plain)), 6e-5);
}

INSTANTIATE_TEST_SUITE_P(Device, FermionFields, testing::ValuesIn(allStorages()), variantName);

} // namespace
} // namespace gaugegl::testing_support
