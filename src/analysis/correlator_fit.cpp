#include "gaugegl/analysis/correlator_fit.h"

#include "analysis/probability.h"
#include "analysis/projected_fit.h"
#include "analysis/whitening.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <random>

namespace gaugegl::analysis {
namespace {

constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();
constexpr int mostStates = 3;

/// The data of an ensemble, folded where the model is periodic.
struct BinnedCorrelator {
    CorrelatorModel model; ///< with its extent
    CorrelatorSeries series = {};
    Replicas means = {}; ///< at every t
};

void checkModel(const CorrelatorModel& model)
{
    if (model.states < 1 || model.states > mostStates || model.oscillating < 0 || model.oscillating > mostStates)
        throw InputError(fmt::format("{} states and {} oscillating ones: 1 to {} and 0 to {} can be fitted",
                                     model.states, model.oscillating, mostStates, mostStates));
    if (model.form == CorrelatorForm::Constant && (model.states > 1 || model.oscillating > 0))
        throw InputError("a constant has one state, which does not oscillate");
    if (model.periodic() && model.oscillating > 0 && model.extent % 2 != 0)
        throw InputError(fmt::format("(-1)^t has not the period {}, which is odd", model.extent));
}

void checkMethod(const FitTask& task)
{
    if (!(task.cut > 0 && task.cut <= 1))
        throw InputError(fmt::format("the cut {} of eigenvalues has to be above 0 and at most 1", task.cut));
    if (task.resamples == 1) throw InputError("1 resample of the bootstrap says nothing of errors: 2 are the least");
}

void checkSeries(const CorrelatorSeries& series)
{
    if (series.empty() || series.front().empty())
        throw InputError("there is no correlator: a fit needs configurations");
    for (std::size_t k = 0; k < series.size(); ++k)
        if (series[k].size() != series.front().size())
            throw InputError(fmt::format("configuration {} has {} t, the first one {}", k + 1, series[k].size(),
                                         series.front().size()));
}

/// Means of t and T - t; sets the extent of the model.
CorrelatorSeries foldedSeries(const CorrelatorSeries& series, CorrelatorModel& model)
{
    const std::size_t count = series.front().size();
    if (model.extent < 0) throw InputError(fmt::format("the extent T = {} has to be positive", model.extent));
    if (model.extent == 0) model.extent = int(count);
    const auto extent = std::size_t(model.extent);
    if (!model.periodic() || count == extent / 2 + 1) return series;
    if (count != extent)
        throw InputError(
            fmt::format("correlators with {} t have not the extent T = {}, nor are they from 0 to T/2 = {}", count,
                        extent, extent / 2));
    const double sign = model.form == CorrelatorForm::Cosh ? 1 : -1;
    CorrelatorSeries result = series;
    for (std::vector<double>& one : result) {
        const std::vector<double> whole = one;
        one.resize(extent / 2 + 1);
        for (std::size_t t = 0; t < one.size(); ++t)
            one[t] = 0.5 * (whole[t] + sign * whole[(extent - t) % extent]);
    }
    return result;
}

void checkRange(const BinnedCorrelator& data, const FitTask& task)
{
    const bool vanishes = data.model.form == CorrelatorForm::Sinh; // at 0 and T/2
    const int least = vanishes ? 1 : 0;
    const int most = vanishes ? (data.model.extent - 1) / 2 : int(data.series.front().size()) - 1;
    if (task.first < least || task.last > most || task.first > task.last)
        throw InputError(fmt::format("the range {}:{} of t has to lie in {}:{}, where there are data{}", task.first,
                                     task.last, least, most, data.model.periodic() ? " (means of t and T - t)" : ""));
    const std::size_t points = std::size_t(task.last - task.first + 1), parameters = data.model.names().size();
    if (points < parameters)
        throw InputError(fmt::format("{} parameters ({}) need at least as many t, the range {}:{} has {}", parameters,
                                     fmt::join(data.model.names(), ", "), task.first, task.last, points));
    for (int t = task.first; t <= task.last; ++t)
        for (std::size_t k = 0; k < data.series.size(); ++k)
            if (const double value = data.series[k][std::size_t(t)]; !std::isfinite(value))
                throw InputError(fmt::format("configuration {} has {} at t = {}", k + 1, value, t));
}

/// Checked, with bins.
BinnedCorrelator binned(const CorrelatorSeries& series, const FitTask& task)
{
    checkSeries(series);
    checkMethod(task);
    BinnedCorrelator data{task.model};
    data.series = foldedSeries(series, data.model);
    checkModel(data.model);
    checkRange(data, task);
    std::vector<std::vector<double>> histories(data.series.front().size());
    for (const std::vector<double>& one : data.series)
        for (std::size_t t = 0; t < one.size(); ++t)
            histories[t].push_back(one[t]);
    const Binning binning = task.bin > 0
                                ? Binning{.size = task.bin}
                                : jackknifeBinning({histories.begin() + task.first, histories.begin() + task.last + 1});
    data.means = replicate(
        {histories.begin(), histories.end()},
        [](std::span<const double> means) { return std::vector<double>(means.begin(), means.end()); }, binning);
    if (data.means.bins() == 0) throw InputError(errorsNeedMore(series.size(), binning));
    for (int t = task.first; t <= task.last; ++t)
        if (const Estimate mean = estimateOf(data.means, std::size_t(t)); !(mean.error > 0))
            throw InputError(
                fmt::format("all {} bins of configurations have {} at t = {}: data without an error cannot be fitted",
                            data.means.bins(), mean.mean, t));
    return data;
}

/// Those at t = first .. last.
Replicas inRange(const Replicas& means, int first, int last)
{
    return transformed(means, [=](std::span<const double> all) {
        return std::vector<double>(all.begin() + first, all.begin() + last + 1);
    });
}

/// What is taken for the covariance of fits with so many parameters at least; says what was decided.
FitCovariance decided(const Replicas& points, const FitTask& task, std::size_t parameters, Warnings& warnings)
{
    const std::size_t count = points.centre.size(), needed = leastSamples(count, parameters);
    if (task.covariance != FitCovariance::Auto && task.covariance != FitCovariance::Full) return task.covariance;
    std::string why;
    if (points.bins() < needed)
        why = fmt::format("the covariance of {} points in a fit of {} parameters needs at least {} bins, here of {} "
                          "configurations; there are {}",
                          count, parameters, needed, points.binning.size, points.bins());
    try {
        if (why.empty()) whiteningOf(points, FitCovariance::Full, task.cut);
    } catch (const InputError& error) {
        why = error.what();
    }
    if (why.empty()) return FitCovariance::Full;
    if (task.covariance == FitCovariance::Full)
        throw InputError(why + "; a shrunk, cut or uncorrelated one is possible");
    warnings.push_back(why + ": its correlations are shrunk");
    return FitCovariance::Shrunk;
}

/// Sets the probability of chi^2 and its mean.
void setProbability(CorrelatorFit& fit, const Eigen::MatrixXd& tangents, const Eigen::MatrixXd& covariance,
                    std::size_t bins)
{
    if (fit.degrees == 0) return;
    const double n = double(bins), q = fit.degrees;
    if (fit.covariance == FitCovariance::Full) {
        fit.probability = hotellingTail(fit.chiSquared, fit.degrees, bins);
        fit.expected = q * (n - 1) / (n - q - 2);
        return;
    }
    // chi^2 = z^T M z of normal z with M = P C P, where P projects on what the parameters cannot change.  The covariance is an estimate
    // with n - 1 degrees of freedom, of which tr C^2 is not without bias: n^2/((n-1)(n+2)) (tr C^2 - (tr C)^2/n) is for n of them.
    const Eigen::MatrixXd q1 = Eigen::HouseholderQR<Eigen::MatrixXd>(tangents).householderQ() *
                               Eigen::MatrixXd::Identity(tangents.rows(), tangents.cols());
    const Eigen::MatrixXd p = Eigen::MatrixXd::Identity(tangents.rows(), tangents.rows()) - q1 * q1.transpose();
    const Eigen::MatrixXd m = p * covariance * p;
    const double trace = m.trace(), f = n - 1;
    const double square = std::clamp(f * f / ((f - 1) * (f + 2)) * (m.squaredNorm() - trace * trace / f),
                                     trace * trace / q, trace * trace);
    fit.expected = trace;
    fit.probability = chiSquaredTail(fit.chiSquared * trace / square, trace * trace / square);
}

/// Means of bins that are drawn with repetition.
std::vector<double> resampledMeans(const Replicas& means, std::mt19937_64& generator)
{
    std::vector<double> sum(means.centre.size());
    double weights = 0;
    for (std::size_t k = 0; k < means.bins(); ++k) {
        const std::size_t bin = generator() % means.bins(); // std::uniform_int_distribution differs between libraries
        const double ratio = means.ratio[bin];
        weights += 1 / ratio;
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += (means.centre[i] + (ratio - 1) * (means.centre[i] - means.without[bin][i])) / ratio;
    }
    for (double& one : sum)
        one /= weights;
    return sum;
}

/// The deviation of the refits of the bootstrap.
template<class Refit>
void setBootstrapErrors(CorrelatorFit& fit, const Replicas& points, const FitTask& task, const Refit& refit)
{
    const double bins = double(points.bins()), correction = points.binning.inflation * bins / (bins - 1);
    std::vector<double> squares(fit.parameters.size());
    std::mt19937_64 generator(task.seed);
    std::size_t count = 0;
    for (std::size_t k = 0; k < task.resamples; ++k) {
        const std::vector<double> found = refit(resampledMeans(points, generator));
        if (!std::isfinite(found.front())) continue;
        ++count;
        for (std::size_t i = 0; i < found.size(); ++i)
            squares[i] += (found[i] - fit.parameters[i].mean) * (found[i] - fit.parameters[i].mean);
    }
    for (std::size_t i = 0; i < squares.size(); ++i)
        fit.parameters[i].error = std::sqrt(correction * squares[i] / double(count)); // 0/0 where none converged
}

CorrelatorFit fitOf(const BinnedCorrelator& data, const FitTask& task, const CorrelatorModel& model, int first,
                    FitCovariance covariance)
{
    const Replicas points = inRange(data.means, first, task.last);
    const Whitening weights = whiteningOf(points, covariance, task.cut);
    ProjectedFit problem(model, first, weights.white);
    problem.take(points.centre);
    Eigen::VectorXd centre = problem.searched();
    CorrelatorFit fit{.model = model, .first = first, .last = task.last};
    fit.chiSquared = problem.minimise(centre);
    fit.degrees = int(points.centre.size()) - int(model.names().size());
    fit.covariance = covariance;
    fit.shrinkage = weights.shrinkage;
    fit.raised = weights.raised;
    setProbability(fit, problem.tangents(centre), weights.covariance, points.bins());

    const std::size_t parameters = model.names().size();
    const auto refit = [&](std::span<const double> means) {
        if (interrupted()) throw UnsolvedError("the fit: interrupted");
        problem.take(means);
        Eigen::VectorXd at = centre;
        if (!std::isnan(problem.minimise(at))) return problem.parameters(at);
        ++fit.failures;
        return std::vector<double>(parameters, notKnown);
    };
    const Replicas refits = task.resamples > 0 ? Replicas{refit(points.centre), {}, {}, points.binning, points.count}
                                               : transformed(points, refit);
    for (std::size_t k = 0; k < parameters; ++k)
        fit.parameters.push_back(estimateOf(refits, k));
    if (task.resamples > 0) setBootstrapErrors(fit, points, task, refit);
    if (covariance == FitCovariance::Full)
        for (Estimate& one : fit.parameters)
            one.error *= std::sqrt(wideningOf(points.bins(), fit.degrees));
    return fit;
}

CorrelatorFit requiredFit(const BinnedCorrelator& data, const FitTask& task, FitCovariance covariance)
{
    CorrelatorFit fit = fitOf(data, task, data.model, task.first, covariance);
    if (std::isnan(fit.chiSquared))
        throw UnsolvedError(fmt::format("the fit of {} to t = {} to {} does not converge; fewer states may",
                                        fmt::join(data.model.names(), ", "), task.first, task.last));
    return fit;
}

/// The effective energy at t; NaN where there is none.
double energyAt(const CorrelatorModel& model, std::span<const double> c, std::size_t t)
{
    const std::size_t step = model.oscillating > 0 ? 2 : 1;
    if (model.form == CorrelatorForm::Constant) return notKnown;
    if (model.form == CorrelatorForm::Exponential)
        return t + step < c.size() ? std::log(c[t] / c[t + step]) / double(step) : notKnown;
    if (model.form == CorrelatorForm::Cosh && step == 1)
        return int(2 * t) < model.extent && t + 1 < c.size() ? coshMass(c[t], c[t + 1], int(t), model.extent)
                                                             : notKnown;
    const std::size_t before = model.form == CorrelatorForm::Sinh ? 1 : 0; // data vanish at t = 0, the model does not
    if (t < step + before || t + step >= c.size()) return notKnown;
    return std::acosh((c[t - step] + c[t + step]) / (2 * c[t])) / double(step);
}

/// Sets the weights of all fits, and their average.
void average(CorrelatorFits& fits, int points)
{
    const auto usable = [](const CorrelatorFit& fit) {
        return std::isfinite(fit.chiSquared) && std::ranges::all_of(fit.parameters, known);
    };
    const auto badness = [points](const CorrelatorFit& fit) {
        const int parameters = int(fit.parameters.size()), leftOut = points - (fit.last - fit.first + 1);
        return fit.chiSquared + 2 * parameters + 2 * leftOut;
    };
    double best = std::numeric_limits<double>::infinity(), sum = 0;
    for (const CorrelatorFit& fit : fits.all)
        if (usable(fit)) best = std::min(best, badness(fit));
    for (CorrelatorFit& fit : fits.all)
        sum += fit.weight = usable(fit) ? std::exp(-0.5 * (badness(fit) - best)) : 0;
    if (sum == 0) return;
    const std::size_t common = std::min<std::size_t>(2, fits.fit.parameters.size());
    for (std::size_t k = 0; k < common; ++k) {
        double mean = 0, square = 0;
        for (CorrelatorFit& fit : fits.all) {
            if (fit.weight == 0) continue;
            const Estimate& one = fit.parameters[k];
            mean += fit.weight / sum * one.mean;
            square += fit.weight / sum * (one.error * one.error + one.mean * one.mean);
        }
        Estimate& result = fits.average.emplace_back(fits.fit.parameters[k]);
        result.mean = mean;
        result.error = std::sqrt(std::max(0.0, square - mean * mean));
    }
    for (CorrelatorFit& fit : fits.all)
        fit.weight /= sum;
}

/// Says where data that are to be folded are not symmetric, or antisymmetric.
void judgeSymmetry(CorrelatorFits& fits, const CorrelatorSeries& series)
{
    constexpr double most = 5, rounding = 1e-10; // standard errors; of a number
    const CorrelatorModel& model = fits.fit.model;
    const auto extent = std::size_t(model.extent);
    if (!model.periodic() || series.front().size() != extent) return;
    const double sign = model.form == CorrelatorForm::Cosh ? 1 : -1;
    for (auto t = std::size_t(fits.fit.first); t <= std::size_t(fits.fit.last); ++t) {
        std::vector<double> differences;
        for (const std::vector<double>& one : series)
            differences.push_back(one[t] - sign * one[(extent - t) % extent]);
        const Estimate found = jackknife({differences}, [](std::span<const double> means) { return means[0]; });
        if (!(std::abs(found.mean) > most * found.error + rounding * std::abs(series.front()[t]))) continue;
        fits.warnings.push_back(fmt::format(
            "C(t) and {}C(T - t) differ by {:.0f} standard errors at t = {}: the data have not the symmetry of {}",
            sign < 0 ? "-" : "", std::abs(found.mean) / found.error, t, choiceName(model.form)));
        return;
    }
}

/// What is not vouched for beside what estimates say.
void judge(CorrelatorFits& fits, CorrelatorSeries series)
{
    const std::size_t count = series.size();
    for (std::vector<double>& one : series)
        std::replace_if(
            one.begin(), one.end(), [](double value) { return std::isnan(value); }, 0.0); // which has no order
    std::ranges::sort(series);
    const auto copies = std::size_t(series.end() - std::unique(series.begin(), series.end()));
    if (copies > 0)
        fits.warnings.push_back(fmt::format(
            "{} of {} configurations have the same data as another one, which makes errors too small", copies, count));
    const CorrelatorFit& fit = fits.fit;
    if (fit.degrees == 0)
        fits.warnings.push_back("there are as many parameters as t: chi^2 says nothing of the model");
    else if (fit.probability < leastProbability)
        fits.warnings.push_back(fmt::format(
            "a chi^2 this large has the probability {:.2g}: the fit does not describe the data", fit.probability));
    if (fit.failures > 0) fits.warnings.push_back(fmt::format("{} refits for errors do not converge", fit.failures));
    if (fit.covariance == FitCovariance::Uncorrelated)
        fits.warnings.push_back("chi^2 takes the data as uncorrelated, and so do the weights of the average");
}

} // namespace

CorrelatorFit fitCorrelator(const CorrelatorSeries& series, const FitTask& task)
{
    const BinnedCorrelator data = binned(series, task);
    Warnings unused;
    return requiredFit(data, task,
                       decided(inRange(data.means, task.first, task.last), task, data.model.names().size(), unused));
}

CorrelatorFits fitCorrelators(const CorrelatorSeries& series, const FitTask& task)
{
    const BinnedCorrelator data = binned(series, task);
    CorrelatorFits fits{.configurations = series.size(), .bins = data.means.bins(), .binSize = data.means.binning.size};
    CorrelatorModel smallest = data.model;
    smallest.states = 1;
    const FitCovariance covariance =
        decided(inRange(data.means, task.first, task.last), task, smallest.names().size(), fits.warnings);
    fits.fit = requiredFit(data, task, covariance);
    for (CorrelatorModel model = smallest; model.states <= data.model.states; ++model.states)
        for (int first = task.first; task.last - first + 1 > int(model.names().size()); ++first)
            fits.all.push_back(model.states == data.model.states && first == task.first
                                   ? fits.fit
                                   : fitOf(data, task, model, first, covariance));
    average(fits, task.last - task.first + 1);
    for (std::size_t t = 0; t < data.means.centre.size(); ++t)
        fits.correlator.push_back(estimateOf(data.means, t));
    const Replicas energies = transformed(data.means, [&](std::span<const double> means) {
        std::vector<double> all;
        for (std::size_t t = 0; t < means.size(); ++t)
            all.push_back(energyAt(data.model, means, t));
        return all;
    });
    for (std::size_t t = 0; t < energies.centre.size(); ++t)
        fits.energies.push_back(estimateOf(energies, t));
    judge(fits, series);
    judgeSymmetry(fits, series);
    return fits;
}

} // namespace gaugegl::analysis
