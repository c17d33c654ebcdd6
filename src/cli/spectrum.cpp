// gaugegl spectrum: quark propagators, meson and nucleon correlators of configurations.
#include "propagator_files.h"
#include "propagator_spectrum.h"
#include "ranks.h"
#include "solve_backend.h"

#include "chain/mode_file.h"
#include "config/spectrum_request.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/measure/correlators.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

struct SpectrumOptions {
    explicit SpectrumOptions(CLI::App& command) : files(command, runWith("spectrum")) {}

    FileOptions files;
    std::string deflate;                  ///< a number of modes or a file
    std::vector<std::string> propagators; ///< that are contracted; none: those of the configurations are solved for
    std::vector<std::string> strange;     ///< those of strange quarks
    PropagatorSaving saving;
};

/// "Wilson, kappa = 0.15, clover = 1, strange_kappa = 0.14"; of several kappas or masses without them.
std::string quarksOf(const FermionSection& section)
{
    std::string text = describe(section.dirac(section.values.front()));
    if (section.values.size() > 1) {
        const std::string one = fmt::format(", {} = {}", measure::keyOf(section), section.values.front());
        if (const auto at = text.find(one); at != std::string::npos) text.erase(at, one.size());
    }
    if (section.strange) text += fmt::format(", {} = {}", section.strangeKey(), *section.strange);
    return text;
}

int runSpectrum(const SpectrumOptions& options)
{
    const KeyOptions& keys = options.files.keys;
    const bool saves = !options.saving.folder.empty();
    if (!options.propagators.empty()) {
        if (saves || !options.deflate.empty())
            throw InputError(fmt::format("{} is for quarks that are solved for, but --propagator reads what is solved",
                                         saves ? "--save-propagators" : "--deflate"));
        return contractFiles(options.files, options.propagators, options.strange);
    }
    if (!options.strange.empty())
        throw InputError("--strange-propagator is of the strange quarks beside those of --propagator");
    if (options.files.files.empty())
        throw InputError("neither configurations are named, nor propagators with --propagator");
    if (saves) requireOneRank("spectrum --save-propagators");
    bool readsModes = false;
    const auto complete = [&](RunConfig& run) {
        FermionSection& section = *run.spectrum;
        if (section.channels != "none") section.standardChannels = false;
        chooseSystems(section, keys);
        if (const auto count = modesToFind(options.deflate, section, section.choice()))
            section.deflate = *count;
        else
            readsModes = !options.deflate.empty();
    };
    std::vector<Output> outputs;
    if (saves) outputs = propagatorOutputs(options.saving, options.files.files, *keys.run().spectrum);
    MeasuredFiles of(options.files, "spectrum", complete, std::move(outputs));
    const FermionSection& section = *of.run().spectrum;
    const SolverChoice choice = section.choice();
    const DiracParameters dirac = section.dirac(section.values.front());
    if (saves) io::requirePropagatorFormat(options.saving.format, dirac.kind(), of.files().group());
    SolveBackend place(section.path, section.precision, options.files.common);
    measure::SolveLog log = logOnStandardError(options.files.common.quiet);
    std::optional<SharedLinks> links;
    auto& spectrum = dynamic_cast<measure::HostMeasurement&>(*of.measurement());
    Json tuning;
    const auto measureOne = [&](const EnsembleFiles::Read& file, Progress& progress) {
        const auto notes = place.notes(progress, *links, dirac, choice);
        measure::HostConfiguration on = place.on(*links, log);
        on.sweep = on.stream = file.number;
        if (saves)
            on.keep = [&](const measure::SolvedPropagator& solved) {
                savePropagator(options.saving, file.name, section, on, solved);
            };
        if (readsModes) {
            const Stopwatch time;
            on.modes = readDeflation(options.deflate, *links, dirac);
            for (const measure::SectionQuark& quark : measure::quarksOf(section))
                requireModesFor(options.deflate, *on.modes, quark.dirac);
            log.setupSeconds += time.seconds();
        }
        log.line = &progress;
        log.steps = std::int64_t(file.before) * spectrum.steps();
        auto record = spectrum.measure(on);
        log.line = nullptr;
        if (record) of.measurement().keep(ofFile(std::move(*record), file));
        tuning = place.tuning();
        return record.has_value();
    };
    const auto facts = [&](bool all) {
        Json json = toJson(section, choice);
        if (section.values.size() > 1) json[measure::keyOf(section)] = section.values;
        if (section.strange) json[section.strangeKey()] = *section.strange;
        json["sources"] = section.sources;
        json["direction"] = directionNames[std::size_t(section.direction)];
        if (section.channels != "none") json["channels"] = parseChannels(section.channels);
        if (const MomentumChoice momenta = spectrumRequest(section, section.values.front()).momenta;
            !momenta.momenta.empty()) {
            json["momenta"] = momenta.momenta;
            json["separate_momenta"] = section.separateMomenta;
        }
        json["place"] = log.place;
        json["tuning"] = tuning;
        json["converged"] = all;
        json["iterations"] = log.iterations;
        json["largest_residual"] = toJson(log.largestResidual);
        json["seconds"] = log.seconds;
        if (options.deflate.empty()) return json;
        json["deflate"] = options.deflate;
        json["deflation_setup_seconds"] = log.setupSeconds;
        return json;
    };
    const std::string quarks = quarksOf(section);
    const auto text = [&] {
        return fmt::format("source {}, direction {}, boundary {}; {} iterations on {}, residuals up to {:.1e}\n",
                           fmt::join(section.sources, ", "), directionNames[std::size_t(section.direction)],
                           section.boundary, log.iterations, log.place, log.largestResidual);
    };
    return of.files().carryOut(options.files.common.quiet,
                               {.read =
                                    [&](const std::string& file) {
                                        links.reset(); // never two at once
                                        links.emplace(readFermionLinks(file, options.files));
                                        return links->header;
                                    },
                                .measure = measureOne,
                                .reportResults =
                                    [&](const EnsembleFiles::Done& done) {
                                        of.report(done, {quarks, facts(done.complete), text()});
                                    },
                                .steps = spectrum.nameOfSteps(),
                                .stepsOfOne = spectrum.steps()});
}

} // namespace

