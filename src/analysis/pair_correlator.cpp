#include "analysis/pair_correlator.h"

#include "analysis/fourier_transform.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numbers>
#include <utility>

namespace gaugegl::analysis {
namespace {

double stepsLength(const Space& r) { return std::sqrt(double(r[0] * r[0] + r[1] * r[1] + r[2] * r[2])); }

/// What stands for a displacement.
Space standardOf(Space r, const Space& extents)
{
    for (std::size_t j = 0; j < 3; ++j)
        r[j] = std::min(r[j], extents[j] - r[j]); // of both ways around
    for (std::size_t pass = 0; pass < 2; ++pass)
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = i + 1; j < 3; ++j)
                if (extents[i] == extents[j] && r[i] < r[j]) std::swap(r[i], r[j]);
    return r;
}

constexpr double luescher = std::numbers::pi / 12;

/// What the sum over the shortest ways around each direction adds to F of the shortest of all, for that tension.
double ofWaysAround(const Separation& separation, const PairLattice& lattice, double tension)
{
    const auto energy = [tension](double r) { return tension * r - luescher / r; };
    double sum = 0;
    for (unsigned ways = 0; ways < 8; ++ways) {
        Space r = separation.steps;
        for (std::size_t j = 0; j < 3; ++j)
            if ((ways >> j & 1) != 0) r[j] = lattice.extents[j] - r[j];
        sum += std::exp(-lattice.time * (energy(stepsLength(r)) - energy(separation.distance)));
    }
    return -std::log(sum) / lattice.time;
}

} // namespace

std::string Separation::name() const { return fmt::format("({})", fmt::join(steps, ",")); }

std::vector<Separation> separations(const Space& extents, int largest, bool onAxis)
{
    const int farthest = *std::ranges::min_element(extents) / 2;
    if (largest < 1 || largest > farthest)
        throw InputError(
            fmt::format("r_max = {}: 1 to {} was expected, half of the smallest extent in space", largest, farthest));
    std::vector<Separation> all;
    std::size_t number = 0;
    for (int z = 0; z < extents[2]; ++z)
        for (int y = 0; y < extents[1]; ++y)
            for (int x = 0; x < extents[0]; ++x, ++number) {
                const Space steps = standardOf({x, y, z}, extents);
                const double length = stepsLength(steps);
                const bool axis = std::ranges::count(steps, 0) == 2;
                if (length < 1 || length > largest || (onAxis && !axis)) continue;
                auto found = std::ranges::find(all, steps, &Separation::steps);
                if (found == all.end()) found = all.insert(all.end(), {.steps = steps, .distance = length});
                found->all.push_back(number);
            }
    std::ranges::stable_sort(all, {}, &Separation::distance);
    return all;
}

std::vector<double> pairCorrelator(const Space& extents, std::vector<std::complex<double>> loops,
                                   const std::vector<Separation>& separations)
{
    const std::vector<int> lengths(extents.begin(), extents.end());
    FourierTransform{lengths}(loops);
    for (std::complex<double>& one : loops)
        one = std::norm(one);
    FourierTransform{lengths, /*inverse=*/true}(loops); // V^2 times the mean over x of L(x + R) L(x)^*
    const double volume = double(loops.size());
    std::vector<double> result;
    for (const Separation& separation : separations) {
        double sum = 0;
        for (const std::size_t number : separation.all)
            sum += loops[number].real();
        result.push_back(sum / (double(separation.all.size()) * volume * volume));
    }
    return result;
}

Replicas freeEnergies(const std::vector<std::vector<double>>& correlators, int extentInTime)
{
    std::vector<std::vector<double>> columns(correlators.empty() ? 0 : correlators.front().size());
    for (const std::vector<double>& one : correlators)
        for (std::size_t k = 0; k < columns.size(); ++k)
            columns[k].push_back(one[k]);
    const ObservableSeries series(columns.begin(), columns.end());
    const auto energies = [extentInTime](std::span<const double> means) {
        std::vector<double> all;
        for (const double mean : means)
            all.push_back(-std::log(mean) / extentInTime);
        return all;
    };
    return replicate(series, energies, jackknifeBinning(series));
}

std::optional<StringFit> fitString(const Replicas& energies, const std::vector<Separation>& separations, double from,
                                   const PairLattice& lattice)
{
    std::vector<std::size_t> used;
    for (std::size_t k = 0; k < separations.size(); ++k)
        if (separations[k].distance >= from) used.push_back(k);
    constexpr std::size_t parameters = 2;
    if (used.size() <= parameters || energies.bins() < leastSamples(used.size(), parameters)) return std::nullopt;
    const Replicas chosen = transformed(energies, [&](std::span<const double> f) {
        std::vector<double> all;
        all.reserve(used.size());
        for (const std::size_t k : used)
            all.push_back(f[k]);
        return all;
    });
    if (!std::ranges::all_of(chosen.centre, [](double f) { return std::isfinite(f); })) return std::nullopt;
    FitData data{.y = chosen.centre,
                 .covariance = covarianceOf(chosen),
                 .basis = {std::vector<double>(used.size(), 1.0), {}},
                 .samples = energies.bins()};
    for (const std::size_t k : used)
        data.basis[1].push_back(separations[k].distance);
    for (const double element : data.covariance.values)
        if (!std::isfinite(element)) return std::nullopt;
    constexpr int most = 100;
    constexpr double close = 1e-10;
    double tension = 0; // then only the shortest ways count
    for (int iteration = 0; iteration < most; ++iteration) {
        StringFit result;
        for (std::size_t i = 0; i < used.size(); ++i) {
            const Separation& separation = separations[used[i]];
            result.distances.push_back(separation.distance);
            result.energies.push_back(-luescher / separation.distance +
                                      (iteration == 0 ? 0 : ofWaysAround(separation, lattice, tension)));
            data.y[i] = chosen.centre[i] - result.energies[i];
        }
        const LinearFit fit = fitLinear(data);
        const double before = std::exchange(tension, fit.parameters[1]);
        if (!std::isfinite(tension)) return std::nullopt;
        if (iteration == 0 || std::abs(tension - before) > close) continue;
        for (std::size_t i = 0; i < used.size(); ++i)
            result.energies[i] += fit.parameters[0] + tension * result.distances[i];
        result.constant.mean = fit.parameters[0];
        result.constant.error = fit.error(0);
        result.tension.mean = tension;
        result.tension.error = fit.error(1);
        result.probability = fit.probability;
        return result;
    }
    return std::nullopt;
}

} // namespace gaugegl::analysis
