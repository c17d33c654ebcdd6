#include "chain/hmc_report.h"

#include "chain/ensemble_report.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/base/error.h"
#include "host/instruction_set.h"
#include "report/plot.h"
#include "report/warnings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>

namespace gaugegl {
namespace {

constexpr int enoughToAccept = 10;     // of so many trajectories one at least must be accepted
constexpr double poorAcceptance = 0.4; // an ensemble is hardly worth its cost below

/// Those after thermalisation.
std::span<const TrajectoryRecord> measuredTrajectories(const RunConfig& run, const EnsembleHistory& history)
{
    const std::span<const TrajectoryRecord> all = history.trajectories;
    return all.subspan(std::min(std::size_t(run.update.thermalisation), all.size()));
}

/// A number of those that did not fail.
std::vector<double> numbersOf(std::span<const TrajectoryRecord> trajectories,
                              const std::function<double(const TrajectoryRecord&)>& number)
{
    std::vector<double> result;
    for (const TrajectoryRecord& one : trajectories)
        if (!one.failed) result.push_back(number(one));
    return result;
}

double deltaHOf(const TrajectoryRecord& one) { return one.deltaH; }

/// The lines of those from this one on.
std::string trajectoryRows(const Ensemble& ensemble, std::size_t first)
{
    const std::vector<TrajectoryRecord>& all = ensemble.history().trajectories;
    std::string text;
    for (std::size_t k = first; k < all.size(); ++k) {
        const TrajectoryRecord& one = all[k];
        const std::string deltaH = one.failed ? std::string("nan") : fmt::format("{:.12g}", one.deltaH);
        text += fmt::format("{},{},{},{},{},{:.12g}\n", std::int64_t(k) + 1 - ensemble.config().update.thermalisation,
                            deltaH, int(one.accepted), int(one.failed), one.iterations, one.plaquette);
    }
    return text;
}

/// The part of the time, in percent.
double percent(double seconds, double all) { return 100 * seconds / all; }

} // namespace

TrajectoryAverages averagesOfTrajectories(const RunConfig& run, const EnsembleHistory& history)
{
    const std::span<const TrajectoryRecord> measured = measuredTrajectories(run, history);
    TrajectoryAverages a;
    a.trajectories = int(measured.size());
    std::vector<double> accepted;
    for (const TrajectoryRecord& one : measured) {
        accepted.push_back(one.accepted ? 1 : 0);
        a.failures += one.failed ? 1 : 0;
        a.iterations += double(one.iterations) / double(measured.size());
    }
    a.acceptance = analysis::gammaMethod(accepted);
    a.deltaH = analysis::gammaMethod(numbersOf(measured, deltaHOf));
    a.expMinusDeltaH =
        analysis::gammaMethod(numbersOf(measured, [](const TrajectoryRecord& one) { return std::exp(-one.deltaH); }));
    return a;
}

report::Json trajectoriesToJson(const Ensemble& ensemble)
{
    const TrajectoryAverages a = averagesOfTrajectories(ensemble.config(), ensemble.history());
    report::Json fermions = report::Json::array();
    const HmcParameters& p = ensemble.config().hmc->parameters;
    for (const FermionTerm& term : p.fermions)
        fermions.push_back(describe(term));
    return {
        {"fermions", fermions},
        {"trajectories", a.trajectories},
        {"acceptance", report::toJson(a.acceptance.mean)},
        {"mean_delta_h", report::toJson(a.deltaH.mean)},
        {"exp_minus_delta_h", report::toJson(a.expMinusDeltaH)},
        {"solver_iterations", report::toJson(a.iterations)},
        {"failures", a.failures},
        {"hmc_path", choiceName(p.path)},
        {"instruction_set", p.path == HmcPath::Cpu ? report::Json(name(host::bestInstructionSet())) : report::Json()}};
}

report::Json trajectoryTimes(const EnsembleHistory& history)
{
    const TrajectoryTimes& t = history.trajectorySeconds;
    return {{"seconds_per_trajectory", report::toJson(t.all / history.timedSweeps)},
            {"timed_trajectories", history.timedSweeps},
            {"timed_seconds", t.all},
            {"solver_seconds", t.solver},
            {"fermion_force_seconds", t.force},
            {"gauge_seconds", t.gauge}};
}

std::string trajectoriesToCsv(const Ensemble& ensemble)
{
    return "trajectory,delta_h,accepted,failed,solver_iterations,plaquette\n" + trajectoryRows(ensemble, 0);
}

TrajectoryTable::TrajectoryTable(const FilePlace& place, const Ensemble& ensemble)
    : ensemble_(&ensemble), file_(place, trajectoriesToCsv(ensemble)), rows_(ensemble.history().trajectories.size())
{}

void TrajectoryTable::add()
{
    file_.append(trajectoryRows(*ensemble_, rows_));
    rows_ = ensemble_->history().trajectories.size();
}

std::string trajectorySummary(const Ensemble& ensemble)
{
    const TrajectoryAverages a = averagesOfTrajectories(ensemble.config(), ensemble.history());
    const EnsembleHistory& history = ensemble.history();
    const TrajectoryTimes& t = history.trajectorySeconds;
    const HmcParameters& p = ensemble.config().hmc->parameters;
    const ChainBackend& backend = ensemble.backend();
    std::string text = fmt::format("trajectories     {} of length {}, acceptance {}, <dH> {}, <exp(-dH)> {}\n",
                                   a.trajectories, p.length, analysis::formatEstimate(a.acceptance),
                                   analysis::formatEstimate(a.deltaH), analysis::formatEstimate(a.expMinusDeltaH));
    if (!p.fermions.empty()) text += fmt::format("solvers          {:.1f} iterations per trajectory\n", a.iterations);
    if (a.acceptance.mean < poorAcceptance)
        text += "                 most were rejected: more steps (or a shorter length) make dH smaller\n";
    if (a.failures > 0) text += fmt::format("failures         {} trajectories, rejected\n", a.failures);
    const std::string where = p.path == HmcPath::Cpu ? fmt::format("CPU, {}, {}", name(host::bestInstructionSet()),
                                                                   precisionName(ensemble.config()))
                                                     : backend.work(precisionName(ensemble.config()));
    if (history.timedSweeps == 0) return text + fmt::format("speed            unknown ({})\n", where);
    return text +
           fmt::format("speed            {:.3g} s per trajectory: solvers {:.0f} %, forces of fermions {:.0f} %, "
                       "gauge action and links {:.0f} % ({})\n",
                       t.all / history.timedSweeps, percent(t.solver, t.all), percent(t.force, t.all),
                       percent(t.gauge, t.all), where);
}

Warnings trajectoryWarnings(const RunConfig& run, const EnsembleHistory& history)
{
    constexpr double far = 4; // standard errors
    const TrajectoryAverages a = averagesOfTrajectories(run, history);
    Warnings all = report::warningsIn({{"exp_minus_delta_h", report::toJson(a.expMinusDeltaH)}});
    if (a.acceptance.mean < poorAcceptance)
        all.push_back(
            fmt::format("acceptance {:.2g}: more steps (or a shorter length) make dH smaller", a.acceptance.mean));
    if (const double off = (a.expMinusDeltaH.mean - 1) / a.expMinusDeltaH.error; std::abs(off) > far)
        all.push_back(fmt::format(
            "<exp(-dH)> = {} is {:.1f} standard errors from 1: not in equilibrium, steps too long, or tolerances "
            "of the solvers too large",
            analysis::formatEstimate(a.expMinusDeltaH), std::abs(off)));
    return all;
}

std::optional<std::string> hopelessBeginning(const RunConfig& run, const EnsembleHistory& history)
{
    constexpr std::size_t first = 3;
    constexpr double enormous = 50; // accepted once in 10^21
    const std::vector<TrajectoryRecord>& all = history.trajectories;
    if (all.size() != first || run.hmc->acceptFirst >= int(first) ||
        !std::ranges::all_of(all, [](const auto& one) { return !(one.deltaH < enormous); }))
        return std::nullopt;
    const HmcParameters& p = run.hmc->parameters;
    std::vector<int> steps;
    for (const ScaleParameters& scale : p.scales)
        steps.push_back(2 * scale.steps);
    const std::string size = all.back().failed ? "not finite" : fmt::format("{:.2g}", all.back().deltaH);
    return fmt::format(
        "dH of the first {} trajectories is enormous (the last: {}), none like them will be accepted: make the steps "
        "finer (steps = {}) or the trajectories shorter (length = {}), or accept the first ones of a start far from "
        "equilibrium (accept_first = 5)",
        first, size, steps.size() == 1 ? std::to_string(steps[0]) : fmt::format("[{}]", fmt::join(steps, ", ")),
        p.length / 2);
}

std::string trajectoryNote(const Ensemble& ensemble)
{
    const std::vector<TrajectoryRecord>& all = ensemble.history().trajectories;
    if (all.empty()) return "";
    const TrajectoryRecord& last = all.back();
    const auto accepted = std::ranges::count_if(all, [](const TrajectoryRecord& one) { return one.accepted; });
    const std::string deltaH = last.failed ? "failed" : fmt::format("dH {:+.3f}", last.deltaH);
    return fmt::format("plaquette {:.5f}  {}  acceptance {:.2f}  {} iterations", last.plaquette, deltaH,
                       double(accepted) / double(all.size()), last.iterations);
}

std::vector<std::string> drawTrajectories(const RunConfig& run, const EnsembleHistory& history,
                                          const SharedFolder& folder)
{
    const std::span<const TrajectoryRecord> measured = measuredTrajectories(run, history);
    std::vector<double> numbers, deltaH;
    for (const TrajectoryRecord& one : measured) {
        numbers.push_back(double(numbers.size() + 1));
        deltaH.push_back(one.deltaH); // of one that failed not a number, which is left out
    }
    return report::plotHistory({FilePlace(folder, "dh-history"), runTitle(run), "trajectory", "dH"},
                               {numbers, deltaH, analysis::gammaMethod(numbersOf(measured, deltaHOf)), {}});
}

bool failsTooOften(const Ensemble& ensemble)
{
    const int failures = ensemble.history().failuresInARow();
    return failures > 0 && failures % ensemble.config().hmc->failures == 0;
}

void requireTrajectories(const Ensemble& ensemble)
{
    if (!ensemble.failure().empty() && failsTooOften(ensemble))
        throw UnsolvedError(fmt::format("{} trajectories in a row failed, which ends the run (failures = {} in [hmc]); "
                                        "the last one, trajectory {}: {}",
                                        ensemble.history().failuresInARow(), ensemble.config().hmc->failures,
                                        ensemble.history().sweeps, ensemble.failure()));
    const TrajectoryAverages a = averagesOfTrajectories(ensemble.config(), ensemble.history());
    if (a.trajectories >= enoughToAccept && a.acceptance.mean == 0)
        throw UnsolvedError(
            fmt::format("acceptance 0: all {} trajectories were rejected, with a mean dH of {:.3g}, and "
                        "the links stayed as they were; more steps, or a shorter length, make dH "
                        "smaller",
                        a.trajectories, a.deltaH.mean));
}

} // namespace gaugegl
