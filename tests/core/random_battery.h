// Tests of randomness after Knuth, "The Art of Computer Programming", volume 2, section 3.3.2: each takes a sequence of
// numbers in [0, 1) and returns p-values, which are uniform in (0, 1) for independent uniform numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gsl/gsl_cdf.h>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gaugegl::test {

using Sequence = std::span<const double>;

struct PValue {
    std::string test;
    double p = 0;

    /// Neither too bad nor too good to be chance.
    bool plausible() const { return p > 1e-6 && p < 1 - 1e-6; }
};

/// Of the counts of classes with these probabilities, which sum to 1.
inline double chiSquareP(std::span<const double> counts, std::span<const double> probabilities)
{
    double total = 0, chi2 = 0;
    for (const double count : counts)
        total += count;
    for (std::size_t i = 0; i < counts.size(); ++i)
        chi2 += std::pow(counts[i] - total * probabilities[i], 2) / (total * probabilities[i]);
    return gsl_cdf_chisq_Q(chi2, double(counts.size() - 1));
}

inline double chiSquareP(std::span<const double> counts)
{
    return chiSquareP(counts, std::vector<double>(counts.size(), 1 / double(counts.size())));
}

/// Points of `dimension` numbers each in bins^dimension equal boxes.
inline PValue equidistribution(Sequence u, int dimension, int bins)
{
    std::size_t boxes = 1;
    for (int d = 0; d < dimension; ++d)
        boxes *= std::size_t(bins);
    std::vector<double> counts(boxes);
    for (std::size_t i = 0; i + std::size_t(dimension) <= u.size(); i += std::size_t(dimension)) {
        std::size_t box = 0;
        for (int d = 0; d < dimension; ++d)
            box = box * std::size_t(bins) + std::size_t(u[i + std::size_t(d)] * bins);
        ++counts[box];
    }
    return {"equidistribution in " + std::to_string(dimension) + " dimensions", chiSquareP(counts)};
}

/// The correlation of a number with the one `lag` later.
inline PValue serialCorrelation(Sequence u, std::size_t lag)
{
    double sum = 0;
    for (std::size_t i = 0; i + lag < u.size(); ++i)
        sum += (u[i] - 0.5) * (u[i + lag] - 0.5);
    const double deviation = 12 * sum / std::sqrt(double(u.size() - lag));
    return {"serial correlation at lag " + std::to_string(lag), gsl_cdf_ugaussian_Q(deviation)};
}

/// How many numbers lie between two that are in [from, to).
inline PValue gaps(Sequence u, double from, double to)
{
    const double inside = to - from;
    const auto longest = std::size_t(4 / inside);
    std::vector<double> counts(longest + 1), probabilities(longest + 1);
    for (std::size_t n = 0; n < longest; ++n)
        probabilities[n] = inside * std::pow(1 - inside, double(n));
    probabilities[longest] = std::pow(1 - inside, double(longest));
    std::size_t gap = 0;
    for (const double x : u) {
        if (x >= from && x < to)
            ++counts[std::min(std::exchange(gap, 0), longest)];
        else
            ++gap;
    }
    return {"gaps of [" + std::to_string(from) + ", " + std::to_string(to) + ")", chiSquareP(counts, probabilities)};
}

/// Which of the 24 orders four numbers come in.
inline PValue permutations(Sequence u)
{
    std::vector<double> counts(24);
    for (std::size_t i = 0; i + 4 <= u.size(); i += 4) {
        std::size_t order = 0;
        for (std::size_t a = 0; a < 4; ++a) {
            std::size_t smaller = 0;
            for (std::size_t b = a + 1; b < 4; ++b)
                smaller += u[i + b] < u[i + a];
            order = order * (4 - a) + smaller;
        }
        ++counts[order];
    }
    return {"permutations of four", chiSquareP(counts)};
}

/// The patterns of each of the leading `bits` bits in four numbers that follow each other.
inline std::vector<PValue> bitPatterns(Sequence u, int bits)
{
    std::vector<PValue> result;
    for (int bit = 1; bit <= bits; ++bit) {
        std::vector<double> counts(16);
        for (std::size_t i = 0; i + 4 <= u.size(); i += 4) {
            std::size_t pattern = 0;
            for (std::size_t k = 0; k < 4; ++k)
                pattern = 2 * pattern + (std::uint64_t(std::ldexp(u[i + k], bit)) & 1);
            ++counts[pattern];
        }
        result.push_back({"bit " + std::to_string(bit), chiSquareP(counts)});
    }
    return result;
}

/// All of them; `bits` is how many the numbers have.
inline std::vector<PValue> battery(Sequence u, int bits)
{
    std::vector<PValue> all = {equidistribution(u, 1, 1024),
                               equidistribution(u, 2, 64),
                               equidistribution(u, 3, 16),
                               gaps(u, 0.4, 0.5),
                               gaps(u, 0, 0.05),
                               permutations(u)};
    for (const std::size_t lag : {1, 2, 3, 4, 5, 8, 16, 32, 64, 1024, 4096})
        all.push_back(serialCorrelation(u, lag));
    const std::vector<PValue> patterns = bitPatterns(u, bits);
    all.insert(all.end(), patterns.begin(), patterns.end());
    return all;
}

/// Those that are not plausible, for a message.
inline std::vector<PValue> implausible(std::vector<PValue> all)
{
    std::erase_if(all, [](const PValue& one) { return one.plausible(); });
    return all;
}

inline std::string describe(const std::vector<PValue>& all)
{
    std::string text;
    for (const PValue& one : all)
        text += one.test + ": p = " + std::to_string(one.p) + "\n";
    return text;
}

} // namespace gaugegl::test
