// gaugegl init: asks what a run shall be, estimates its time, writes the run file and offers to start it.
#include "init_plan.h"
#include "outputs.h"
#include "questions.h"
#include "report.h"
#include "run_options.h"

#include "base/home.h"
#include "base/output_file.h"
#include "base/shell_word.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

struct InitOptions {
    CommonOptions common;
    std::string file, group, lattice, measure, directory;
    std::optional<double> beta, spacing, hours, kappa;
    std::optional<int> sweeps, thermalisation;
    std::optional<std::uint64_t> seed;
    bool starts = false, staysHere = false, yes = false, estimates = true;
};

/// The wizard: what an option gives is not asked, and without a terminal nothing is.
class Wizard {
public:
    explicit Wizard(const InitOptions& options) : options_(&options), asks_(!options.yes && canAsk()) {}

    int carryOut()
    {
        theory();
        measurements();
        files(); // before the work
        if (!measureTime()) return interruptedExit;
        length();
        const RunConfig run = plan_.run();
        writeTextFile(file_, plan_.text(file_));
        reportResults(run);
        if (!starts()) return success;
        return start();
    }

private:
    /// The option if it is given, else the answer, else the default.
    template<class Set>
    void decide(const std::string& given, const Question& question, const char* option, const Set& set)
    {
        if (!given.empty()) return set(given);
        if (asks_) return ask(question, set);
        if (question.standard.empty())
            throw InputError(
                fmt::format("{} is missing, and there is no default for it and no terminal to ask", option));
        set(question.standard);
    }

    void theory()
    {
        const RunConfig standard;
        decide(options_->group, {"gauge group", groupWords(", "), word(standard.lattice.group)}, "--group",
               [&](const std::string& text) { plan_.setGroup(text); });
        decide(options_->lattice, {"lattice", "LxLyLzLt, even extents", "8x8x8x8"}, "--lattice",
               [&](const std::string& text) { plan_.setLattice(text); });
        if (options_->spacing)
            plan_.setSpacing(*options_->spacing);
        else
            decide(options_->beta ? fmt::format("{}", *options_->beta) : "",
                   {"coupling beta = 2N/g^2", "or the lattice spacing, such as 0.1fm", plan_.usualCoupling()}, "--beta",
                   [&](const std::string& text) { plan_.setCoupling(text); });
        if (asks_) printError("  beta = {}: {}\n", plan_.run().action.beta, plan_.spacingText());
    }

    void measurements()
    {
        decide(
            options_->measure,
            {"what to measure", fmt::format("{}", fmt::join(measurable(), ", ")), "plaquette,polyakov_loop,rectangle"},
            "--measure", [&](const std::string& text) { plan_.setMeasurements(text); });
        if (options_->kappa && !plan_.hasQuarks())
            throw InputError("--kappa is of the quarks of a spectrum; add spectrum to --measure");
        if (options_->kappa) plan_.setKappa(*options_->kappa);
        if (options_->thermalisation) plan_.setThermalisation(*options_->thermalisation);
        if (options_->sweeps) plan_.setSweeps(*options_->sweeps);
        if (options_->seed) plan_.setSeed(*options_->seed);
        if (options_->common.device >= 0) plan_.setDevice(options_->common.device);
    }

