#include "init_plan.h"

#include "analysis/lattice_spacing.h"
#include "base/shell_word.h"
#include "base/trimmed.h"
#include "config/commented.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

constexpr int usualEvery = 10;             // sweeps between the measurements that take long
constexpr double usualKappa = 0.15;        // heavy quarks, which every solver manages
constexpr double t0OverR0Squared = 0.1116; // M. Luescher, JHEP 08 (2010) 071, arXiv:1006.4518
constexpr double beyondT0 = 1.15;          // the flow goes on a little
constexpr double secondsPerHour = 3600;

double numberIn(std::string_view text, const char* what)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        throw InputError(fmt::format("'{}' is not {}", text, what));
    return value;
}

int sweepsIn(std::string_view text, int least, const char* expected)
{
    constexpr int most = 1000000000;
    const double sweeps = numberIn(text, expected);
    if (sweeps != std::floor(sweeps) || sweeps < least || sweeps > most)
        throw InputError(fmt::format("'{}' is not a whole number of sweeps from {} to {}", text, least, most));
    return int(sweeps);
}

/// The text without its last letters, if it has them.
std::optional<std::string_view> without(std::string_view text, std::string_view unit)
{
    if (!text.ends_with(unit)) return std::nullopt;
    return trimmed(text.substr(0, text.size() - unit.size()));
}

} // namespace

std::vector<std::string> measurable()
{
    std::vector<std::string> words = choices<Observable>();
    words.insert(words.end(), {"loops", "flow", "spectrum"});
    return words;
}

RunPlan::RunPlan()
{
    run_.lattice.extents = {8, 8, 8, 8};
    run_.update.sweeps = 1000;
}

void RunPlan::setGroup(const std::string& text) { run_.lattice.group = parseGroup(text); }

void RunPlan::setLattice(const std::string& text) { run_.lattice.extents = Lattice::parse(text).extents(); }

void RunPlan::setCoupling(const std::string& text)
{
    if (const auto fm = without(text, "fm")) return setSpacing(numberIn(*fm, "a lattice spacing in fm, such as 0.1fm"));
    const double beta = numberIn(text, "a coupling, such as 6.0, nor a lattice spacing, such as 0.1fm");
    if (!(beta > 0 && isCoupling(beta)))
        throw InputError(fmt::format("beta = {} must be above 0 and at most {}", text, largestBeta));
    run_.action.beta = beta;
}

void RunPlan::setSpacing(double fm)
{
    constexpr double places = 1e4; // the spacing is known to a percent
    run_.action.beta = std::round(analysis::couplingOfSpacing(run_.lattice.group, fm) * places) / places;
}

void RunPlan::setMeasurements(const std::string& text)
{
    RunConfig run = run_;
    run.measure.observables.clear();
    static_cast<MeasurementSections&>(run) = {};
    const std::vector<std::string> known = measurable();
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t comma = rest.find(',');
        const std::string word(trimmed(rest.substr(0, comma)));
        rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
        if (std::ranges::find(known, word) == known.end())
            throw InputError(fmt::format("'{}' is not one of {}", word, fmt::join(known, ", ")));
        if (word == "loops")
            run.loops.emplace();
        else if (word == "flow")
            run.flow.emplace();
        else if (word == "spectrum")
            run.spectrum.emplace().values = {usualKappa};
        else
            run.measure.observables.push_back(parseChoice<Observable>(word));
    }
    // The plaquette is measured in any case.
    if (run.measure.observables.empty()) run.measure.observables = {Observable::Plaquette};
    const RunConfig before = std::exchange(run_, run);
    try {
        if (hasCoupling()) this->run();
    } catch (const InputError&) {
        run_ = before;
        throw;
    }
}

void RunPlan::setKappa(double kappa)
{
    if (run_.spectrum) run_.spectrum->values = {kappa};
    if (hasCoupling()) run();
}

void RunPlan::setThermalisation(const std::string& text)
{
    setThermalisation(sweepsIn(text, 0, "a number of sweeps, such as 100"));
}

void RunPlan::setSweeps(int sweeps)
{
    if (sweeps < 1) throw InputError(fmt::format("{} sweeps are too few; expected at least 1", sweeps));
    run_.update.sweeps = sweeps;
}

void RunPlan::setHours(double hours, const std::optional<RunEstimate>& estimate)
{
    if (!(hours > 0)) throw InputError(fmt::format("{} hours must be above 0", hours));
    if (!estimate)
        throw InputError("a time needs the time of a sweep, which was not measured; give the number of sweeps");
    const int sweeps = estimate->sweepsWithin(hours * secondsPerHour, run());
    if (sweeps < 1)
        throw InputError(fmt::format("{} hours are too few: {} sweeps of thermalisation and one measured sweep take "
                                     "{} here",
                                     hours, run_.update.thermalisation,
                                     durationText(run_.update.thermalisation * estimate->sweep +
                                                  estimate->ofMeasuredSweep(run_.measure.every))));
    run_.update.sweeps = sweeps;
}

void RunPlan::setLength(const std::string& text, const std::optional<RunEstimate>& estimate)
{
    constexpr const char* expected = "a number of sweeps, such as 1000, nor a time, such as 2h";
    if (const auto hours = without(text, "h")) return setHours(numberIn(*hours, expected), estimate);
    setSweeps(sweepsIn(text, 1, expected));
}

std::string RunPlan::usualCoupling() const
{
    const auto beta = analysis::usualCoupling(run_.lattice.group);
    return beta ? fmt::format("{}", *beta) : "";
}

std::string RunPlan::spacingText() const
{
    const auto a = analysis::latticeSpacing(run_.lattice.group, run_.action.beta, gaugeActionOf(run_.action));
    if (!a) return "lattice spacing not known here";
    const std::string r0 = a->r0ByA ? fmt::format(", r0/a = {:.2f}", *a->r0ByA) : "";
    return fmt::format("a = {:.4f} fm{}, the lattice is {:.2f} fm wide ({})", a->fm, r0,
                       a->fm * run_.lattice.extents[0], a->source);
}

std::string RunPlan::name() const
{
    return fmt::format("{}-{}-beta{}", word(run_.lattice.group), Lattice(run_.lattice.extents).name(),
                       run_.action.beta);
}

RunConfig RunPlan::run() const
{
    RunConfig run = run_;
    const int every = std::min(usualEvery, run.update.sweeps);
    if (run.loops) run.loops->every = every;
    if (run.spectrum) run.spectrum->every = every;
    if (run.flow) {
        run.flow->every = every;
        constexpr double unknownScale = 3, tenth = 0.1;
        const auto a = analysis::latticeSpacing(run.lattice.group, run.action.beta);
        const double time = a && a->r0ByA ? beyondT0 * t0OverR0Squared * *a->r0ByA * *a->r0ByA : unknownScale;
        run.flow->time = std::ceil(time / tenth) / 10;
        run.flow->record = tenth;
        run.flow->step = tenth / 2;
    }
    validate(run);
    return run;
}

std::string RunPlan::text(const std::string& file) const
{
    const RunConfig planned = run();
    std::string text = commentedToml(
        planned, {fmt::format("{} {}, beta = {}: {}", gaugegl::name(planned.lattice.group),
                              Lattice(planned.lattice.extents).name(), planned.action.beta, spacingText()),
                  "", "  gaugegl run " + shellFile(file), "  gaugegl watch " + shellFile(planned.output.directory)});
    if (toToml(parseRunConfig(text, file)) != toToml(planned))
        throw Error(file + ": the run file is not read as it was meant");
    return text;
}

} // namespace gaugegl::cli
