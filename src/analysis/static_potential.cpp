#include "gaugegl/analysis/static_potential.h"

#include "gaugegl/core/error.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace gaugegl::analysis {
namespace {

constexpr double errorsAboveZero = 5;    // of a loop that counts
constexpr double leastDistance = 2;      // of a fit
constexpr int binnedLoops = 2;           // T up to which loops determine the bins
constexpr double sommer = 1.65;          // r0^2 F(r0)
constexpr std::size_t fitParameters = 3; // V0, a, sigma

double lengthOf(const std::array<int, 3>& r) { return std::sqrt(double(r[0] * r[0] + r[1] * r[1] + r[2] * r[2])); }

Binning binningOf(const LoopSeries& loops)
{
    std::vector<std::vector<double>> histories;
    for (std::size_t vector = 0; vector < loops.r.size(); ++vector)
        for (int t = 1; t <= std::min(binnedLoops, loops.tMost); ++t)
            histories.push_back(loops.history(vector, t));
    return jackknifeBinning({histories.begin(), histories.end()});
}

/// The means of all loops, [vector * tMost + T - 1].
Replicas loopReplicas(const LoopSeries& loops)
{
    std::vector<std::vector<double>> histories;
    histories.reserve(loops.r.size() * std::size_t(loops.tMost));
    for (std::size_t vector = 0; vector < loops.r.size(); ++vector)
        for (int t = 1; t <= loops.tMost; ++t)
            histories.push_back(loops.history(vector, t));
    const auto means = [](std::span<const double> all) { return std::vector<double>(all.begin(), all.end()); };
    return replicate({histories.begin(), histories.end()}, means, binningOf(loops));
}

void check(const LoopSeries& loops, const PotentialChoice& choice)
{
    if (loops.r.empty() || loops.tMost < 2)
        throw InputError(
            fmt::format("effective masses need loops with T = 1 and 2 at least; the largest T is {}", loops.tMost));
    if (choice.plateau && (*choice.plateau < 1 || *choice.plateau >= loops.tMost))
        throw InputError(fmt::format("the plateau cannot begin at T = {}: effective masses are known for T = 1 to {}",
                                     *choice.plateau, loops.tMost - 1));
    if (choice.fitRange && !(choice.fitRange->first < choice.fitRange->second))
        throw InputError(fmt::format("the fit range {}:{} must be two distances, the smaller one first",
                                     choice.fitRange->first, choice.fitRange->second));
}

/// The steps of the analysis, each from the ones before.
class Analysis {
public:
    Analysis(const LoopSeries& loops, const PotentialChoice& choice)
        : loops_(&loops), choice_(&choice), means_(loopReplicas(loops))
    {
        if (means_.bins() == 0)
            throw InputError(
                fmt::format("errors need at least 4 bins of configurations; there are {} configurations, in bins of {}",
                            loops.values.size(), binningOf(loops).size));
        masses_ = transformed(means_, [this](std::span<const double> w) { return massesOf(w); });
        makePoints();
    }

    StaticPotential result()
    {
        findPlateau();
        averagePlateaus();
        fit();
        std::ranges::stable_sort(result_.points, {}, &PotentialPoint::distance);
        return std::move(result_);
    }

private:
    std::size_t index(std::size_t vector, int t) const
    {
        return vector * std::size_t(loops_->tMost) + std::size_t(t - 1);
    }

    /// V(R, T) in the place of W(R, T); the last T of a vector has none.
    std::vector<double> massesOf(std::span<const double> w) const
    {
        std::vector<double> masses(w.size(), std::nan(""));
        for (std::size_t vector = 0; vector < loops_->r.size(); ++vector)
            for (int t = 1; t < loops_->tMost; ++t)
                if (w[index(vector, t)] > 0 && w[index(vector, t + 1)] > 0)
                    masses[index(vector, t)] = std::log(w[index(vector, t)] / w[index(vector, t + 1)]);
        return masses;
    }