    void files()
    {
        decide(options_->file, {"run file", "", plan_.name() + ".toml"}, "the run file", [&](const std::string& text) {
            const std::string name = withHome(text);
            requireNew(name);
            file_ = name;
        });
        const std::string stem = std::filesystem::path(file_).stem().string();
        decide(options_->directory, {"folder of the results", "", "results/" + stem}, "--output",
               [&](const std::string& text) { plan_.setDirectory(withHome(text)); });
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
        const RunConfig run = plan_.run();
        const InterruptGuard guard; // the run itself has its own
        try {
            Device device = openDevice(run, options_->common);
            device_ = device.context().capabilities().renderer;
            estimate_ =
                estimateRun(device, run, progressOnStandardError("measuring the time", 0, options_->common.quiet));
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
            printError("  on {} a sweep takes {}, with measurements {}\n", device_, seconds(estimate_->sweep),
                       seconds(estimate_->ofMeasuredSweep(plan_.run().measure.every)));
        if (asks_ && !options_->thermalisation)
            ask({"sweeps of thermalisation", "", fmt::format("{}", plan_.run().update.thermalisation)},
                [&](const std::string& text) { plan_.setThermalisation(text); });
        if (options_->hours)
            plan_.setHours(*options_->hours, estimate_);
        else if (!options_->sweeps)
            decide("", {"sweeps", "or a time, such as 2h", "1000"}, "--sweeps",
                   [&](const std::string& text) { plan_.setLength(text, estimate_); });
    }

    static std::string seconds(double value)
    {
        return value < 1 ? fmt::format("{:.3g} ms", 1e3 * value) : fmt::format("{:.3g} s", value);
    }

    void reportResults(const RunConfig& run) const
    {
        if (printsText(options_->common)) {
            printOut("{}: {} {}, beta = {}; {}\n", file_, name(run.lattice.group), Lattice(run.lattice.extents).name(),
                     run.action.beta, plan_.spacingText());
            if (estimate_) {
                printOut("estimated time    {} for {} + {} sweeps on {}, without compiling\n",
                         durationText(estimate_->of(run)), run.update.thermalisation, run.update.sweeps, device_);
                printOut("                  {} a sweep, {} a measurement\n", seconds(estimate_->sweep),
                         seconds(estimate_->measurement));
                for (const RunEstimate::Further& one : estimate_->further)
                    printOut("                  {} for [{}], every {} sweeps\n", seconds(one.seconds), one.name,
                             one.every);
            } else
                printOut("estimated time    unknown\n");
            printOut("start             gaugegl run {}\nwatch             gaugegl watch {}\n", shellFile(file_),
                     shellFile(run.output.directory));
            std::fflush(stdout);
        }
        if (options_->common.json.empty()) return;
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
        writeJson(json, options_->common.json);
    }

    bool starts() const
    {
        if (options_->starts || options_->staysHere) return options_->starts;
        return asks_ && askYes("start it now", false);
    }

    int start() const
    {
        RunOptions run;
        run.file = file_;
        run.common.precision = run.common.storage = ""; // those of the run file
        run.common.quiet = options_->common.quiet;
        run.common.glVersion = options_->common.glVersion;
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
    auto options = std::make_shared<InitOptions>();
    CLI::App* command =
        app.add_subcommand("init", "Ask for group, lattice, coupling, measurements and length of a run, "
                                   "estimate its time and write a run file");
    command->add_option("file", options->file, "Run file to write; GROUP-LATTICE-betaBETA.toml when not given")
        ->check(notEmpty());
    command->add_option("--group", options->group, "Gauge group, " + groupWords(" or "))->check(CLI::IsMember([] {
        std::vector<std::string> words;
        for (const Group group : allGroups())
            words.push_back(word(group));
        return words;
    }()));
    command->add_option("--lattice", options->lattice, "Lattice, LxLyLzLt, even")->check(notEmpty());
    CLI::Option* beta = command->add_option("--beta", options->beta, "Coupling 2N/g^2 of the Wilson action");
    beta->check(positiveNumber());
    command
        ->add_option("--spacing", options->spacing, "Lattice spacing in fm instead of the coupling, where it is known")
        ->check(positiveNumber())
        ->excludes(beta);
    command
        ->add_option("--measure", options->measure,
                     fmt::format("What to measure, with commas between: {}", fmt::join(measurable(), ", ")))
        ->check(notEmpty());
    command
        ->add_option("--kappa", options->kappa, "Hopping parameter of the Wilson quarks of a spectrum; by default 0.15")
        ->check(positiveNumber());
    CLI::Option* sweeps = command->add_option("--sweeps", options->sweeps, "Sweeps after thermalisation");
    command
        ->add_option("--hours", options->hours,
                     "Length of the run in hours on this device, instead of a number of sweeps")
        ->check(positiveNumber())
        ->excludes(sweeps);
    command->add_option("--thermalisation", options->thermalisation, "Sweeps before the first measurement")
        ->check(notNegative());
    command->add_option("--seed", options->seed, "Seed of the random numbers");
    command
        ->add_option("--output,--output-directory", options->directory,
                     "Folder of the run; results/FILE when not given")
        ->check(notEmpty());
    CLI::Option* start = command->add_flag("--start", options->starts, "Start the run at once");
    command->add_flag("--no-start", options->staysHere, "Do not ask whether to start it")->excludes(start);
    command->add_flag("--yes", options->yes, "Ask nothing: the defaults for all that is not given");
    command->add_flag("!--no-estimate", options->estimates, "Do not measure how long a sweep takes");
    options->common.offersOverwrite = true;
    command->add_flag("--overwrite", options->common.overwrite, "Replace the run file if it is there");
    addReportOptions(*command, options->common);
    addContextOptions(*command, options->common);
    command->callback([options, &chosen] { chosen = [options] { return Wizard(*options).carryOut(); }; });
}

} // namespace gaugegl::cli
