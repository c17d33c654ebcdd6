// The vector space of the fields of the host against plain loops over what all sides exchange.
#include "host/host_support.h"

#include "gaugegl/base/error.h"

#include <gtest/gtest.h>
#include <omp.h>

namespace gaugegl::host::test {
namespace {

using Complex = std::complex<double>;
// 16 lanes and several pieces of work; 8 lanes.
const std::array<Lattice, 2> lattices = {Lattice({8, 8, 8, 8}), Lattice({4, 6, 2, 10})};

template<class T>
class HostField : public testing::Test {
protected:
    /// f(x, y, p as fields, x, y, p as vectors) for every lattice, kind, group and instruction set.
    template<class F>
    void forAll(const F& f) const
    {
        for (const Lattice& lattice : lattices)
            for (const FermionKind kind : {FermionKind::Wilson, FermionKind::Staggered})
                for (const Group group : {Group::SU2, Group::SU3}) {
                    const std::array<HalfVector, 3> random = {randomHalf(lattice, kind, group, 1, 1),
                                                              randomHalf(lattice, kind, group, 1, 2),
                                                              randomHalf(lattice, kind, group, 1, 3)};
                    for (const auto& layout : layouts(lattice)) {
                        SCOPED_TRACE(lattice.name() + " " + name(group) + " " + name(layout->instructionSet()));
                        std::vector<Field<T>> fields(3, Field<T>(layout, kind, group, 1));
                        std::vector<HalfVector> vectors;
                        for (std::size_t k = 0; k < 3; ++k) {
                            upload(fields[k], std::span<const Complex>(random[k]));
                            vectors.push_back(downloaded(fields[k])); // rounded
                        }
                        f(fields, vectors);
                    }
                }
    }
    static void expectField(const Field<T>& found, const HalfVector& expected)
    {
        EXPECT_LT(deviation(downloaded(found), expected), tolerance<T>);
    }
    /// Sums are in double precision whatever T.
    static constexpr double sumTolerance = 1e-13;
};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(HostField, Precisions);

double plainNorm2(const HalfVector& x)
{
    double sum = 0;
    for (const Complex& c : x)
        sum += std::norm(c);
    return sum;
}

TYPED_TEST(HostField, KeepsWhatIsUploaded)
{
    const Lattice& lattice = lattices[1];
    for (int parity = 0; parity < 2; ++parity) {
        const HalfVector x = randomHalf(lattice, FermionKind::Wilson, Group::SU3, parity, 4);
        Field<TypeParam> field(std::make_shared<const BlockLayout>(lattice), FermionKind::Wilson, Group::SU3, parity);
        upload(field, std::span<const Complex>(x));
        EXPECT_LE(deviation(downloaded(field), x), sizeof(TypeParam) == sizeof(double) ? 0 : 1e-7);
    }
}

TYPED_TEST(HostField, AddsMultiples)
{
    this->forAll([this](auto& f, auto& v) {
        axpy(0.7, f[0], f[1]);
        for (std::size_t k = 0; k < v[0].size(); ++k)
            v[1][k] += 0.7 * v[0][k];
        this->expectField(f[1], v[1]);

        axpy(Complex(0.3, -0.8), f[2], f[1]);
        for (std::size_t k = 0; k < v[0].size(); ++k)
            v[1][k] += Complex(0.3, -0.8) * v[2][k];
        this->expectField(f[1], v[1]);

        xpay(f[0], -0.4, f[1]);
        for (std::size_t k = 0; k < v[0].size(); ++k)
            v[1][k] = v[0][k] - 0.4 * v[1][k];
        this->expectField(f[1], v[1]);
    });
}

TYPED_TEST(HostField, UpdatesSolutionAndDirection)
{
    this->forAll([this](auto& f, auto& v) {
        updateSolutionAndDirection(f[0], f[1], f[2], 0.6, -0.3);
        for (std::size_t k = 0; k < v[0].size(); ++k) {
            v[0][k] += 0.6 * v[1][k];
            v[1][k] = v[2][k] - 0.3 * v[1][k];
        }
        this->expectField(f[0], v[0]);
        this->expectField(f[1], v[1]);
    });
}

TYPED_TEST(HostField, SumsInDoublePrecision)
{
    this->forAll([this](auto& f, auto& v) {
        Complex product = 0;
        for (std::size_t k = 0; k < v[0].size(); ++k)
            product += std::conj(v[0][k]) * v[1][k];
        EXPECT_NEAR(norm2(f[0]) / plainNorm2(v[0]), 1, this->sumTolerance);
        EXPECT_LT(std::abs(dot(f[0], f[1]) - product), this->sumTolerance * plainNorm2(v[0]));
        const double norm = axpyNorm2(0.9, f[0], f[1]);
        EXPECT_NEAR(norm / plainNorm2(downloaded(f[1])), 1, this->sumTolerance);
        for (std::size_t k = 0; k < v[0].size(); ++k)
            v[1][k] += 0.9 * v[0][k];
        this->expectField(f[1], v[1]);
    });
}

TYPED_TEST(HostField, SumsDoNotDependOnTheNumberOfThreads)
{
    const int threads = omp_get_max_threads();
    this->forAll([&](auto& f, auto&) {
        omp_set_num_threads(1);
        const double norm = norm2(f[0]);
        const Complex product = dot(f[0], f[1]);
        omp_set_num_threads(3);
        EXPECT_EQ(norm2(f[0]), norm);
        EXPECT_EQ(dot(f[0], f[1]), product);
    });
    omp_set_num_threads(threads);
}

TYPED_TEST(HostField, IsAValue)
{
    this->forAll([this](auto& f, auto& v) {
        Field<TypeParam> copy = f[0];
        const Field<TypeParam> zero = zeroLike(copy);
        setZero(f[0]);
        this->expectField(copy, v[0]);
        EXPECT_EQ(norm2(f[0]), 0);
        EXPECT_EQ(norm2(zero), 0);
        EXPECT_EQ(zero.parity(), 1);
        EXPECT_EQ(zero.size(), copy.size());
    });
}

TYPED_TEST(HostField, ConvertsAndAccumulatesBetweenPrecisions)
{
    this->forAll([](auto& f, auto& v) {
        Field<double> y(f[0].sharedLayout(), f[0].kind(), f[0].group(), 1);
        Field<float> x(f[0].sharedLayout(), f[0].kind(), f[0].group(), 1);
        convert(y, f[0]);
        EXPECT_EQ(downloaded(y), v[0]) << "no rounding on the way to double precision";
        convert(x, f[1], -0.5);
        const HalfVector rounded = downloaded(x);
        for (std::size_t k = 0; k < v[0].size(); ++k) {
            EXPECT_LE(std::abs(rounded[k] + 0.5 * v[1][k]), 1e-7 * std::abs(v[1][k]));
            v[0][k] += 0.25 * rounded[k];
        }
        accumulate(y, x, 0.25);
        EXPECT_LT(deviation(downloaded(y), v[0]), 1e-15);
    });
}

TYPED_TEST(HostField, RefusesAnotherNumberOfComponents)
{
    Field<TypeParam> field(std::make_shared<const BlockLayout>(lattices[1]), FermionKind::Staggered, Group::SU3, 0);
    HalfVector wrong(std::size_t(lattices[1].halfVolume()) * 2);

    EXPECT_THROW(upload(field, std::span<const Complex>(wrong)), InputError);
    EXPECT_THROW(download(std::span<Complex>(wrong), field), InputError);
}

} // namespace
} // namespace gaugegl::host::test
