#include "dirac_options.h"

#include "ranks.h"

#include "device/program_precompiler.h"
#include "gaugegl/base/error.h"
#include "report/tuning_report.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

std::vector<double> numbers(const std::string& text)
{
    std::vector<double> values;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        if (!values.empty() && *at++ != ',') break;
        values.push_back(0);
        const auto [next, error] = std::from_chars(at, end, values.back());
        if (error != std::errc()) break;
        at = next;
        if (at == end) return values;
    }
    if (!text.empty()) throw InputError(fmt::format("--shifts '{}' are not numbers such as 0,0.1,0.5", text));
    return values;
}

} // namespace

std::string optionOf(const DiracNumber& number)
{
    std::string option = fmt::format("--{}", number.key);
    std::ranges::replace(option, '_', '-');
    return option;
}

void addNumbers(Json& json, const DiracParameters& dirac)
{
    for (const DiracNumber* number : numbersOf(dirac)) {
        const double value = dirac.*number->value;
        json[number->resultKey ? number->resultKey : number->key] =
            number->integer ? Json(std::int64_t(value)) : Json(value);
    }
}

void addQuarkOptions(CLI::App& command, DiracOptions& options)
{
    for (std::size_t i = 0; i < diracNumbers.size(); ++i)
        command.add_option(optionOf(*diracNumbers[i]), options.numbers[i], diracNumbers[i]->help);
    command.add_option("--stout", options.stout,
                       "RHO:STEPS: the operator takes links with so many steps of isotropic stout smearing");
    command
        .add_option("--boundary", options.boundary,
                    "periodic, antiperiodic (in time), or tx,ty,tz,tt: phases exp(i pi theta), at the edge or, with "
                    ":spread behind it, over all links")
        ->capture_default_str();
}

void addBackendOptions(CLI::App& command, DiracOptions& options)
{
    command.add_option("--path", options.common.path, "auto, fragment, compute (shaders) or cpu")
        ->check(CLI::IsMember({"auto", "fragment", "compute", "cpu"}))
        ->capture_default_str();
    addHintOptions(command, options.group, options.lattice);
    addOutputOptions(command, options.common);
    addContextOptions(command, options.common);
    addPassOption(command, options.common);
    addTuningOption(command, options.common);
    addDivisionOptions(command, options.common);
}

void addRhsOption(CLI::App& command, DiracOptions& options)
{
    command
        .add_option("--rhs", options.rhs,
                    "Right-hand sides that are solved together, 1 to 12, which reads the links once for all of them; "
                    "0: as many as are fastest")
        ->capture_default_str();
}

void addDiracOptions(CLI::App& command, DiracOptions& options)
{
    command.add_option("--operator", options.type, "The operator M")
        ->check(CLI::IsMember(choices<DiracType>()))
        ->capture_default_str();
    addQuarkOptions(command, options);
    command
        .add_option("--solver", options.solver,
                    "cg, bicgstab, multishift, or flexible, which takes a preconditioner; without this option flexible "
                    "with a preconditioner and else cg")
        ->check(CLI::IsMember(choices<SolverType>()));
    command
        .add_option("--preconditioner", options.preconditioner,
                    "none or schwarz: the inverse of each block of the lattice, in single precision, with mixed16 in "
                    "16 bits; ranks exchange nothing for blocks that they have as a whole")
        ->check(CLI::IsMember(choices<PreconditionerType>()))
        ->capture_default_str();
    command.add_option("--blocks", options.blocks, "Extents of the blocks of schwarz; by default 4x4x4x4");
    command.add_option("--block-steps", options.blockSteps,
                       "Applications of the operator to the blocks of schwarz in each iteration; by default 4");
    command
        .add_option("--precision", options.precision,
                    "single, double, mixed (residual in double, corrections in single) or mixed16 (in 16 bits)")
        ->check(CLI::IsMember(choices<SolverPrecision>()))
        ->capture_default_str();
    command.add_option("--tolerance", options.tolerance, "Largest |b - M x| / |b| of a solution")
        ->capture_default_str();
    command.add_option("--max-iterations", options.maxIterations, "Iterations over all restarts, at most")
        ->capture_default_str();
    addBackendOptions(command, options);
}

DiracParameters diracOf(const DiracOptions& options)
{
    DiracParameters dirac{.type = parseChoice<DiracType>(options.type),
                          .boundary = BoundaryPhases::parse(options.boundary)};
    for (std::size_t i = 0; i < diracNumbers.size(); ++i) {
        const DiracNumber& number = *diracNumbers[i];
        const std::optional<double>& given = options.numbers[i];
        if (traits(dirac.type).has(number) && !number.optional && !given)
            throw InputError(fmt::format("--operator {} needs {}", options.type, optionOf(number)));
        if (!traits(dirac.type).has(number) && given)
            throw InputError(
                fmt::format("{} {} does not apply to --operator {}", optionOf(number), *given, options.type));
        dirac.*number.value = given.value_or(number.standard);
    }
    if (!options.stout.empty()) dirac.stout = StoutSteps::parse(options.stout);
    validate(dirac);
    return dirac;
}

