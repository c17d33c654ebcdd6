// gaugegl init: asks what a run shall be, estimates its time, writes the run file and offers to start it.
#include "key_options.h"
#include "outputs.h"
#include "questions.h"
#include "report.h"
#include "run_options.h"

#include "base/home.h"
#include "base/output_file.h"
#include "base/shell_word.h"
#include "config/sections.h"
#include "config/words.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "run/run_plan.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

struct InitOptions {
    explicit InitOptions(CLI::App& command) : keys(command, RunPlan::standard()) {}

    CommonOptions common;
    KeyOptions keys;
    std::string file, measure;
    std::optional<double> spacing, hours, kappa;
    bool starts = false, staysHere = false, yes = false, estimates = true;
};

std::string secondsText(double value)
{
    return value < 1 ? fmt::format("{:.3g} ms", 1e3 * value) : fmt::format("{:.3g} s", value);
}

/// The wizard: what an option gives is not asked, and without a terminal nothing is.
class Wizard {
public:
    explicit Wizard(const InitOptions& options)
        : options_(&options), asks_(!options.yes && canAsk()), plan_{options.keys.run()}
    {
        if (options.common.device >= 0) plan_.run.device.device = options.common.device;
        options.keys.named([&] {
            for (const char* section : {"lattice", "action", "update"})
                if (section != std::string_view("action") || options.keys.isGiven("action.beta"))
                    config::validateSection(plan_.run, section);
        });
    }

    int carryOut()
    {
        theory();
        measurements();
        files(); // before the work
        if (!measureTime()) return interruptedExit;
        length();
        const RunConfig run = plan_.completed();
        writeTextFile(file_, plan_.text(file_));
        reportPlan(run);
        const bool starts = options_->starts || (!options_->staysHere && asks_ && askYes("start it now", false));
        return starts ? start() : success;
    }

private:
    using Set = std::function<void(const std::string&)>;

    /// The option if it is given, else the answer, else the default.
    void decide(const std::string& given, const Question& question, const Set& set) const
    {
        if (!given.empty() || !asks_) return set(given.empty() ? question.standard : given);
        ask(question, set);
    }

    /// The same for a key of the run, which says what is asked.  What an answer may be besides, the default, and what takes it are the
    /// key's own where they are not given.
    void decideKey(const std::string& name, const char* besides = "", std::optional<std::string> standard = {},
                   Set set = {})
    {
        if (options_->keys.isGiven(name)) return;
        const config::Key key = config::keyNamed(plan_.run, name);
        if (!standard) standard = config::wordOf(key);
        if (!asks_ && standard->empty())
            throw InputError(
                fmt::format("--{} is missing, and there is no default for it and no terminal to ask", key.name));
        if (!set) set = [this, name](const std::string& text) { plan_.set(name, text); };
        decide("",
               {key.name, key.facts.help + std::string(besides), fmt::format("{}", fmt::join(key.choices, ", ")),
                *standard},
               set);
    }

    void theory()
    {
        decideKey("lattice.group");
        decideKey("lattice.extents");
        if (options_->spacing)
            plan_.setSpacing(*options_->spacing);
        else
            decideKey("action.beta", ", or the lattice spacing, such as 0.1fm", plan_.usualCoupling(),
                      [this](const std::string& text) { plan_.setCoupling(text); });
        if (asks_) printError("  beta = {}: {}\n", plan_.run.action.beta, plan_.spacingText());
    }

    void measurements()
    {
        decide(options_->measure,
               {"measure", "What to measure", fmt::format("{}", fmt::join(measurable(), ", ")),
                config::wordOf(config::keyNamed(plan_.run, "measure.observables"))},
               [&](const std::string& text) { plan_.setMeasurements(text); });
        if (options_->kappa) plan_.setKappa(*options_->kappa);
    }

    void files()
    {
        decide(options_->file, {"run file", "", "", plan_.name() + ".toml"}, [&](const std::string& text) {
            const std::string name = withHome(text);
            requireNew(name);
            file_ = name;
        });
        decideKey("output.directory", "", "results/" + std::filesystem::path(file_).stem().string());
    }

    void requireNew(const std::string& file) const
    {
        checkOutputs(options_->common, {{"the run file", file}}, {});
        if (std::filesystem::exists(file) && !options_->common.overwrite)
            throw FileError(file, "is there already; --overwrite replaces it");
    }

    /// False after an interrupt.
    bool measureTime()
    {
        if (!options_->estimates) return true;
        const RunConfig run = plan_.completed();
        const InterruptGuard guard; // the run itself has its own
        try {
            const ChainBackend backend = openBackend(run, options_->common);
            device_ = backend.renderer();
            estimate_ =
                estimateRun(backend, run, progressOnStandardError("measuring the time", 0, options_->common.quiet));
            if (!estimate_) sayOnStandardError("interrupted; nothing was written");
            return estimate_.has_value();
        } catch (const DeviceError& error) {
            sayOnStandardError(fmt::format("the time is not known: {}", error.what()));
            return true;
        }
    }

