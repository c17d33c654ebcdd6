#include "run/run_plan.h"

#include "analysis/lattice_spacing.h"
#include "base/home.h"
#include "base/shell_word.h"
#include "base/trimmed.h"
#include "config/commented.h"
#include "config/sections.h"
#include "config/words.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <sstream>

namespace gaugegl {
namespace {

constexpr const char* measuredSections[] = {"loops", "flow", "spectrum"};
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
    words.insert(words.end(), std::begin(measuredSections), std::end(measuredSections));
    return words;
}

RunConfig RunPlan::standard()
{
    RunConfig run;
    run.lattice.extents = {8, 8, 8, 8};
    run.update.sweeps = 1000;
    return run;
}

void RunPlan::set(const std::string& key, const std::string& word)
{
    RunConfig changed = run;
    const config::Key of = config::keyNamed(changed, key);
    config::setWord(of, of.facts.isPath ? withHome(word) : word);
    config::validateSection(changed, key.substr(0, key.find('.')));
    run = changed;
}

void RunPlan::setCoupling(const std::string& text)
{
    if (const auto fm = without(text, "fm")) return setSpacing(numberIn(*fm, "a lattice spacing in fm, such as 0.1fm"));
    if (!(numberIn(text, "a coupling, such as 6.0, nor a lattice spacing, such as 0.1fm") > 0))
        throw InputError(fmt::format("beta = {} must be above 0", text));
    set("action.beta", text);
}

void RunPlan::setSpacing(double fm)
{
    constexpr double places = 1e4; // the spacing is known to a percent
    run.action.beta = std::round(analysis::couplingOfSpacing(run.lattice.group, fm) * places) / places;
}

void RunPlan::setMeasurements(const std::string& text)
{
    RunPlan changed = *this;
    changed.run.measure.observables.clear();
    static_cast<MeasurementSections&>(changed.run) = {};
    const std::vector<std::string> known = measurable();
    std::istringstream words(text);
    for (std::string part; std::getline(words, part, ',');) {
        const std::string word(trimmed(part));
        if (std::ranges::find(known, word) == known.end())
            throw InputError(fmt::format("'{}' is not one of {}", word, fmt::join(known, ", ")));
        if (std::ranges::count(measuredSections, word) > 0)
            config::sectionNamed(word).open(changed.run);
        else
            changed.run.measure.observables.push_back(parseChoice<Observable>(word));
    }
    if (changed.run.spectrum) changed.run.spectrum->values = {usualKappa};
    // The plaquette is measured in any case.
    if (changed.run.measure.observables.empty()) changed.run.measure.observables = {Observable::Plaquette};
    changed.completed();
    *this = changed;
}

void RunPlan::setKappa(double kappa)
{
    if (!run.spectrum) throw InputError("--kappa is of the quarks of a spectrum; add spectrum to --measure");
    run.spectrum->values = {kappa};
    completed();
}

void RunPlan::setHours(double hours, const std::optional<RunEstimate>& estimate)
{
    if (!(hours > 0)) throw InputError(fmt::format("{} hours must be above 0", hours));
    if (!estimate)
        throw InputError("a time needs the time of a sweep, which was not measured; give the number of sweeps");
    const int sweeps = estimate->sweepsWithin(hours * secondsPerHour, completed());
    if (sweeps < 1)
        throw InputError(fmt::format(
            "{} hours are too few: {} sweeps of thermalisation and one measured sweep take "
            "{} here",
            hours, run.update.thermalisation,
            durationText(run.update.thermalisation * estimate->sweep + estimate->ofMeasuredSweep(run.measure.every))));
    run.update.sweeps = sweeps;
}

void RunPlan::setLength(const std::string& text, const std::optional<RunEstimate>& estimate)
{
    if (const auto hours = without(text, "h")) return setHours(numberIn(*hours, "a time, such as 2h"), estimate);
    set("update.sweeps", text);
}

std::string RunPlan::usualCoupling() const
{
    const auto beta = analysis::usualCoupling(run.lattice.group);
    return beta ? fmt::format("{}", *beta) : "";
}

std::string RunPlan::spacingText() const
{
    const auto a = analysis::latticeSpacing(run.lattice.group, run.action.beta, gaugeActionOf(run.action));
    if (!a) return "lattice spacing not known here";
    const std::string r0 = a->r0ByA ? fmt::format(", r0/a = {:.2f}", *a->r0ByA) : "";
    return fmt::format("a = {:.4f} fm{}, the lattice is {:.2f} fm wide ({})", a->fm, r0, a->fm * run.lattice.extents[0],
                       a->source);
}

std::string RunPlan::title() const
{
    return fmt::format("{} {}, beta = {}", gaugegl::name(run.lattice.group), Lattice(run.lattice.extents).name(),
                       run.action.beta);
}

std::string RunPlan::name() const
{
    return fmt::format("{}-{}-beta{}", word(run.lattice.group), Lattice(run.lattice.extents).name(), run.action.beta);
}

RunConfig RunPlan::completed() const
{
    RunConfig whole = run;
    const int every = std::min(usualEvery, whole.update.sweeps);
    if (whole.loops) whole.loops->every = every;
    if (whole.spectrum) whole.spectrum->every = every;
    if (whole.flow) {
        whole.flow->every = every;
        constexpr double unknownScale = 3, tenth = 0.1;
        const auto a = analysis::latticeSpacing(whole.lattice.group, whole.action.beta);
        const double time = a && a->r0ByA ? beyondT0 * t0OverR0Squared * *a->r0ByA * *a->r0ByA : unknownScale;
        whole.flow->time = std::ceil(time / tenth) / 10;
        whole.flow->record = tenth;
        whole.flow->step = tenth / 2;
    }
    validate(whole);
    return whole;
}

std::string RunPlan::text(const std::string& file) const
{
    const RunConfig planned = completed();
    std::string text = commentedToml(planned, {title() + ": " + spacingText(), "", "  gaugegl run " + shellFile(file),
                                               "  gaugegl watch " + shellFile(planned.output.directory)});
    if (toToml(parseRunConfig(text, file)) != toToml(planned))
        throw Error(file + ": the run file is not read as it was meant");
    return text;
}

} // namespace gaugegl
