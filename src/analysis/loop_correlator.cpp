#include "analysis/loop_correlator.h"

#include "gaugegl/analysis/autocorrelation.h"

#include <cmath>
#include <numeric>

namespace gaugegl::analysis {
namespace {

/// (1/V) sum_t L(t) of each noise vector.
std::vector<double> sumsOf(const NoisyLoops& loops, double volume)
{
    std::vector<double> sums;
    sums.reserve(loops.size());
    for (const std::vector<double>& one : loops)
        sums.push_back(std::accumulate(one.begin(), one.end(), 0.0) / volume);
    return sums;
}

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

/// (1/V) sum_t L_n(t + s) L_m(t), the mean over pairs of different noise vectors, or of exact loops with themselves.
double product(const NoisyLoops& loops, std::size_t s, const LoopFacts& facts)
{
    const std::size_t extent = loops.front().size();
    double all = 0, same = 0; // of all pairs, and of those of a vector with itself
    for (std::size_t t = 0; t < extent; ++t) {
        double here = 0, there = 0;
        for (const std::vector<double>& one : loops) {
            here += one[t];
            there += one[(t + s) % extent];
            same += one[t] * one[(t + s) % extent];
        }
        all += here * there;
    }
    const auto n = double(loops.size());
    return (facts.exact ? all / (n * n) : (all - same) / (n * (n - 1))) / facts.volume;
}

} // namespace

LoopMean loopMean(const std::vector<NoisyLoops>& loops, const LoopFacts& facts)
{
    std::vector<double> means;
    double noise = 0; // the sum of squared errors of the means of each configuration
    for (const NoisyLoops& one : loops) {
        const std::vector<double> sums = sumsOf(one, facts.volume);
        means.push_back(meanOf(sums));
        double squares = 0;
        for (const double sum : sums)
            squares += (sum - means.back()) * (sum - means.back());
        const auto n = double(sums.size());
        if (!facts.exact) noise += squares / (n * (n - 1)); // not a number of one
    }
    LoopMean result{.mean = gammaMethod(means)};
    result.noiseError = std::sqrt(noise) / double(loops.size());
    const double left = result.mean.error * result.mean.error - result.noiseError * result.noiseError;
    if (left >= 0) result.gaugeError = std::sqrt(left);
    return result;
}

std::vector<Estimate> disconnectedCorrelator(const std::vector<NoisyLoops>& loops, const LoopFacts& facts)
{
    if (loops.empty() || (loops.front().size() < 2 && !facts.exact)) return {};
    const std::size_t extent = loops.front().front().size(), distances = extent / 2 + 1;
    std::vector<std::vector<double>> columns(distances + 1); // the products, then (1/V) sum_t L
    for (const NoisyLoops& one : loops) {
        for (std::size_t s = 0; s < distances; ++s)
            columns[s].push_back(product(one, s, facts));
        columns.back().push_back(meanOf(sumsOf(one, facts.volume)));
    }
    const ObservableSeries series(columns.begin(), columns.end());
    const double slice = facts.volume / double(extent);
    const Replicas replicas = replicate(
        series,
        [slice, distances](std::span<const double> means) {
            std::vector<double> subtracted(means.begin(), means.begin() + std::ptrdiff_t(distances));
            for (double& one : subtracted)
                one -= slice * means.back() * means.back();
            return subtracted;
        },
        jackknifeBinning(series));
    std::vector<Estimate> result;
    for (std::size_t s = 0; s < distances; ++s)
        result.push_back(estimateOf(replicas, s));
    return result;
}

} // namespace gaugegl::analysis
