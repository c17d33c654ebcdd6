// The lowest eigenpairs of matrices with known spectra.
#include "solvers/lowest_eigenpairs.h"

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
    pairs.spectrum = rough.spectrum;
    for (const auto& v : rough.vectors) {
        pairs.vectors.emplace_back(n);
        convert(pairs.vectors.back(), 1, v);
    }
    improveEigenpairs(a, pairs, {.count = count, .dimension = n, .tolerance = 1e-12});

    EXPECT_EQ(pairs.status, SolverStatus::Converged);
    expectLowest(pairs.values, spectrum, count, 1e-13);
}

/// Numbers from low to high, denser at the low end.
std::vector<double> spectrumBetween(std::size_t n, double low, double high)
{
    std::vector<double> spectrum(n);
    for (std::size_t k = 0; k < n; ++k)
        spectrum[k] = low + (high - low) * std::pow((double(k) + 0.5) / double(n), 1.5);
    return spectrum;
}

TEST(ThickRestartTest, FindsTheLowestOfNarrowSpectra)
{
    constexpr std::size_t n = 120, count = 10;
    for (const auto& [low, high] : {std::pair(6.25, 10.2), {1.0, 4.0}, {0.7, 1.1}, {1.0, 1.001}, {3.0, 3.0 + 1e-7}}) {
        const auto spectrum = spectrumBetween(n, low, high);
        const Dense matrix = withSpectrum(spectrum, 3);
        const DenseOperator<DoubleField> a(matrix);
        const DenseOperator<SingleField> single(matrix);
        const Reflected reflected(a, high);

        const auto lowest =
            lowestEigenpairs(a, randomVectors<DoubleField>(n), {.count = count, .dimension = n, .tolerance = 1e-12});
        const auto rough = lowestEigenpairs(single, randomVectors<SingleField>(n),
                                            {.count = count, .dimension = n, .tolerance = 3e-6});
        const auto highest = lowestEigenpairs(reflected, randomVectors<DoubleField>(n),
                                              {.count = count, .dimension = n, .tolerance = 1e-12, .norm = high});

        EXPECT_EQ(lowest.status, SolverStatus::Converged) << low;
        expectLowest(lowest.values, spectrum, count, 1e-12 * high);
        EXPECT_EQ(rough.status, SolverStatus::Converged) << low;
        expectLowest(rough.values, spectrum, count, 3e-6 * high);
        EXPECT_EQ(highest.status, SolverStatus::Converged) << low;
        for (std::size_t k = 0; k < count; ++k)
            EXPECT_NEAR(high - highest.values[k], spectrum[n - 1 - k], 1e-12 * high) << low << ' ' << k;
    }
}

TEST(ThickRestartTest, FindsMoreThanHalfOfASpectrum)
{
    constexpr std::size_t n = 120;
    const auto spectrum = spectrumBetween(n, 0.01, 4);
    const DenseOperator<DoubleField> a(withSpectrum(spectrum, 3));
    for (const std::size_t count : {40U, 70U, 100U, 115U}) {
        const auto pairs =
            lowestEigenpairs(a, randomVectors<DoubleField>(n), {.count = count, .dimension = n, .tolerance = 1e-11});

        EXPECT_EQ(pairs.status, SolverStatus::Converged) << count;
        expectLowest(pairs.values, spectrum, count, 1e-11);
    }
}

/// Levels so many times each.
std::vector<double> levels(std::initializer_list<double> values, std::size_t times)
{
    std::vector<double> spectrum;
    for (const double value : values)
        spectrum.insert(spectrum.end(), times, value);
    return spectrum;
}

TEST(ThickRestartTest, CompletesTheLastLevelAlsoInSinglePrecision)
{
    const auto spectrum = levels({0.01, 1.01, 2.01, 3.01, 4.01}, 24);
    const std::size_t n = spectrum.size();
    const Dense matrix = withSpectrum(spectrum, 3);
    const DenseOperator<DoubleField> a(matrix);
    const DenseOperator<SingleField> single(matrix);
    for (const std::size_t count : {1U, 2U, 30U}) {
        const auto pairs =
            lowestEigenpairs(a, randomVectors<DoubleField>(n), {.count = count, .dimension = n, .tolerance = 1e-10});
        const auto rough = lowestEigenpairs(single, randomVectors<SingleField>(n),
                                            {.count = count, .dimension = n, .tolerance = 3e-6});

        const std::size_t level = count <= 24 ? 24 : 48;
        for (const EigenReport& one : {EigenReport(pairs), EigenReport(rough)}) {
            EXPECT_EQ(one.status, SolverStatus::Converged) << count;
            EXPECT_TRUE(one.lastLevelComplete);
            ASSERT_GE(one.values.size(), level) << count;
            expectLowest(one.values, spectrum, level, 2e-6);
            if (one.values.size() > level) {
                EXPECT_GT(one.values[level], spectrum[level] - 2e-6);
            }
            const std::vector<int> multiplicities = multiplicitiesOf(one);
            for (std::size_t k = 0; k < level; ++k)
                EXPECT_EQ(multiplicities[k], 24) << count << ' ' << k;
            EXPECT_LT(one.restarts, 60);
        }
    }
}