std::string solverName(const DiracOptions& options)
{
    if (!options.solver.empty()) return options.solver;
    return choiceName(options.preconditioner == choiceName(PreconditionerType::None) ? SolverType::Cg
                                                                                     : SolverType::Flexible);
}

SolverChoice solverOf(const DiracOptions& options)
{
    SolverChoice choice{.type = parseChoice<SolverType>(solverName(options)),
                        .precision = parseChoice<SolverPrecision>(options.precision),
                        .tolerance = options.tolerance,
                        .maxIterations = options.maxIterations,
                        .shifts = numbers(options.shifts),
                        .preconditioner = parseChoice<PreconditionerType>(options.preconditioner),
                        .rhs = options.rhs};
    const bool schwarz = choice.preconditioner == PreconditionerType::Schwarz;
    if (!schwarz && options.blocks)
        throw InputError(fmt::format("--blocks {} is for --preconditioner schwarz", *options.blocks));
    if (!schwarz && options.blockSteps)
        throw InputError(fmt::format("--block-steps {} is for --preconditioner schwarz", *options.blockSteps));
    if (options.blocks) choice.blocks = Blocks::parse(*options.blocks);
    if (options.blockSteps) choice.blockSteps = *options.blockSteps;
    validate(choice);
    return choice;
}

SharedLinks readFermionLinks(const std::string& path, const DiracOptions& options)
{
    return readSharedLinks(path, parseHints(options.group, options.lattice), options.common);
}

SolveBackend::SolveBackend(const DiracOptions& options)
    : place_(options.common.path, parseChoice<SolverPrecision>(options.precision), contextOptions(options.common),
             deviceOptions(options.common))
{
    if (options.common.profile && !place_.device())
        throw InputError("--profile needs a device, but this is solved on the CPU: add --path fragment or compute");
    requireSame("place of the solver", place_.device() ? "a device" : "the CPU");
    if (place_.device()) requireSameKernels(*place_.device(), options.common);
    if (place_.device()) profile_ = profileOf(*place_.device(), options.common);
}

Json SolveBackend::tuning()
{
    return place_.device() ? report::toJson(place_.device()->tuner().choices()) : Json(nullptr);
}

std::unique_ptr<CompilationNotes> SolveBackend::notes(Progress& progress, const SharedLinks& of,
                                                      const DiracParameters& dirac, const SolverChoice& choice)
{
    Device* const device = place_.device();
    if (!device) return nullptr;
    std::optional<std::size_t> programs;
    if (hasEvenOdd(dirac.type)) { // others find modes first, which numbers that are not computed do not have
        const ProgramPrecompiler precompiler(*device);
        SolverChoice little = choice;
        little.maxIterations = 3;
        const auto components = std::size_t(fermionComponents(dirac.kind(), of.links.group));
        try {
            deviceInverter(*device, of.links, dirac, of.shared)
                ->solve(FermionVector(std::size_t(of.links.lattice.volume()) * components, 1.0), little);
            programs = device->programCount() + precompiler.missing().size();
        } catch (const Error&) { // the solver itself will report the error
        }
    }
    return std::make_unique<CompilationNotes>(*device, progress, programs);
}

bool setUp(Inverter& inverter, const DiracOptions& options)
{
    std::optional<Progress> progress; // once there is something to tell
    const bool done = inverter.setUp(solverOf(options), [&](const ModeProgress& seen) {
        if (!progress)
            progress.emplace(
                progressOnStandardError("applications for the modes of the kernel", 0, options.common.quiet));
        progress->update(seen.applications, describe(seen));
    });
    if (progress && done) progress->finish();
    return done;
}

std::unique_ptr<CompilationNotes> SolveBackend::notes(Progress& progress)
{
    return place_.device() ? std::make_unique<CompilationNotes>(*place_.device(), progress, std::nullopt) : nullptr;
}

std::optional<ProfileReport> SolveBackend::spent() const
{
    return profile_ ? std::optional(profile_->report()) : std::nullopt;
}

Json toJson(const DiracOptions& options, const DiracParameters& dirac)
{
    Json json = {{"operator", options.type}};
    addNumbers(json, dirac);
    if (dirac.stout.smears()) json["stout"] = dirac.stout.text();
    json["warnings"] = warningsOf(dirac.stout);
    json["boundary"] = options.boundary;
    json["solver"] = solverName(options);
    json["precision"] = options.precision;
    json["preconditioner"] = options.preconditioner;
    if (const SolverChoice choice = solverOf(options); choice.preconditioner != PreconditionerType::None) {
        json["blocks"] = choice.blocks.extents;
        json["block_steps"] = choice.blockSteps;
    }
    json["tolerance"] = options.tolerance;
    return json;
}

} // namespace gaugegl::cli