    void makePoints()
    {
        result_.configurations = loops_->values.size();
        result_.bins = means_.bins();
        for (std::size_t vector = 0; vector < loops_->r.size(); ++vector) {
            PotentialPoint point;
            point.r = loops_->r[vector];
            point.distance = lengthOf(point.r);
            for (int t = 1; t < loops_->tMost; ++t) {
                point.masses.push_back(estimateOf(masses_, index(vector, t)));
                const Estimate next = estimateOf(means_, index(vector, t + 1));
                if (point.last == t - 1 && known(point.masses.back()) && next.mean > errorsAboveZero * next.error)
                    point.last = t;
            }
            point.fitted = inRange(point.distance);
            result_.points.push_back(std::move(point));
        }
    }

    bool inRange(double distance) const
    {
        constexpr double rounding = 1e-9;
        if (choice_->fitRange)
            return distance >= choice_->fitRange->first - rounding && distance <= choice_->fitRange->second + rounding;
        return distance >= leastDistance - rounding && distance < choice_->rBound - rounding;
    }

    /// V(R, T) - V(R, T + 1) in units of its error, of the distances of the fit that have both.
    std::vector<double> steps(int t) const
    {
        std::vector<double> found;
        for (std::size_t vector = 0; vector < result_.points.size(); ++vector) {
            if (!result_.points[vector].fitted || result_.points[vector].last <= t) continue;
            const Replicas step = transformed(masses_, [&](std::span<const double> m) {
                return std::vector<double>{m[index(vector, t)] - m[index(vector, t + 1)]};
            });
            const Estimate estimate = estimateOf(step, 0);
            if (estimate.error > 0) found.push_back(estimate.mean / estimate.error);
        }
        return found;
    }

    void findPlateau()
    {
        if (choice_->plateau) {
            result_.plateau = *choice_->plateau;
            result_.plateauFound = true;
            return;
        }
        result_.plateau = 1;
        for (int t = 1; t + 1 < loops_->tMost; ++t) {
            const std::vector<double> z = steps(t);
            if (z.empty()) return;
            result_.plateau = t;
            const double mean = std::accumulate(z.begin(), z.end(), 0.0) / double(z.size());
            if (mean < 1 && std::ranges::max(z) < 2) {
                result_.plateauFound = true;
                return;
            }
        }
    }

    void averagePlateaus()
    {
        const int first = result_.plateau;
        potentials_ = transformed(masses_, [&](std::span<const double> m) {
            std::vector<double> means;
            means.reserve(result_.points.size());
            for (std::size_t vector = 0; vector < result_.points.size(); ++vector) {
                double sum = 0, weights = 0;
                for (int t = first; t <= result_.points[vector].last; ++t) {
                    const double error = result_.points[vector].masses[std::size_t(t - 1)].error;
                    const double weight = error > 0 ? 1 / (error * error) : 1;
                    sum += weight * m[index(vector, t)];
                    weights += weight;
                }
                means.push_back(sum / weights); // 0/0 where none counts
            }
            return means;
        });
        for (std::size_t vector = 0; vector < result_.points.size(); ++vector) {
            result_.points[vector].potential = estimateOf(potentials_, vector);
            if (!known(result_.points[vector].potential)) result_.points[vector].fitted = false;
        }
    }

    /// The vectors of the fit with at least this distance, by distance.
    std::vector<std::size_t> vectorsFrom(double distance) const
    {
        std::vector<std::size_t> vectors;
        for (std::size_t vector = 0; vector < result_.points.size(); ++vector)
            if (result_.points[vector].fitted && result_.points[vector].distance >= distance) vectors.push_back(vector);
        std::ranges::stable_sort(vectors, {}, [this](std::size_t vector) { return result_.points[vector].distance; });
        return vectors;
    }