TEST(ThickRestartTest, LooksForNoMoreCopiesThanItIsTold)
{
    const auto spectrum = levels({0.5, 1}, 60);
    const std::size_t n = spectrum.size();
    const DenseOperator<DoubleField> a(withSpectrum(spectrum, 3));

    const auto some = lowestEigenpairs(a, randomVectors<DoubleField>(n),
                                       {.count = 2, .dimension = n, .tolerance = 1e-10, .maxCopies = 10});
    const auto none = lowestEigenpairs(a, randomVectors<DoubleField>(n),
                                       {.count = 2, .dimension = n, .tolerance = 1e-10, .maxCopies = 0});

    EXPECT_EQ(some.status, SolverStatus::Converged);
    EXPECT_FALSE(some.lastLevelComplete);
    EXPECT_GE(some.values.size(), 12u);
    EXPECT_LT(some.values.size(), 40u);
    EXPECT_EQ(none.status, SolverStatus::Converged);
    EXPECT_FALSE(none.lastLevelComplete);
    EXPECT_LT(none.values.size(), 12u);
}

TEST(ThickRestartTest, OfTheIdentityAnd0Ends)
{
    constexpr std::size_t n = 40;
    for (const double value : {0.0, 2.0}) {
        const DenseOperator<DoubleField> a(diagonal(std::vector<double>(n, value)));
        const auto pairs =
            lowestEigenpairs(a, randomVectors<DoubleField>(n), {.count = 3, .dimension = n, .tolerance = 1e-10});

        EXPECT_EQ(pairs.status, SolverStatus::Converged);
        EXPECT_EQ(pairs.values.size(), n);
        EXPECT_TRUE(pairs.lastLevelComplete);
    }
}

/// Eigenpairs of a diagonal matrix, all but some.
EigenPairs<DoubleField> without(const std::vector<double>& spectrum, std::size_t count,
                                const std::vector<std::size_t>& some)
{
    EigenPairs<DoubleField> pairs;
    pairs.status = SolverStatus::Converged;
    pairs.spectrum = {.upper = 1.1 * spectrum.back(), .cut = 1.05 * spectrum[count + 4]};
    for (std::size_t k = 0; pairs.values.size() < count; ++k) {
        if (std::ranges::find(some, k) != some.end()) continue;
        pairs.values.push_back(spectrum[k]);
        pairs.residuals.push_back(0);
        pairs.vectors.emplace_back(spectrum.size());
        pairs.vectors.back().v[k] = 1;
    }
    return pairs;
}

TEST(ThickRestartTest, ASecondStartFindsWhatWasMissedWhateverItsVectors)
{
    constexpr std::size_t n = 80, count = 8;
    auto spectrum = spectrumBetween(n, 0.01, 4);
    spectrum[5] = spectrum[4];
    const DenseOperator<DoubleField> a(diagonal(spectrum));
    for (unsigned seed = 0; seed < 64; ++seed) {
        const std::vector<std::size_t> missing = {seed % count, (seed / count) % count};
        EigenPairs<DoubleField> pairs = without(spectrum, count, missing);
        const RandomVectors<DoubleField> random = [&](int k) {
            return randomField<DoubleField>(n, 7000 * seed + unsigned(k));
        };

        completeEigenpairs(a, random, pairs, {.count = count, .dimension = n, .tolerance = 1e-10});

        ASSERT_EQ(pairs.status, SolverStatus::Converged) << seed;
        expectLowest(pairs.values, spectrum, count, 1e-12);
    }
}

TEST(ThickRestartTest, ASecondStartThatFindsNothingIsCheap)
{
    constexpr std::size_t n = 250, count = 20;
    const auto spectrum = spectrumBetween(n, 0.01, 4);
    const DenseOperator<DoubleField> a(withSpectrum(spectrum, 3));
    const EigenParameters parameters{.count = count, .dimension = n, .tolerance = 1e-10};

    const auto first = firstEigenpairs(a, randomVectors<DoubleField>(n), parameters);
    auto complete = first;
    completeEigenpairs(a, randomVectors<DoubleField>(n), complete, parameters);

    EXPECT_EQ(complete.status, SolverStatus::Converged);
    for (std::size_t k = 0; k < count; ++k)
        EXPECT_EQ(complete.values[k], first.values[k]) << k; // to the bit
    EXPECT_LT(complete.applications - first.applications, first.applications / 4);
}

TEST(ThickRestartTest, EndsSoonWhereRoundingErrorsAreAboveTheTolerance)
{
    constexpr std::size_t n = 80;
    const DenseOperator<SingleField> a(withSpectrum(logarithmicSpectrum(n, 1e-3), 3));

    const auto pairs =
        lowestEigenpairs(a, randomVectors<SingleField>(n), {.count = 5, .dimension = n, .tolerance = 1e-12});

    EXPECT_EQ(pairs.status, SolverStatus::Stagnation);
    EXPECT_LT(pairs.restarts, 120);
}

TEST(ThickRestartTest, ImprovesPairsOfNarrowSpectra)
{
    constexpr std::size_t n = 150, count = 8;
    const auto spectrum = spectrumBetween(n, 1, 1.0001); // hardly more than the rounding errors of single precision
    const Dense matrix = withSpectrum(spectrum, 3);
    const DenseOperator<SingleField> single(matrix);
    const DenseOperator<DoubleField> a(matrix);
    const EigenParameters parameters{.count = count, .dimension = n, .tolerance = 1e-12};
    EigenParameters rough = parameters;
    rough.tolerance = 3e-6;

    const auto first = firstEigenpairs(single, randomVectors<SingleField>(n), rough);
    EigenPairs<DoubleField> pairs;
    static_cast<EigenReport&>(pairs) = first;
    for (const auto& v : first.vectors) {
        pairs.vectors.emplace_back(n);
        convert(pairs.vectors.back(), 1, v);
    }
    improveAndComplete(a, randomVectors<DoubleField>(n), pairs, parameters);

    EXPECT_EQ(pairs.status, SolverStatus::Converged);
    expectLowest(pairs.values, spectrum, count, 1e-12);
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
