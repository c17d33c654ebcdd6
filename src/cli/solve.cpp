// gaugegl solve: M x = b on a configuration.
#include "outputs.h"
#include "solve_backend.h"

#include "config/words.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/core/source.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/io/fermion_file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace gaugegl::cli {
namespace {

/// The system is that of the keys of [spectrum] that say what is solved, and how.
struct SolveOptions {
    explicit SolveOptions(CLI::App& command) : files(command, runWith("spectrum")) {}

    FileOptions files;
    std::string file, output, deflate;
    std::string shifts;
    bool compareCpu = false;
};

/// Systems with one operator and their solutions.
struct Solved {
    SharedLinks of;
    FermionSection section;
    DiracParameters dirac;
    SolverChoice choice;
    std::vector<FermionVector> b = {};
    std::string place = {};
    Json tuning = {};
    int batch = 1;                 ///< so many were solved at a time
    std::vector<Inversion> x = {}; ///< of each b, or of the first ones where a signal stopped it
    std::optional<double> cpuSeconds = {};
    std::optional<ProfileReport> spent = {};
    std::shared_ptr<const LowModes> modes = {}; ///< of --deflate
    double setupSeconds = 0;                    ///< to find or read them
    std::vector<Inversion> undeflated = {};     ///< the same systems without --deflate