    LinearFit fitOf(const std::vector<std::size_t>& vectors) const
    {
        FitData data;
        data.samples = potentials_.bins();
        data.basis.resize(fitParameters);
        for (const std::size_t vector : vectors) {
            const double distance = result_.points[vector].distance;
            data.y.push_back(result_.points[vector].potential.mean);
            data.basis[0].push_back(1);
            data.basis[1].push_back(-1 / distance);
            data.basis[2].push_back(distance);
        }
        data.covariance = covarianceOf(transformed(potentials_, [&](std::span<const double> v) {
            std::vector<double> chosen;
            chosen.reserve(vectors.size());
            for (const std::size_t vector : vectors)
                chosen.push_back(v[vector]);
            return chosen;
        }));
        return fitLinear(data);
    }

    void fit()
    {
        const std::vector<std::size_t> all = vectorsFrom(0);
        if (all.size() <= fitParameters) {
            result_.fitFailure =
                fmt::format("V0, a and sigma need at least {} distances with a known potential, there are {}",
                            fitParameters + 1, all.size());
            return;
        }
        std::optional<std::vector<std::size_t>> best;
        for (const std::size_t nearest : all) {
            const auto vectors = vectorsFrom(result_.points[nearest].distance);
            if (vectors.size() <= fitParameters) break;
            LinearFit one;
            try {
                one = fitOf(vectors);
            } catch (const InputError& error) {
                result_.fitFailure = error.what();
                return;
            }
            if (!best || one.probability > result_.fit.probability) {
                result_.fit = one;
                best = vectors;
            }
            if (choice_->fitRange || (best && result_.fit.good())) break;
        }
        for (std::size_t vector = 0; vector < result_.points.size(); ++vector)
            result_.points[vector].fitted = std::ranges::count(*best, vector) > 0;
        setScales();
    }

    /// By linear propagation of the errors of the parameters.
    void setScales()
    {
        const double a = result_.fit.parameters[1], sigma = result_.fit.parameters[2];
        const Matrix& c = result_.fit.covariance;
        result_.rootSigma.count = result_.r0.count = result_.configurations;
        if (!(sigma > 0)) return;
        result_.rootSigma.mean = std::sqrt(sigma);
        result_.rootSigma.error = std::sqrt(c(2, 2)) / (2 * std::sqrt(sigma));
        if (!(a < sommer)) return;
        const double r0 = std::sqrt((sommer - a) / sigma), byA = -1 / (2 * r0 * sigma), bySigma = -r0 / (2 * sigma);
        result_.r0.mean = r0;
        result_.r0.error = std::sqrt(byA * byA * c(1, 1) + 2 * byA * bySigma * c(1, 2) + bySigma * bySigma * c(2, 2));
    }

    const LoopSeries* loops_;
    const PotentialChoice* choice_;
    Replicas means_, masses_, potentials_;
    StaticPotential result_;
};

} // namespace

std::vector<double> LoopSeries::history(std::size_t vector, int t) const
{
    assert(vector < r.size() && t >= 1 && t <= tMost);
    std::vector<double> result;
    result.reserve(values.size());
    for (const std::vector<double>& one : values)
        result.push_back(one[vector * std::size_t(tMost) + std::size_t(t - 1)]);
    return result;
}

double StaticPotential::fitted(double distance) const
{
    assert(fit.parameters.size() == fitParameters);
    return fit.parameters[0] - fit.parameters[1] / distance + fit.parameters[2] * distance;
}

StaticPotential staticPotential(const LoopSeries& loops, const PotentialChoice& choice)
{
    check(loops, choice);
    return Analysis(loops, choice).result();
}

Estimate latticeSpacing(const StaticPotential& potential, double rootSigmaMeV)
{
    Estimate spacing = potential.rootSigma;
    spacing.mean *= hbarC / rootSigmaMeV;
    spacing.error *= hbarC / rootSigmaMeV;
    return spacing;
}

} // namespace gaugegl::analysis