    void length()
    {
        if (asks_ && estimate_)
            printError("  on {} a sweep takes {}, with measurements {}\n", device_, secondsText(estimate_->sweep),
                       secondsText(estimate_->ofMeasuredSweep(plan_.run.measure.every)));
        decideKey("update.thermalisation");
        if (options_->hours) return plan_.setHours(*options_->hours, estimate_);
        decideKey("update.sweeps", ", or a time, such as 2h", {},
                  [this](const std::string& text) { plan_.setLength(text, estimate_); });
    }

    std::string timeText(const RunConfig& run) const
    {
        if (!estimate_) return "estimated time    unknown\n";
        std::string text = fmt::format("estimated time    {} for {} + {} sweeps on {}, without compiling\n"
                                       "                  {} a sweep, {} a measurement\n",
                                       durationText(estimate_->of(run)), run.update.thermalisation, run.update.sweeps,
                                       device_, secondsText(estimate_->sweep), secondsText(estimate_->measurement));
        for (const RunEstimate::Further& one : estimate_->further)
            text += fmt::format("                  {} for [{}], every {} sweeps\n", secondsText(one.seconds), one.name,
                                one.every);
        return text;
    }

    void reportPlan(const RunConfig& run) const
    {
        Json json = {{"file", file_},
                     {"group", name(run.lattice.group)},
                     {"lattice", run.lattice.extents},
                     {"beta", run.action.beta},
                     {"thermalisation", run.update.thermalisation},
                     {"sweeps", run.update.sweeps},
                     {"directory", run.output.directory},
                     {"estimated_seconds", estimate_ ? report::toJson(estimate_->of(run)) : Json(nullptr)}};
        if (estimate_) {
            json["device"] = device_;
            json["seconds"] = {{"sweep", estimate_->sweep}, {"measurement", estimate_->measurement}};
            for (const RunEstimate::Further& one : estimate_->further)
                json["seconds"][one.name] = one.seconds;
        }
        reportResult(options_->common,
                     fmt::format("{}: {}; {}\n{}start             gaugegl run {}\nwatch             gaugegl watch {}\n",
                                 file_, plan_.title(), plan_.spacingText(), timeText(run), shellFile(file_),
                                 shellFile(run.output.directory)),
                     json);
        std::fflush(stdout);
    }

    /// As `gaugegl run FILE`.
    int start() const
    {
        std::vector<std::string> words = {file_, "--"};
        if (options_->common.quiet) words.emplace_back("--quiet");
        if (!options_->common.glVersion.empty()) words.push_back("--gl=" + options_->common.glVersion);
        CLI::App command("", "run");
        RunOptions run;
        addRunOptions(command, run);
        command.parse(std::move(words)); // the last one first
        return cli::carryOut(run);
    }

    const InitOptions* options_;
    bool asks_;
    RunPlan plan_;
    std::string file_, device_;
    std::optional<RunEstimate> estimate_;
};

/// An empty word is what is not given inside.
CLI::Validator notEmpty()
{
    return {[](std::string& text) { return text.empty() ? "expected a value, not an empty word" : std::string(); }, ""};
}

} // namespace

void addInit(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<InitOptions>(
        app, chosen, "init",
        "Ask for group, lattice, coupling, measurements and length of a run, estimate its time and write a run file",
        [](const InitOptions& given) { return Wizard(given).carryOut(); });
    KeyOptions& keys = options.keys;
    command.add_option("file", options.file, "Run file to write; GROUP-LATTICE-betaBETA.toml when not given")
        ->check(notEmpty());
    keys.add("--group", "lattice.group");
    keys.add("--lattice", "lattice.extents")->check(notEmpty());
    CLI::Option* beta = keys.add("--beta", "action.beta")->check(positiveNumber())->default_str("");
    command
        .add_option("--spacing", options.spacing, "Lattice spacing in fm instead of the coupling, where it is known")
        ->check(positiveNumber())
        ->excludes(beta);
    command
        .add_option("--measure", options.measure,
                    fmt::format("What to measure, with commas between: {}", fmt::join(measurable(), ", ")))
        ->check(notEmpty());
    command
        .add_option("--kappa", options.kappa, "Hopping parameter of the Wilson quarks of a spectrum; by default 0.15")
        ->check(positiveNumber());
    CLI::Option* sweeps = keys.add("--sweeps", "update.sweeps");
    command
        .add_option("--hours", options.hours,
                    "Length of the run in hours on this device, instead of a number of sweeps")
        ->check(positiveNumber())
        ->excludes(sweeps);
    keys.add("--thermalisation", "update.thermalisation")->check(notNegative());
    keys.add("--seed", "update.seed");
    keys.add("--output,--output-directory", "output.directory")->check(notEmpty())->default_str("results/FILE");
    CLI::Option* start = command.add_flag("--start", options.starts, "Start the run at once");
    command.add_flag("--no-start", options.staysHere, "Do not ask whether to start it")->excludes(start);
    command.add_flag("--yes", options.yes, "Ask nothing and use the defaults for everything that is not given");
    command.add_flag("!--no-estimate", options.estimates, "Do not measure how long a sweep takes");
    options.common.offersOverwrite = true;
    command.add_flag("--overwrite", options.common.overwrite, "Replace the run file if it is there");
    addReportOptions(command, options.common);
    addContextOptions(command, options.common);
}

} // namespace gaugegl::cli