    /// The first one that has no solution, or the last one; nothing before any was tried.
    const Inversion* decisive() const
    {
        if (x.empty()) return nullptr;
        const auto failed = std::ranges::find_if(x, [](const Inversion& one) { return !one.converged(); });
        return failed == x.end() ? &x.back() : &*failed;
    }
    /// That of all.
    SolverStatus status() const { return x.empty() ? SolverStatus::Interrupted : decisive()->status; }
    bool converged() const { return status() == SolverStatus::Converged && x.size() == b.size(); }
};

template<class Value>
Value sumOf(const std::vector<Inversion>& all, Value Inversion::*number)
{
    Value sum = 0;
    for (const Inversion& one : all)
        sum += one.*number;
    return sum;
}
double secondsOf(const std::vector<Inversion>& all) { return sumOf(all, &Inversion::seconds); }
int iterationsOf(const std::vector<Inversion>& all) { return sumOf(all, &Inversion::iterations); }

/// After so many sources it has paid to find the modes; nothing if it never does.
std::optional<int> breakEven(const Solved& solved)
{
    const double gain = (secondsOf(solved.undeflated) - secondsOf(solved.x)) / double(solved.b.size());
    if (!(gain > 0)) return std::nullopt;
    return int(std::min(std::ceil(solved.setupSeconds / gain), 1e9));
}

double gigaflops(const std::vector<Inversion>& all)
{
    const double seconds = secondsOf(all);
    return seconds > 0 ? 1e-9 * sumOf(all, &Inversion::flops) / seconds : 0;
}

/// What is said of one system.
Json resultOf(const Solved& solved, std::size_t v, const std::string& source)
{
    const Inversion& x = solved.x[v];
    Json json = {{"source", source}};
    json["converged"] = x.converged();
    json["status"] = name(x.status);
    json["iterations"] = x.iterations;
    json["restarts"] = x.restarts;
    json["applications"] = x.applications;
    json["block_applications"] = x.blockApplications;
    json["relative_residual"] = toJson(x.relativeResidual);
    json["solution_norm2"] = toJson(x.solutionNorm2);
    if (x.shifted.empty() && !x.solution.empty()) {
        const std::complex<double> product = dot(solved.of.shared, solved.b[v], x.solution);
        json["source_dot_solution"] = {toJson(product.real()), toJson(product.imag())};
    }
    json["history"] = Json::array();
    for (const ResidualPoint& point : x.history)
        json["history"].push_back(Json::array({point.iteration, toJson(point.relativeResidual)}));
    for (const ShiftedSolution& one : x.shifted)
        json["shifts"].push_back({{"shift", one.shift}, {"relative_residual", toJson(one.relativeResidual)}});
    json["seconds"] = x.seconds;
    json["gflops"] = gigaflops({x});
    return json;
}

/// Collective: products are sums of all ranks.
Json resultOf(const SolveOptions& options, const Solved& solved)
{
    Json json = {{"file", options.file},
                 {"group", name(solved.of.links.group)},
                 {"lattice", solved.of.shared.lattice().extents()}};
    json.update(toJson(solved.section, solved.choice));
    json["place"] = solved.place;
    json["tuning"] = solved.tuning;
    if (solved.section.sources.size() == 1 && !solved.x.empty())
        json.update(resultOf(solved, 0, solved.section.sources.front()));
    else {
        json["sources"] = solved.section.sources;
        json["rhs"] = solved.batch;
        json["converged"] = solved.converged();
        json["status"] = name(solved.status());
        json["iterations"] = iterationsOf(solved.x);
        json["seconds"] = secondsOf(solved.x);
        json["gflops"] = gigaflops(solved.x);
        json["solutions"] = Json::array();
        for (std::size_t v = 0; v < solved.x.size(); ++v)
            json["solutions"].push_back(resultOf(solved, v, solved.section.sources[v]));
    }
    if (solved.spent) json["profile"] = report::toJson(*solved.spent);
    if (!solved.undeflated.empty()) {
        const auto sources = breakEven(solved);
        json["deflation"] = {{"modes", solved.modes->eigenvalues.size()},
                             {"setup_seconds", solved.setupSeconds},
                             {"iterations_without", iterationsOf(solved.undeflated)},
                             {"seconds_without", secondsOf(solved.undeflated)},
                             {"break_even_sources", sources ? Json(*sources) : Json(nullptr)}};
    }
    json["solver_seconds_cpu"] = solved.cpuSeconds ? Json(*solved.cpuSeconds) : Json(nullptr);
    return json;
}

void printOne(const Solved& solved)
{
    const Inversion& x = solved.x.front();
    printOut("  iterations         {}, {} restart{}: {}\n", x.iterations, x.restarts, x.restarts == 1 ? "" : "s",
             name(x.status));
    if (x.blockApplications > 0)
        printOut("  applications       {} of the even-odd operator, {} on the blocks\n", x.applications,
                 x.blockApplications);
    for (const ShiftedSolution& one : x.shifted)
        printOut("  residual           {:.3e} of shift {}\n", one.relativeResidual, one.shift);
    if (x.shifted.empty())
        printOut("  |b - M x| / |b|    {:.3e} (true, in double precision; asked for {:.0e})\n", x.relativeResidual,
                 solved.choice.tolerance);
    printOut("  |x|^2              {:.12g}\n", x.solutionNorm2);
}

void printSeveral(const Solved& solved)
{
    printOut("  together           {} right-hand side{}; |b - M x| / |b| is true, in double precision, asked for "
             "{:.0e}\n\n",
             solved.batch, solved.batch == 1 ? "" : "s", solved.choice.tolerance);
    Table table({"source", "iterations", "restarts", "status", "|b - M x| / |b|", "|x|^2"});
    for (std::size_t v = 0; v < solved.x.size(); ++v) {
        const Inversion& x = solved.x[v];
        table.add({solved.section.sources[v], std::to_string(x.iterations), std::to_string(x.restarts),
                   std::string(name(x.status)), fmt::format("{:.3e}", x.relativeResidual),
                   fmt::format("{:.12g}", x.solutionNorm2)});
    }
    printOut("{}\n", table.text());
}

void print(const SolveOptions& options, const Solved& solved)
{
    printOut("{} ({} {}), {}\n", options.file, name(solved.of.links.group), solved.of.shared.lattice().name(),
             describe(solved.dirac));
    if (solved.section.sources.size() == 1) printOut("  source             {}\n", solved.section.sources.front());
    printOut("  solver             {}, {}, on {}\n", choiceName<SolverType>(solved.choice.type),
             choiceName<SolverPrecision>(solved.choice.precision), solved.place);
    if (solved.choice.preconditioner != PreconditionerType::None)
        printOut("  preconditioner     {}, blocks {}, {} steps\n",
                 choiceName<PreconditionerType>(solved.choice.preconditioner), solved.choice.blocks.name(),
                 solved.choice.blockSteps);
    if (solved.x.empty()) return;
    if (solved.section.sources.size() == 1)
        printOne(solved);
    else
        printSeveral(solved);
    const double seconds = secondsOf(solved.x);
    printOut("  time               {:.3f} s, {:.2f} GFLOPS in the hopping terms\n", seconds, gigaflops(solved.x));
    if (!solved.undeflated.empty()) {
        Table table({"deflation", "modes", "iterations", "time / s", "setup / s"});
        table.add({"without", "", std::to_string(iterationsOf(solved.undeflated)),
                   fmt::format("{:.3f}", secondsOf(solved.undeflated)), ""});
        table.add({"with", std::to_string(solved.modes->eigenvalues.size()), std::to_string(iterationsOf(solved.x)),
                   fmt::format("{:.3f}", seconds), fmt::format("{:.3f}", solved.setupSeconds)});
        const auto sources = breakEven(solved);
        printOut("\n{}{}\n", table.text(),
                 sources ? fmt::format("The setup pays from {} sources on.", *sources)
                         : "The setup does not pay: solves are not faster.");
    }
    if (solved.cpuSeconds)
        printOut("  CPU in double      {:.3f} s for the same system{}\n", *solved.cpuSeconds,
                 solved.b.size() == 1 ? "" : "s");
    if (solved.spent) printOut("\n{}", profileTable(*solved.spent));
}

/// Solves with a progress line of the iterations.
std::vector<Inversion> solveWithProgress(SolveBackend& place, Inverter& inverter, const Solved& solved, bool quiet)
{
    Progress progress(progressOnStandardError("iterations", 0, quiet));
    const auto notes = place.notes(progress, solved.of, solved.dirac, solved.choice);
    std::vector<int> before(solved.b.size()), iterations(solved.b.size());
    const auto reportResults = [&](double residual, const std::string& of) {
        progress.update(
            std::accumulate(before.begin(), before.end(), std::accumulate(iterations.begin(), iterations.end(), 0)),
            fmt::format("residual {:.1e}{}", residual, of));
    };
    std::vector<Inversion> x = inverter.solve(solved.b, solved.choice, [&](int v, const ResidualPoint& seen) {
        int& last = iterations[std::size_t(v)];
        if (seen.iteration < last) before[std::size_t(v)] += last; // with several shifts one solver follows another
        last = seen.iteration;
        reportResults(seen.relativeResidual,
                      before.size() > 1 ? fmt::format(" of source {} of {}", v + 1, before.size()) : "");
    });
    if (x.back().status == SolverStatus::Interrupted) return x;
    std::ranges::fill(before, 0);
    std::ranges::transform(x, iterations.begin(), &Inversion::iterations);
    reportResults(std::ranges::max(x, {}, &Inversion::relativeResidual).relativeResidual, "");
    progress.finish();
    return x;
}

/// Collective: rank 0 writes the fields of all, row by row.
void save(const SolveOptions& options, const Solved& solved)
{
    const SharedLattice& shared = solved.of.shared;
    io::FermionFile file{.kind = solved.dirac.kind(),
                         .group = solved.of.links.group,
                         .lattice = shared.lattice().whole(),
                         .info = fmt::format("{}, boundary {}, configuration {}", describe(solved.dirac),
                                             solved.section.boundary, options.file),
                         .records = {}};
    for (std::size_t v = 0; v < solved.b.size(); ++v) {
        const auto add = [&](const FermionVector& x, const std::string& info) {
            file.records.push_back({io::FermionRole::Source, solved.section.sources[v], solved.b[v]});
            file.records.push_back({io::FermionRole::Solution, info, x});
        };
        const Inversion& x = solved.x[v];
        if (x.shifted.empty()) add(x.solution, fmt::format("relative residual {:.3e}", x.relativeResidual));
        for (const ShiftedSolution& one : x.shifted)
            add(one.solution, fmt::format("shift {}, relative residual {:.3e}", one.shift, one.relativeResidual));
    }
    std::vector<RowsForFirstRank<std::complex<double>>> rows;
    const std::size_t count = std::size_t(shared.local().extent(2)) * std::size_t(shared.local().extent(3));
    for (const io::FermionRecord& record : file.records)
        rows.emplace_back(shared, record.field, record.field.size() / count);
    if (shared.ranks().rank() == 0)
        io::writeFermions(options.output, file, [&](const io::FermionRecord& record) {
            return rows[std::size_t(&record - file.records.data())].next();
        });
    shared.ranks().barrier(); // the file is there
}

/// Before the work: what the keys say of the systems on the lattice of the file.
FermionSection systemsOf(const SolveOptions& options)
{
    const KeyOptions& keys = options.files.keys;
    RunConfig run = keys.run();
    FermionSection& section = *run.spectrum;
    chooseSystems(section, keys);
    const EnsembleFiles files({options.file}, parseHints(options.files.hints));
    setFiles(run, files.lattice(), files.group(), 1, options.files.common);
    keys.named([&] { FermionSection::checkSystems(run, section, "spectrum"); });
    if (section.values.size() > 1)
        throw InputError(fmt::format("one value of {} is solved for", traits(section.type).first().key));
    return section;
}

SolverChoice choiceOf(const SolveOptions& options, const FermionSection& section)
{
    SolverChoice choice = section.choice();
    try {
        if (!options.shifts.empty()) config::setWord({"shifts", &choice.shifts, {""}}, options.shifts);
    } catch (const InputError& error) {
        throw InputError(fmt::format("--shifts '{}': {}", options.shifts, error.what()));
    }
    validate(choice);
    return choice;
}

Solved solve(const SolveOptions& options, const FermionSection& section, const SolverChoice& choice)
{
    const DiracParameters dirac = section.dirac(section.values.front());
    Solved solved{readFermionLinks(options.file, options.files), section, dirac, choice};
    for (const std::string& source : section.sources)
        solved.b.push_back(
            sourceVector(Source::parse(source), solved.of.shared.lattice(), dirac.kind(), solved.of.links.group));
    const bool quiet = options.files.common.quiet;
    SolveBackend place(section.path, choice.precision, options.files.common);
    measure::SolveLog log = logOnStandardError(quiet);
    const auto inverter = place.inverter(solved.of, dirac);
    solved.place = inverter->place();
    solved.batch = inverter->batchSize(choice, int(solved.b.size()));
    if (!measure::setUp(*inverter, choice, log)) return solved;
    if (!options.deflate.empty()) {
        const Stopwatch time;
        const auto count = modesToFind(options.deflate, section, choice);
        solved.modes = count ? measure::findModes(*count, dirac, choice.precision, place.on(solved.of, log))
                             : readDeflation(options.deflate, solved.of, dirac);
        solved.setupSeconds = time.seconds();
        if (!solved.modes) return solved;
        solved.undeflated = solveWithProgress(place, *inverter, solved, quiet);
        if (solved.undeflated.back().status == SolverStatus::Interrupted) return solved;
        inverter->deflate(solved.modes);
    }
    solved.x = solveWithProgress(place, *inverter, solved, quiet);
    solved.spent = place.spent();
    solved.tuning = place.tuning();
    if (options.compareCpu && solved.status() != SolverStatus::Interrupted) {
        SolverChoice inDouble = choice;
        inDouble.precision = SolverPrecision::Double;
        inDouble.preconditioner = PreconditionerType::None;
        const auto onCpu = hostInverter(solved.of.links, dirac, solved.of.shared);
        solved.cpuSeconds = secondsOf(onCpu->solve(std::span(solved.b), inDouble));
    }
    return solved;
}

int runSolve(const SolveOptions& options)
{
    std::vector<std::string> inputs = {options.file};
    if (!options.deflate.empty()) inputs.push_back(options.deflate);
    checkOutputs(options.files.common, {{"--output", options.output}}, inputs);
    const FermionSection section = systemsOf(options);
    const SolverChoice choice = choiceOf(options, section);
    modesToFind(options.deflate, section, choice);
    warned(warningsOf(StoutSteps::parse(section.stout)));
    const InterruptGuard guard;
    const Solved solved = solve(options, section, choice);
    if (solved.converged() && !options.output.empty()) save(options, solved);
    const SolverStatus status = solved.status();
    if (!options.deflate.empty() && status == SolverStatus::Interrupted) {
        printError("gaugegl: interrupted; nothing was written\n");
        return interruptedExit;
    }
    if (printsText(options.files.common)) print(options, solved);
    if (!options.files.common.json.empty()) writeJson(resultOf(options, solved), options.files.common.json);
    if (solved.converged()) return success;
    std::fflush(stdout);
    if (status == SolverStatus::Interrupted) {
        printError("gaugegl: interrupted; nothing was written to --output\n");
        return interruptedExit;
    }
    const Inversion& failed = *solved.decisive();
    printError(
        "gaugegl: error: not solved ({}){}: |b - M x| / |b| is {:.3e} after {} iterations, the tolerance is {:.1e}{}\n",
        name(failed.status),
        solved.b.size() > 1 ? fmt::format(", source {}", solved.section.sources[std::size_t(&failed - solved.x.data())])
                            : "",
        failed.relativeResidual, failed.iterations, solved.choice.tolerance,
        solved.choice.precision == SolverPrecision::Single
            ? "; single precision reaches about 1e-6, mixed precision goes lower"
            : "");
    return unconverged;
}

} // namespace

