// gaugegl solve: M x = b on a configuration.
#include "deflation_options.h"
#include "outputs.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/core/source.h"
#include "gaugegl/io/fermion_file.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct SolveOptions {
    DiracOptions dirac;
    std::string file, source = "point:0,0,0,0", output, deflate;
    bool compareCpu = false;
};

/// A system and its solution.
struct Solved {
    SharedLinks of;
    DiracParameters dirac;
    SolverChoice choice;
    FermionVector b;
    std::string place;
    Json tuning;
    Inversion x;
    std::optional<std::complex<double>> product; ///< of source and solution; none of multishift
    std::optional<double> cpuSeconds;
    std::optional<ProfileReport> spent;
    Deflating deflating = {};
    std::optional<Inversion> undeflated = {}; ///< the same system without --deflate
};

/// After so many sources it has paid to find the modes; nothing if it never does.
std::optional<int> breakEven(const Solved& solved)
{
    const double gain = solved.undeflated->seconds - solved.x.seconds;
    if (!(gain > 0)) return std::nullopt;
    return int(std::min(std::ceil(solved.deflating.seconds / gain), 1e9));
}

double gigaflops(const Inversion& x) { return x.seconds > 0 ? 1e-9 * x.flops / x.seconds : 0; }

Json resultOf(const SolveOptions& options, const Solved& solved)
{
    const Inversion& x = solved.x;
    Json json = {{"file", options.file},
                 {"group", name(solved.of.links.group)},
                 {"lattice", solved.of.shared.lattice().extents()}};
    json.update(toJson(options.dirac, solved.dirac));
    json["source"] = options.source;
    json["place"] = solved.place;
    json["tuning"] = solved.tuning;
    json["converged"] = x.converged();
    json["status"] = name(x.status);
    json["iterations"] = x.iterations;
    json["restarts"] = x.restarts;
    json["applications"] = x.applications;
    json["block_applications"] = x.blockApplications;
    json["relative_residual"] = toJson(x.relativeResidual);
    json["solution_norm2"] = toJson(x.solutionNorm2);
    if (solved.product) json["source_dot_solution"] = {toJson(solved.product->real()), toJson(solved.product->imag())};
    json["history"] = Json::array();
    for (const ResidualPoint& point : x.history)
        json["history"].push_back(Json::array({point.iteration, toJson(point.relativeResidual)}));
    for (const ShiftedSolution& one : x.shifted)
        json["shifts"].push_back({{"shift", one.shift}, {"relative_residual", toJson(one.relativeResidual)}});
    json["seconds"] = x.seconds;
    json["gflops"] = gigaflops(x);
    if (solved.spent) json["profile"] = report::toJson(*solved.spent);
    if (solved.undeflated) {
        const auto sources = breakEven(solved);
        json["deflation"] = {{"modes", solved.deflating.modes->eigenvalues.size()},
                             {"setup_seconds", solved.deflating.seconds},
                             {"iterations_without", solved.undeflated->iterations},
                             {"seconds_without", solved.undeflated->seconds},
                             {"break_even_sources", sources ? Json(*sources) : Json(nullptr)}};
    }
    json["solver_seconds_cpu"] = solved.cpuSeconds ? Json(*solved.cpuSeconds) : Json(nullptr);
    return json;
}

