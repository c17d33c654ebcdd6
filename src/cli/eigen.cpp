// gaugegl eigen: low modes of Dirac operators on a configuration.
#include "solve_backend.h"

#include "chain/mode_file.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "measure/eigen.h"

#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

struct EigenOptions {
    explicit EigenOptions(CLI::App& command) : files(command, runWith("eigen")) {}

    FileOptions files;
    std::string vectors;
};

struct ModesFound {
    SharedLinks of;
    EigenSection section;
    std::string place;
    Json tuning;
    LowModes modes;
    std::string failure = {}; ///< why there are none; empty: there are, or it was interrupted
};

Json resultOf(const std::string& file, const ModesFound& found)
{
    const LowModes& modes = found.modes;
    const EigenSection& section = found.section;
    const SpectralParameters matrix = section.matrix();
    Json json = {{"file", file},
                 {"group", name(found.of.links.group)},
                 {"lattice", found.of.shared.lattice().extents()},
                 {"operator", choiceName<SpectralType>(section.type)},
                 {"matrix", matrixOf(matrix)}};
    if (traits(matrix.type).byBareMass) json["M0"] = matrix.bareMass();
    measure::addNumbers(json, matrix.dirac);
    if (matrix.dirac.stout.smears()) json["stout"] = matrix.dirac.stout.text();
    json["boundary"] = section.boundary;
    json["largest"] = section.largest;
    json["precision"] = choiceName<SolverPrecision>(section.precision);
    json["tolerance"] = section.choice().goal();
    json["place"] = found.place;
    json["tuning"] = found.tuning;
    json["converged"] = modes.status == SolverStatus::Converged;
    json["status"] = name(modes.status);
    json["norm"] = toJson(modes.norm);
    json["restarts"] = modes.restarts;
    json["applications"] = modes.applications;
    json["check_applications"] = modes.checkApplications;
    json["seconds"] = modes.seconds;
    json["modes_found"] = modes.converged;
    measure::addModes(json, modes);
    return json;
}

void printModes(const std::string& file, const ModesFound& found)
{
    const LowModes& modes = found.modes;
    const SpectralParameters matrix = found.section.matrix();
    printOut("{} ({} {}), {}\n", file, name(found.of.links.group), found.of.shared.lattice().name(), describe(matrix));
    printOut("  matrix             {}\n", matrixOf(matrix));
    printOut("  modes              the {} of {} modulus, {}, on {}\n", found.section.count,
             found.section.largest ? "largest" : "smallest", choiceName<SolverPrecision>(found.section.precision),
             found.place);
    printOut("  applications       {} of {}, {} of them to see whether any was missed, {} restarts: {}\n",
             modes.applications, traits(matrix.type).byBareMass ? "the square" : "the matrix", modes.checkApplications,
             modes.restarts, name(modes.status));
    printOut("  time               {:.3f} s\n\n{}", modes.seconds, measure::modeTable(modes));
}

/// Searches on the file, and keeps the record.
ModesFound findModes(const FileOptions& options, MeasuredFiles& of)
{
    const EigenSection& section = *of.run().eigen;
    const std::string& file = options.files.front();
    ModesFound found{.of = readFermionLinks(file, options), .section = section, .place = {}, .tuning = {}, .modes = {}};
    SolveBackend place(section.path, section.precision, options.common);
    Progress progress(progressOnStandardError("applications", 0, options.common.quiet));
    const auto notes = place.notes(progress);
    measure::SolveLog log{.line = &progress};
    measure::HostConfiguration on = place.on(found.of, log);
    on.sweep = on.stream = 1;
    try {
        if (auto record = dynamic_cast<measure::HostMeasurement&>(*of.measurement()).measure(on))
            of.measurement().keep(ofFile(std::move(*record), {file, found.of.header, 1}));
    } catch (const UnsolvedError& error) {
        if (!log.modes) throw; // before the search
        found.failure = error.what();
    }
    found.place = log.place;
    found.modes = std::move(log.modes.value());
    if (found.modes.status != SolverStatus::Interrupted) progress.finish();
    found.tuning = place.tuning();
    return found;
}

int runEigen(const EigenOptions& options)
{
    const CommonOptions& common = options.files.common;
    const std::string &file = options.files.files.front(), &plot = options.files.plot;
    MeasuredFiles of(options.files, "eigen", {}, {{"--vectors", options.vectors}});
    const SpectralType type = of.run().eigen->type;
    if (!plot.empty() && !traits(type).complexPlane)
        throw InputError(fmt::format("--plot {} draws eigenvalues in the complex plane: --operator {} has real ones",
                                     plot, choiceName<SpectralType>(type)));
    const InterruptGuard guard;
    const ModesFound found = findModes(options.files, of);
    if (found.modes.status == SolverStatus::Interrupted) {
        printError("gaugegl: interrupted; nothing was written\n");
        return interruptedExit;
    }
    const bool converged = found.failure.empty();
    if (converged && !options.vectors.empty())
        writeModes(options.vectors, found.modes, found.of.links, found.of.shared);
    if (printsText(common)) printModes(file, found);
    Json json = resultOf(file, found);
    if (converged && !plot.empty() && found.of.shared.ranks().rank() == 0) {
        const auto figures =
            measure::plotModes({plot,
                                fmt::format("{}, {} {}, index {}", describe(found.modes.of), name(found.of.links.group),
                                            found.of.shared.lattice().name(), *found.modes.index),
                                "", ""},
                               found.modes);
        if (printsText(common) && !figures.empty()) printOut("\nfigures: {}\n", fmt::join(figures, ", "));
        if (!figures.empty()) json["figures"] = figures;
    }
    if (!common.json.empty()) writeJson(json, common.json);
    if (converged) return success;
    std::fflush(stdout);
    printError("gaugegl: error: {}{}\n", found.failure,
               found.section.precision == SolverPrecision::Single
                   ? "; single precision reaches about 3e-6, mixed precision goes lower"
                   : "");
    return unconverged;
}

} // namespace

void addEigen(CLI::App& app, Runner& chosen)
{
    CLI::App* command =
        app.add_subcommand("eigen", "Eigenvalues and eigenvectors of Dirac operators on a configuration");
    auto options = std::make_shared<EigenOptions>(*command);
    command->add_option("file", options->files.files, "Configuration, " + io::formatWords())->required()->expected(1);
    addRawHintOptions(*command, options->files.hints);
    options->files.keys.addSection("eigen");
    command->get_option("--kappa")->description("1/(2 (M0 + 4)) of all but staggered and overlap");
    command->get_option("--mass")->description(
        "M0 of hermitian-wilson and clover; staggered and overlap: a m, without this option 0");
    command->add_option("--vectors", options->vectors,
                        "Write the vectors to this file (LIME, DeGrand-Rossi, 64 bit), which --deflate of solve and "
                        "spectrum reads; nothing is written unless all are found");
    addResultOptions(*command, options->files,
                     "Draw the eigenvalues of overlap in the complex plane as this, .png and .svg; needs gnuplot");
    addSolveOptions(*command, options->files.common);
    command->callback([options, &chosen] { chosen = [options] { return runEigen(*options); }; });
}

} // namespace gaugegl::cli
