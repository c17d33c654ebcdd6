#include "gaugegl/analysis/static_potential.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::analysis {
namespace {

constexpr double errorsAboveZero = 5;    // of a loop in use
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
Replicas loopReplicas(const LoopSeries& loops, const Binning& binning)
{
    std::vector<std::vector<double>> histories;
    histories.reserve(loops.r.size() * std::size_t(loops.tMost));
    for (std::size_t vector = 0; vector < loops.r.size(); ++vector)
        for (int t = 1; t <= loops.tMost; ++t)
            histories.push_back(loops.history(vector, t));
    const auto means = [](std::span<const double> all) { return std::vector<double>(all.begin(), all.end()); };
    return replicate({histories.begin(), histories.end()}, means, binning);
}

void check(const LoopSeries& loops, const PotentialChoice& choice)
{
    if (loops.values.empty()) throw InputError("a static potential needs at least one configuration");
    if (loops.r.empty() || loops.tMost < 2)
        throw InputError(
            fmt::format("effective masses need at least loops with T = 1 and 2; the largest T is {}", loops.tMost));
    if (choice.plateau && (*choice.plateau < 1 || *choice.plateau >= loops.tMost))
        throw InputError(fmt::format("the plateau cannot begin at T = {}: effective masses are known for T = 1 to {}",
                                     *choice.plateau, loops.tMost - 1));
    if (choice.fitRange && !(choice.fitRange->first < choice.fitRange->second))
        throw InputError(fmt::format("the fit range {}:{} must be two distances, the smaller one first",
                                     choice.fitRange->first, choice.fitRange->second));
}

/// s(p) of the rule: smooth, so that the jackknife sees a choice.
double acceptance(double p)
{
    const double x = std::pow(p / halfAccepted, 4);
    return x / (1 + x);
}

/// A fit of the distances from some on.
struct Range {
    std::vector<std::size_t> vectors; ///< by distance
    LinearFitter fitter;
};

/// A T0 with all that may follow from it.
struct Start {
    int t0 = 0;
    std::vector<std::size_t> vectors{}; ///< those of the longest range, by distance
    std::vector<Range> ranges{};        ///< the longest first
    std::optional<LinearFitter> step{}; ///< whether the next start differs by nothing; the last has none
};

/// The steps of the analysis, each based on the earlier ones.
class Analysis {
public:
    Analysis(const LoopSeries& loops, const PotentialChoice& choice)
        : loops_(&loops), choice_(&choice), binning_(binningOf(loops)), means_(loopReplicas(loops, binning_))
    {
        masses_ = transformed(means_, [this](std::span<const double> w) { return massesOf(w); });
        makePoints();
    }

