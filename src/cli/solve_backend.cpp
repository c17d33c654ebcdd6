#include "solve_backend.h"

#include "ranks.h"

#include "chain/mode_file.h"
#include "device/program_precompiler.h"
#include "gaugegl/base/error.h"

#include <charconv>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {

void addSolveOptions(CLI::App& command, CommonOptions& options)
{
    addOutputOptions(command, options);
    addContextOptions(command, options);
    addPassOption(command, options);
    addTuningOption(command, options);
    addDivisionOptions(command, options);
}

SharedLinks readFermionLinks(const std::string& path, const FileOptions& options)
{
    return readSharedLinks(path, parseHints(options.hints), options.common);
}

SolveBackend::SolveBackend(const std::string& path, SolverPrecision precision, const CommonOptions& options)
    : place_(path, precision, contextOptions(options), deviceOptions(options))
{
    Device* const device = place_.device();
    if (options.profile && !device)
        throw InputError("--profile needs a device, but this is solved on the CPU: add --path fragment or compute");
    requireSame("place of the solver", device ? "a device" : "the CPU");
    if (!device) return;
    requireSameKernels(*device, options);
    profile_ = profileOf(*device, options);
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

std::unique_ptr<CompilationNotes> SolveBackend::notes(Progress& progress)
{
    return place_.device() ? std::make_unique<CompilationNotes>(*place_.device(), progress, std::nullopt) : nullptr;
}

std::optional<ProfileReport> SolveBackend::spent() const
{
    return profile_ ? std::optional(profile_->report()) : std::nullopt;
}

measure::SolveLog logOnStandardError(bool quiet)
{
    return {.further = [quiet](const char* label) { return progressOnStandardError(label, 0, quiet); }};
}

void addSystemOptions(CLI::App& command, KeyOptions& keys, std::vector<std::string> without)
{
    without.insert(without.end(), {"standard_channels", "deflate"});
    keys.addSection("spectrum", without);
    command.get_option("--solver")
        ->default_str("")
        ->description("cg, bicgstab, multishift (with solve), or flexible, which allows a preconditioner; by default "
                      "flexible with a preconditioner, otherwise cg");
    for (const DiracNumber* number : diracNumbers)
        if (CLI::Option* const option = command.get_option_no_throw(optionOf(number->key)); option && !number->optional)
            option->default_str(""); // chooseSystems() asks for it
}

void chooseSystems(FermionSection& section, const KeyOptions& keys)
{
    for (const DiracNumber* number : traits(section.type).numbers())
        if (!number->optional && !keys.isGiven(fmt::format("spectrum.{}", number->key)))
            throw InputError(fmt::format("--operator {} needs {}: {}", choiceName<DiracType>(section.type),
                                         optionOf(number->key), number->help));
    if (section.preconditioner != PreconditionerType::None && !keys.isGiven("spectrum.solver"))
        section.solver = SolverType::Flexible;
    for (const char* key : {"blocks", "block_steps"})
        if (section.preconditioner == PreconditionerType::None && keys.isGiven(fmt::format("spectrum.{}", key)))
            throw InputError(fmt::format("{} needs --preconditioner schwarz", optionOf(key)));
}

Json toJson(const FermionSection& section, const SolverChoice& choice)
{
    const DiracParameters dirac = section.dirac(section.values.front());
    Json json = {{"operator", choiceName<DiracType>(section.type)}};
    measure::addNumbers(json, dirac);
    if (dirac.stout.smears()) json["stout"] = dirac.stout.text();
    json["warnings"] = warningsOf(dirac.stout);
    json["boundary"] = section.boundary;
    json["solver"] = choiceName<SolverType>(choice.type);
    json["precision"] = choiceName<SolverPrecision>(choice.precision);
    json["preconditioner"] = choiceName<PreconditionerType>(choice.preconditioner);
    if (choice.preconditioner != PreconditionerType::None) {
        json["blocks"] = choice.blocks.extents;
        json["block_steps"] = choice.blockSteps;
    }
    json["tolerance"] = choice.tolerance;
    return json;
}

void addDeflateOption(CLI::App& command, std::string& deflate)
{
    command.add_option("--deflate", deflate,
                       "Solve for low modes first: FILE of `gaugegl eigen --vectors`, or the number of modes to find");
}

std::optional<int> modesToFind(const std::string& deflate, const FermionSection& section, const SolverChoice& choice)
{
    if (deflate.empty()) return std::nullopt;
    try {
        requireDeflatable(section.type, section.further.isospinMu);
    } catch (const InputError& error) {
        throw InputError(fmt::format("--deflate {}: {}", deflate, error.what()));
    }
    if (choice.type == SolverType::MultiShift)
        throw InputError(
            fmt::format("--deflate {} is for the solvers cg, bicgstab and flexible, not for multishift", deflate));
    int count = 0;
    const char* const end = deflate.data() + deflate.size();
    const auto [at, error] = std::from_chars(deflate.data(), end, count);
    if (at == end && error == std::errc()) {
        if (count < 1) throw InputError(fmt::format("--deflate {}: expected at least 1 mode", count));
        return count;
    }
    if (!std::filesystem::exists(deflate))
        throw InputError(fmt::format("--deflate '{}' is neither a number of modes nor a file that is there", deflate));
    return std::nullopt;
}

std::shared_ptr<const LowModes> readDeflation(const std::string& file, const SharedLinks& of,
                                              const DiracParameters& dirac)
{
    auto modes = std::make_shared<LowModes>(readModes(file, of.links, of.shared));
    requireModesFor(file, *modes, dirac);
    return modes;
}

} // namespace gaugegl::cli