void print(const SolveOptions& options, const Solved& solved)
{
    const Inversion& x = solved.x;
    fmt::print("{} ({} {}), {}\n", options.file, name(solved.of.links.group), solved.of.shared.lattice().name(),
               describe(solved.dirac));
    fmt::print("  source             {}\n  solver             {}, {}, on {}\n", options.source,
               solverName(options.dirac), options.dirac.precision, solved.place);
    if (solved.choice.preconditioner != PreconditionerType::None)
        fmt::print("  preconditioner     {}, blocks {}, {} steps\n", options.dirac.preconditioner,
                   solved.choice.blocks.name(), solved.choice.blockSteps);
    fmt::print("  iterations         {}, {} restart{}: {}\n", x.iterations, x.restarts, x.restarts == 1 ? "" : "s",
               name(x.status));
    if (x.blockApplications > 0)
        fmt::print("  applications       {} of the even-odd operator, {} on the blocks\n", x.applications,
                   x.blockApplications);
    for (const ShiftedSolution& one : x.shifted)
        fmt::print("  residual           {:.3e} of shift {}\n", one.relativeResidual, one.shift);
    if (x.shifted.empty())
        fmt::print("  |b - M x| / |b|    {:.3e} (true, in double precision; asked for {:.0e})\n", x.relativeResidual,
                   solved.choice.tolerance);
    fmt::print("  |x|^2              {:.12g}\n", x.solutionNorm2);
    fmt::print("  time               {:.3f} s, {:.2f} GFLOPS in the hopping terms\n", x.seconds, gigaflops(x));
    if (solved.undeflated) {
        Table table({"deflation", "modes", "iterations", "time / s", "setup / s"});
        table.add({"without", "", std::to_string(solved.undeflated->iterations),
                   fmt::format("{:.3f}", solved.undeflated->seconds), ""});
        table.add({"with", std::to_string(solved.deflating.modes->eigenvalues.size()), std::to_string(x.iterations),
                   fmt::format("{:.3f}", x.seconds), fmt::format("{:.3f}", solved.deflating.seconds)});
        const auto sources = breakEven(solved);
        fmt::print("\n{}{}\n", table.text(),
                   sources ? fmt::format("The setup pays from {} sources on.", *sources)
                           : "The setup does not pay: solves are not faster.");
    }
    if (solved.cpuSeconds) fmt::print("  CPU in double      {:.3f} s for the same system\n", *solved.cpuSeconds);
    if (solved.spent) fmt::print("\n{}", profileTable(*solved.spent));
}

/// Solves with a progress line of the iterations.
Inversion solveWithProgress(SolvePlace& place, Inverter& inverter, const Solved& solved, bool quiet)
{
    const FermionVector& b = solved.b;
    const SolverChoice& choice = solved.choice;
    Progress progress(progressOnStandardError("iterations", 0, quiet));
    const auto notes = place.notes(progress, solved.of, solved.dirac, choice);
    Inversion x = inverter.solve(b, choice, [&](const ResidualPoint& seen) {
        progress.update(seen.iteration, fmt::format("residual {:.1e}", seen.relativeResidual));
    });
    if (x.status != SolverStatus::Interrupted) progress.finish();
    return x;
}