    StaticPotential result()
    {
        if (means_.bins() == 0) {
            result_.fitFailure = errorsNeedMore(loops_->values.size(), binning_);
        } else {
            makeStarts();
            average();
        }
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

    /// V(R) of every vector with the plateau from t0 on, NaN where no T counts.
    std::vector<double> plateaus(std::span<const double> masses, int t0) const
    {
        std::vector<double> means;
        means.reserve(result_.points.size());
        for (std::size_t vector = 0; vector < result_.points.size(); ++vector) {
            const PotentialPoint& point = result_.points[vector];
            double sum = 0, weights = 0;
            for (int t = t0; t <= point.last; ++t) {
                const double error = point.masses[std::size_t(t - 1)].error;
                const double weight = error > 0 ? 1 / (error * error) : 1;
                sum += weight * masses[index(vector, t)];
                weights += weight;
            }
            means.push_back(sum / weights); // 0/0 where none counts
        }
        return means;
    }

    static std::vector<double> chosen(std::span<const double> values, std::span<const std::size_t> which)
    {
        std::vector<double> result;
        result.reserve(which.size());
        for (const std::size_t k : which)
            result.push_back(values[k]);
        return result;
    }

    /// The vectors that may be fitted with a plateau from t0 on, by distance.
    std::vector<std::size_t> vectorsOf(int t0) const
    {
        std::vector<std::size_t> vectors;
        for (std::size_t vector = 0; vector < result_.points.size(); ++vector)
            if (inRange(result_.points[vector].distance) && result_.points[vector].last >= t0)
                vectors.push_back(vector);
        std::ranges::stable_sort(vectors, {}, [this](std::size_t vector) { return result_.points[vector].distance; });
        return vectors;
    }

    LinearFitter fitterOf(int t0, const std::vector<std::size_t>& vectors) const
    {
        const std::size_t needed = leastSamples(vectors.size(), fitParameters);
        if (masses_.bins() < needed)
            throw InputError(fmt::format("a fit of {} distances needs at least {} bins, here of {} configurations: {}; "
                                         "there are {}",
                                         vectors.size(), needed, binning_.size, needed * binning_.size,
                                         loops_->values.size()));
        FitData data;
        data.samples = masses_.bins();
        data.basis.resize(fitParameters);
        data.y.resize(vectors.size());
        for (const std::size_t vector : vectors) {
            const double distance = result_.points[vector].distance;
            data.basis[0].push_back(1);
            data.basis[1].push_back(-1 / distance);
            data.basis[2].push_back(distance);
        }
        data.covariance = covarianceOf(
            transformed(masses_, [&](std::span<const double> m) { return chosen(plateaus(m, t0), vectors); }));
        return LinearFitter(data);
    }

    /// The fit ranges of a start, one for each smallest distance; empty where no fit is possible.
    void makeRanges(Start& start)
    {
        for (std::size_t first = 0; first + fitParameters < start.vectors.size(); ++first) {
            const std::vector<std::size_t> vectors(start.vectors.begin() + std::ptrdiff_t(first), start.vectors.end());
            const double distance = result_.points[vectors.front()].distance;
            if (first > 0 && distance == result_.points[start.vectors[first - 1]].distance) continue;
            start.ranges.push_back({vectors, fitterOf(start.t0, vectors)});
            if (choice_->fitRange) break;
        }
    }

    /// What differs between V(R) with the plateau from `start` and from `next` on: in the parameters of the fit, or,
    /// where there is none, in V(R).
    std::vector<double> stepOf(std::span<const double> masses, const Start& start, const Start& next) const
    {
        const std::vector<double> from = chosen(plateaus(masses, start.t0), next.vectors);
        std::vector<double> step = chosen(plateaus(masses, next.t0), next.vectors);
        for (std::size_t k = 0; k < step.size(); ++k)
            step[k] = from[k] - step[k];
        return next.ranges.empty() ? step : next.ranges[0].fitter.fit(step).parameters;
    }

    /// All T0 that the loops allow, or the one that was chosen.
    void makeStarts()
    {
        const bool tests = masses_.bins() >= leastSamples(fitParameters, 0);
        const int first = choice_->plateau.value_or(1);
        const int last = choice_->plateau || !tests ? first : loops_->tMost - 1;
        try {
            for (int t0 = first; t0 <= last; ++t0) {
                Start start{t0, vectorsOf(t0)};
                makeRanges(start);
                if (!starts_.empty() && (start.vectors.empty() || start.ranges.empty() != starts_[0].ranges.empty()))
                    break;
                starts_.push_back(std::move(start));
            }
            for (std::size_t k = 0; k + 1 < starts_.size(); ++k) {
                const Replicas step = transformed(
                    masses_, [&](std::span<const double> m) { return stepOf(m, starts_[k], starts_[k + 1]); });
                starts_[k].step = LinearFitter({step.centre, covarianceOf(step), {}, step.bins()});
            }
        } catch (const InputError& error) { // too few bins, or a singular covariance
            result_.fitFailure = error.what();
            starts_ = {{first, vectorsOf(first)}};
        }
        if (result_.fitFailure.empty() && starts_[0].ranges.empty())
            result_.fitFailure =
                fmt::format("V0, a and sigma need at least {} distances with a known potential, there are {}",
                            fitParameters + 1, starts_[0].vectors.size());
    }

    /// The weights of the starts: the weight that a start leaves goes to later ones.
    std::vector<double> startWeights(std::span<const double> masses) const
    {
        std::vector<double> weights;
        double rest = 1;
        for (std::size_t k = 0; k < starts_.size(); ++k) {
            const double accepted =
                starts_[k].step
                    ? acceptance(starts_[k].step->fit(stepOf(masses, starts_[k], starts_[k + 1])).probability)
                    : 1;
            weights.push_back(rest * accepted);
            rest *= 1 - accepted;
        }
        return weights;
    }

    /// The fits with their weights, which add up to 1; none where there are no fits.
    std::vector<PotentialFit> fitsOf(std::span<const double> masses, const std::vector<double>& weights) const
    {
        std::vector<PotentialFit> fits;
        for (std::size_t k = 0; k < starts_.size(); ++k) {
            const std::vector<double> potential = plateaus(masses, starts_[k].t0);
            double rest = weights[k];
            for (const Range& range : starts_[k].ranges) {
                const LinearFit fit = range.fitter.fit(chosen(potential, range.vectors));
                const double accepted = &range == &starts_[k].ranges.back() ? 1 : acceptance(fit.probability);
                fits.push_back({starts_[k].t0, result_.points[range.vectors.front()].distance, rest * accepted, fit});
                rest *= 1 - accepted;
            }
        }
        return fits;
    }

    /// V0, a, sigma, and V(R) of every vector, averaged over the choices.
    std::vector<double> averageOf(std::span<const double> masses) const
    {
        const std::vector<double> weights = startWeights(masses);
        std::vector<double> result(fitParameters, 0.0);
        for (const PotentialFit& one : fitsOf(masses, weights))
            for (std::size_t k = 0; k < fitParameters; ++k)
                result[k] += one.weight * one.fit.parameters[k];
        std::vector<double> sums(result_.points.size(), 0.0), norms(result_.points.size(), 0.0);
        for (std::size_t k = 0; k < starts_.size(); ++k) {
            const std::vector<double> potential = plateaus(masses, starts_[k].t0);
            for (std::size_t vector = 0; vector < potential.size(); ++vector) {
                if (std::isnan(potential[vector])) continue;
                sums[vector] += weights[k] * potential[vector];
                norms[vector] += weights[k];
            }
        }
        for (std::size_t vector = 0; vector < sums.size(); ++vector)
            result.push_back(sums[vector] / norms[vector]); // 0/0 where none counts
        return result;
    }

    void average()
    {
        const Replicas all = transformed(masses_, [this](std::span<const double> m) { return averageOf(m); });
        for (std::size_t vector = 0; vector < result_.points.size(); ++vector)
            result_.points[vector].potential = estimateOf(all, fitParameters + vector);
        const std::vector<double> weights = startWeights(masses_.centre);
        const auto heaviest = std::size_t(std::ranges::max_element(weights) - weights.begin());
        result_.plateau = starts_[heaviest].t0;
        result_.plateauFound = choice_->plateau.has_value() || heaviest + 1 < starts_.size();
        if (result_.fitFailure.empty()) averageFits(all, fitsOf(masses_.centre, weights));
    }

    /// The parameters are those of all fits; chi^2 and what was fitted are those of the heaviest.
    void averageFits(const Replicas& all, std::vector<PotentialFit> fits)
    {
        const auto best = std::ranges::max_element(fits, {}, &PotentialFit::weight);
        result_.fit = best->fit;
        for (PotentialPoint& point : result_.points)
            point.fitted = inRange(point.distance) && point.last >= best->plateau && point.distance >= best->nearest;
        double widening = 0;
        std::size_t number = 0;
        for (const Start& start : starts_)
            for (const Range& range : start.ranges)
                widening += fits[number++].weight * range.fitter.widening();
        const Matrix covariance = covarianceOf(all);
        result_.fit.parameters.assign(all.centre.begin(), all.centre.begin() + fitParameters);
        for (std::size_t k = 0; k < fitParameters; ++k)
            for (std::size_t l = 0; l < fitParameters; ++l)
                result_.fit.covariance(k, l) = widening * covariance(k, l);
        result_.fits = std::move(fits);
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
    Binning binning_;
    Replicas means_, masses_;
    std::vector<Start> starts_;
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