void addSpectrum(CLI::App& app, Runner& chosen)
{
    CLI::App* command =
        app.add_subcommand("spectrum", "Quark propagators, meson and nucleon correlators of configurations");
    auto options = std::make_shared<SpectrumOptions>(*command);
    addFileOptions(*command, options->files);
    addSystemOptions(*command, options->files.keys, {});
    command->get_option("--source")
        ->allow_extra_args(true)
        ->description("point:x,y,z,t, wall:t or noise walls z2:t, z3:t, all components; several are averaged on each "
                      "configuration");
    command->get_option("--channels")
        ->description("all: the sixteen mesons of a quark and an antiquark, or some of scalar, pseudoscalar, vector-x "
                      ".. t, axial-x .. t, tensor-xy .. zt, pion, rho, axial with commas between, instead of "
                      "pion,rho,scalar,axial")
        ->default_str("");
    command->get_option("files")->required(false);
    command->add_option("--propagator", options->propagators,
                        "Propagators, " + io::propagatorFormatWords() +
                            ", that are contracted; then there are no configurations, and of the quarks only --source, "
                            "--direction, --channels, --momenta, --separate-momenta, --nucleon, --delta and --boundary "
                            "are given");
    command->add_option("--strange-propagator", options->strange,
                        "Propagators of a strange quark, each of the source of one of --propagator, in their order");
    addSavingOptions(*command, options->saving);
    addDeflateOption(*command, options->deflate);
    addResultOptions(
        *command, options->files,
        "Draw correlators and effective masses: PREFIX-correlators.png, PREFIX-masses.png, and as SVG; of several "
        "kappas or masses those of the pion");
    addSolveOptions(*command, options->files.common);
    command->callback([options, &chosen] { chosen = [options] { return runSpectrum(*options); }; });
}

} // namespace gaugegl::cli