/// Together: rank 0 writes the fields of all, row by row.
void save(const SolveOptions& options, const Solved& solved)
{
    const SharedLattice& shared = solved.of.shared;
    io::FermionFile file{.kind = solved.dirac.kind(),
                         .group = solved.of.links.group,
                         .lattice = shared.lattice().whole(),
                         .info = fmt::format("{}, boundary {}, configuration {}", describe(solved.dirac),
                                             options.dirac.boundary, options.file),
                         .records = {}};
    const auto add = [&](const FermionVector& x, const std::string& info) {
        file.records.push_back({io::FermionRole::Source, options.source, solved.b});
        file.records.push_back({io::FermionRole::Solution, info, x});
    };
    if (solved.x.shifted.empty())
        add(solved.x.solution, fmt::format("relative residual {:.3e}", solved.x.relativeResidual));
    for (const ShiftedSolution& one : solved.x.shifted)
        add(one.solution, fmt::format("shift {}, relative residual {:.3e}", one.shift, one.relativeResidual));
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

Solved solve(const SolveOptions& options)
{
    const DiracParameters dirac = diracOf(options.dirac);
    const SolverChoice choice = solverOf(options.dirac);
    const Source source = Source::parse(options.source);
    Solved solved{.of = readFermionLinks(options.file, options.dirac),
                  .dirac = dirac,
                  .choice = choice,
                  .b = {},
                  .place = {},
                  .tuning = {},
                  .x = {},
                  .product = {},
                  .cpuSeconds = {},
                  .spent = {}};
    solved.b = sourceVector(source, solved.of.shared.lattice(), dirac.kind(), solved.of.links.group);
    SolvePlace place(options.dirac);
    const auto inverter = place.inverter(solved.of, dirac);
    solved.place = inverter->place();
    solved.x.status = SolverStatus::Interrupted;
    if (!setUp(*inverter, options.dirac)) return solved;
    if (!options.deflate.empty()) {
        solved.deflating = deflatingModes(options.deflate, options.dirac, solved.of, dirac, place);
        if (solved.deflating.interrupted) return solved;
        solved.undeflated = solveWithProgress(place, *inverter, solved, options.dirac.common.quiet);
        if (solved.undeflated->status == SolverStatus::Interrupted) return solved;
        inverter->deflate(solved.deflating.modes);
    }
    solved.x = solveWithProgress(place, *inverter, solved, options.dirac.common.quiet);
    if (solved.x.shifted.empty() && !solved.x.solution.empty())
        solved.product = dot(solved.of.shared, solved.b, solved.x.solution);
    solved.spent = place.spent();
    solved.tuning = place.tuning();
    if (options.compareCpu && solved.x.status != SolverStatus::Interrupted) {
        SolverChoice inDouble = choice;
        inDouble.precision = SolverPrecision::Double;
        inDouble.preconditioner = PreconditionerType::None;
        solved.cpuSeconds = hostInverter(solved.of.links, dirac, solved.of.shared)->solve(solved.b, inDouble).seconds;
    }
    return solved;
}

int runSolve(const SolveOptions& options)
{
    std::vector<std::string> inputs = {options.file};
    if (!options.deflate.empty()) inputs.push_back(options.deflate);
    checkOutputs(options.dirac.common, {{"--output", options.output}}, inputs);
    checkDeflateOption(options.deflate, options.dirac);
    const InterruptGuard guard;
    const Solved solved = solve(options);
    if (solved.x.converged() && !options.output.empty()) save(options, solved);
    if (solved.deflating.interrupted || (solved.undeflated && solved.x.status == SolverStatus::Interrupted)) {
        fmt::print(stderr, "gaugegl: interrupted; nothing was written\n");
        return interruptedExit;
    }
    if (printsText(options.dirac.common)) print(options, solved);
    if (!options.dirac.common.json.empty()) writeJson(resultOf(options, solved), options.dirac.common.json);
    if (solved.x.converged()) return success;
    std::fflush(stdout);
    if (solved.x.status == SolverStatus::Interrupted) {
        fmt::print(stderr, "gaugegl: interrupted; nothing was written to --output\n");
        return interruptedExit;
    }
    fmt::print(
        stderr,
        "gaugegl: error: not solved ({}): |b - M x| / |b| is {:.3e} after {} iterations, the tolerance is {:.1e}{}\n",
        name(solved.x.status), solved.x.relativeResidual, solved.x.iterations, solved.choice.tolerance,
        solved.choice.precision == SolverPrecision::Single
            ? "; single precision reaches about 1e-6, mixed precision goes lower"
            : "");
    return unconverged;
}

} // namespace

void addSolve(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<SolveOptions>();
    CLI::App* command = app.add_subcommand("solve", "Solve M x = b with a Dirac operator M on a configuration");
    command->add_option("file", options->file, "Configuration, ILDG or NERSC")->required();
    command
        ->add_option("--source", options->source,
                     "b: point:x,y,z,t or wall:t (each optionally with :spin:colour), random:SEED, ones")
        ->capture_default_str();
    addDiracOptions(*command, options->dirac);
    addDeflateOption(*command, options->deflate);
    addProfileOption(*command, options->dirac.common);
    command->add_option("--shifts", options->dirac.shifts, "Of multishift: sigma_1,sigma_2,... of A^dagger A + sigma");
    command->add_option("--output", options->output, "Write b and x to this file (LIME, DeGrand-Rossi, 64 bit)");
    command->add_flag("--compare-cpu", options->compareCpu,
                      "Also time the CPU solver in double precision on the same system");
    command->callback([options, &chosen] { chosen = [options] { return runSolve(*options); }; });
}

} // namespace gaugegl::cli
