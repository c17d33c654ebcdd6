// The lowest eigenpairs of matrices with known spectra.
#include "solvers/thick_restart.h"

#include "solvers/subspace_iteration.h"
#include "support/dense.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

template<class Field>
RandomVectors<Field> randomVectors(std::size_t n)
{
    return [n](int k) { return randomField<Field>(n, unsigned(100 + k)); };
}

template<class Field>
double worstResidual(const Dense& matrix, const EigenPairs<Field>& pairs, std::size_t count)
{
    const DenseOperator<DoubleField> a(matrix);
    double worst = 0;
    for (std::size_t k = 0; k < count; ++k) {
        DoubleField v(matrix.n), image(matrix.n);
        convert(v, 1, pairs.vectors[k]);
        a.apply(image, v);
        axpy(-pairs.values[k], v, image);
        worst = std::max(worst, std::sqrt(norm2(image) / norm2(v)));
    }
    return worst;
}

void expectLowest(const std::vector<double>& found, const std::vector<double>& spectrum, std::size_t count,
                  double tolerance)
{
    ASSERT_GE(found.size(), count);
    for (std::size_t k = 0; k < count; ++k)
        EXPECT_NEAR(found[k], spectrum[k], tolerance) << k;
}

TEST(ThickRestartTest, FindsTheLowestEigenvaluesToRounding)
{
    constexpr std::size_t n = 150, count = 12;
    const auto spectrum = logarithmicSpectrum(n, 1e-3);
    const Dense matrix = withSpectrum(spectrum, 3);
    const DenseOperator<DoubleField> a(matrix);

    const auto pairs =
        lowestEigenpairs(a, randomVectors<DoubleField>(n), {.count = count, .dimension = n, .tolerance = 1e-11});

    EXPECT_EQ(pairs.status, SolverStatus::Converged);
    expectLowest(pairs.values, spectrum, count, 1e-13);
    EXPECT_LT(worstResidual(matrix, pairs, count), 2e-11);
    RecordProperty("applications", pairs.applications);
}

TEST(ThickRestartTest, FindsAllDegenerateEigenvaluesOfMoreThanABlock)
{
    constexpr std::size_t n = 160, count = 40;
    std::vector<double> spectrum(n);
    for (std::size_t k = 0; k < n; ++k)
        spectrum[k] = k < 23 ? 0.01 : k < 36 ? 0.02 : 0.03 + double(k) / double(n);
    const DenseOperator<DoubleField> a(withSpectrum(spectrum, 3));

    const auto pairs =
        lowestEigenpairs(a, randomVectors<DoubleField>(n), {.count = count, .dimension = n, .tolerance = 1e-10});

    EXPECT_EQ(pairs.status, SolverStatus::Converged);
    expectLowest(pairs.values, spectrum, count, 1e-11);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            EXPECT_NEAR(std::abs(dot(pairs.vectors[i], pairs.vectors[j])), i == j ? 1 : 0, 1e-9) << i << " " << j;
}

TEST(ThickRestartTest, FindsWholeSpectraOfSmallSpaces)
{
    for (const std::size_t n : {1U, 2U, 5U, 16U, 40U}) {
        std::vector<double> spectrum(n);
        for (std::size_t k = 0; k < n; ++k)
            spectrum[k] = double(k / 2) + (k / 2 == 0 ? 0 : 0.5);
        const DenseOperator<DoubleField> a(withSpectrum(spectrum, 3));

        const auto pairs =
            lowestEigenpairs(a, randomVectors<DoubleField>(n), {.count = n, .dimension = n, .tolerance = 1e-11});

        EXPECT_EQ(pairs.status, SolverStatus::Converged) << n;
        expectLowest(pairs.values, spectrum, n, 1e-12);
    }
}

TEST(ThickRestartTest, FindsTheHighestAsTheLowestOfTheReflected)
{
    constexpr std::size_t n = 100;
    const auto spectrum = logarithmicSpectrum(n, 1e-2);
    const DenseOperator<DoubleField> a(withSpectrum(spectrum, 3));
    const Reflected reflected(a, 1.1);

    const auto pairs =
        lowestEigenpairs(reflected, randomVectors<DoubleField>(n), {.count = 5, .dimension = n, .tolerance = 1e-11});

    for (std::size_t k = 0; k < 5; ++k)
        EXPECT_NEAR(1.1 - pairs.values[k], spectrum[n - 1 - k], 1e-12);
}

TEST(ThickRestartTest, ImprovesPairsOfSinglePrecisionInDouble)
{
    constexpr std::size_t n = 120, count = 10;
    auto spectrum = logarithmicSpectrum(n, 1e-3);
    spectrum[4] = spectrum[3];
    const Dense matrix = withSpectrum(spectrum, 3);
    const DenseOperator<SingleField> single(matrix);
    const DenseOperator<DoubleField> a(matrix);

    const auto rough =
        lowestEigenpairs(single, randomVectors<SingleField>(n), {.count = count, .dimension = n, .tolerance = 2e-6});
    EXPECT_EQ(rough.status, SolverStatus::Converged);
    EXPECT_LT(worstResidual(matrix, rough, count), 5e-6);
    EigenPairs<DoubleField> pairs;
    pairs.upper = rough.upper;
    for (const auto& v : rough.vectors) {
        pairs.vectors.emplace_back(n);
        convert(pairs.vectors.back(), 1, v);
    }
    improveEigenpairs(a, pairs, {.count = count, .dimension = n, .tolerance = 1e-12});

    EXPECT_EQ(pairs.status, SolverStatus::Converged);
    expectLowest(pairs.values, spectrum, count, 1e-13);
}

TEST(ThickRestartTest, SaysWhenItsRestartsDoNotSuffice)
{
    constexpr std::size_t n = 200;
    const DenseOperator<DoubleField> a(withSpectrum(logarithmicSpectrum(n, 1e-6), 3));

    const auto pairs = lowestEigenpairs(a, randomVectors<DoubleField>(n),
                                        {.count = 5, .dimension = n, .tolerance = 1e-12, .maxRestarts = 1});

    EXPECT_EQ(pairs.status, SolverStatus::TooManyIterations);
}

} // namespace
} // namespace gaugegl::testing_support