void addSolve(CLI::App& app, Runner& chosen)
{
    CLI::App* command = app.add_subcommand("solve", "Solve M x = b with a Dirac operator M on a configuration");
    auto options = std::make_shared<SolveOptions>(*command);
    command->add_option("file", options->file, "Configuration, " + io::formatWords())->required();
    addRawHintOptions(*command, options->files.hints);
    addSystemOptions(*command, options->files.keys,
                     {"direction", "smear_source", "smear_sink", "smear_links", "channels", "momenta", "delta",
                      "separate_momenta", "nucleon", "strange_kappa", "strange_mass", "strange_mu", "residual_mass"});
    command->get_option("--source")
        ->description(
            "b: point:x,y,z,t, wall:t or z2:t,SEED (each optionally with :spin:colour), random:SEED, ones; several are "
            "solved for together, --rhs at a time");
    addDeflateOption(*command, options->deflate);
    command->add_option("--shifts", options->shifts,
                        "Shifts sigma_1,sigma_2,... of A^dagger A + sigma, for multishift");
    addSolveOptions(*command, options->files.common);
    addProfileOption(*command, options->files.common);
    command->add_option("--output", options->output, "Write b and x to this file (LIME, DeGrand-Rossi, 64 bit)");
    command->add_flag("--compare-cpu", options->compareCpu,
                      "Also time the CPU solver in double precision on the same system");
    command->callback([options, &chosen] { chosen = [options] { return runSolve(*options); }; });
}

} // namespace gaugegl::cli
