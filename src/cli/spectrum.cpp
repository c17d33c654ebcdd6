// gaugegl spectrum: quark propagators, meson and nucleon correlators of configurations.
#include "deflation_options.h"
#include "ensemble_files.h"
#include "outputs.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/measure/spectrum.h"
#include "measure/spectrum_report.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

struct SpectrumOptions {
    DiracOptions dirac;
    std::vector<std::string> files, sources = {"point:0,0,0,0"};
    std::string direction = "t", plot, deflate, channels, smearSource = "none", smearSink = "none", smearLinks = "none";
    bool nucleon = false, residualMass = false;
};

/// What was measured on all configurations.
struct Measured {
    std::optional<FermionDomain> space;                         ///< of the first file; all have the same
    std::vector<std::vector<MesonCorrelator>> ofConfigurations; ///< means over the sources
    std::string place;
    Json tuning;
    SolverStatus status = SolverStatus::Converged; ///< of the first solve that failed
    int iterations = 0;
    double largestResidual = 0, seconds = 0, setupSeconds = 0;
    JudgedFiles files; ///< that were measured
    std::string last;  ///< the file that was read last
    bool complete = false;
};

int directionOf(const std::string& text)
{
    const auto* found = std::ranges::find(directionNames, text);
    if (found == directionNames.end()) throw InputError(fmt::format("--direction '{}' is none of x, y, z, t", text));
    return int(found - directionNames.begin());
}

QuarkSmearing smearingOf(const SpectrumOptions& options)
{
    return {WuppertalSteps::parse(options.smearSource), WuppertalSteps::parse(options.smearSink),
            StoutSteps::parse(options.smearLinks)};
}

/// What is to be said before anything is measured.
Warnings warningsOf(const SpectrumOptions& options)
{
    Warnings all = gaugegl::warningsOf(diracOf(options.dirac).stout);
    append(all, gaugegl::warningsOf(smearingOf(options).links, /*directions=*/3));
    return all;
}

std::vector<SpectrumRequest> requestsOf(const SpectrumOptions& options)
{
    std::vector<SpectrumRequest> requests;
    requests.reserve(options.sources.size());
    for (const std::string& source : options.sources)
        requests.push_back(
            {.source = Source::parse(source),
             .direction = directionOf(options.direction),
             .choice = solverOf(options.dirac),
             .smearing = smearingOf(options),
             .channels = options.channels.empty() ? std::vector<std::string>() : parseChannels(options.channels),
             .nucleon = options.nucleon ? std::optional(diracOf(options.dirac)) : std::nullopt,
             .residual = options.residualMass ? std::optional(diracOf(options.dirac)) : std::nullopt});
    return requests;
}

/// Measures file after file.
class Meter {
public:
    explicit Meter(const SpectrumOptions& options)
        : options_(&options), dirac_(diracOf(options.dirac)), requests_(requestsOf(options)), place_(options.dirac)
    {}

    /// Until now.
    const Measured& measured() const { return measured_; }

    const Measured& measure()
    {
        const int columns = int(options_->files.size() * requests_.size());
        std::optional<Progress> progress;
        for (const std::string& file : options_->files) {
            const SharedLinks links = readFermionLinks(file, options_->dirac);
            check(file, links);
            measured_.last = file;
            JudgedFiles judged = measured_.files;
            if (!judged.take(file, links.header)) {
                measured_.files = std::move(judged);
                continue;
            }
            if (!progress)
                progress.emplace(progressOnStandardError("columns", columns * measured_.space->components(),
                                                         options_->dirac.common.quiet));
            if (!measureOne(links, *progress)) return measured_;
            measured_.files = std::move(judged);
        }
        progress->finish();
        measured_.complete = true;
        return measured_;
    }

private:
    void check(const std::string& file, const SharedLinks& of)
    {
        const HostGaugeField& links = of.links;
        const Lattice lattice = of.shared.lattice().whole();
        if (measured_.space) {
            const FermionDomain& first = *measured_.space;
            if (links.group != first.group || lattice != first.lattice)
                throw FileError(file, fmt::format("holds {} on {}, but {} holds {} on {}; an average needs one kind",
                                                  name(links.group), lattice.name(), options_->files.front(),
                                                  name(first.group), first.lattice.name()));
            return;
        }
        measured_.space = FermionDomain{lattice, links.group, dirac_.kind()};
        for (const SpectrumRequest& request : requests_)
            validate(request, *measured_.space);
    }

    /// False when a solve failed.
    bool measureOne(const SharedLinks& links, Progress& progress)
    {
        const auto notes = place_.notes(progress, links, dirac_, solverOf(options_->dirac));
        const auto inverter = place_.inverter(links, dirac_);
        measured_.place = inverter->place();
        const QuarkSmearing smearing = smearingOf(*options_);
        const auto smearer =
            smearing.smears() ? place_.smearer({links.links, dirac_.boundary, smearing.links}, links.shared) : nullptr;
        if (!options_->deflate.empty()) {
            progress.breakLine();
            const Deflating deflating = deflatingModes(options_->deflate, options_->dirac, links, dirac_, place_);
            progress.exclude(deflating.seconds);
            measured_.setupSeconds += deflating.seconds;
            measured_.status = SolverStatus::Interrupted;
            if (deflating.interrupted) return false;
            inverter->deflate(deflating.modes);
        }
        progress.breakLine();
        const Stopwatch setUpTime;
        measured_.status = SolverStatus::Interrupted;
        if (!setUp(*inverter, options_->dirac)) return false;
        progress.exclude(setUpTime.seconds());
        std::vector<std::vector<MesonCorrelator>> ofSources;
        for (const SpectrumRequest& request : requests_) {
            SpectrumMeasurement one = measureSpectrum(
                *inverter, *measured_.space, request, [&](int /*columns*/) { progress.update(++columns_); },
                smearer.get());
            measured_.iterations += one.iterations;
            measured_.seconds += one.seconds;
            measured_.largestResidual = std::max(measured_.largestResidual, one.largestResidual);
            measured_.status = one.status;
            if (one.status != SolverStatus::Converged) return false;
            ofSources.push_back(std::move(one.correlators));
        }
        measured_.ofConfigurations.push_back(measure::meanOverSources(ofSources));
        measured_.tuning = place_.tuning();
        return true;
    }

    const SpectrumOptions* options_;
    DiracParameters dirac_;
    std::vector<SpectrumRequest> requests_;
    SolveBackend place_;
    Measured measured_;
    int columns_ = 0;
};

/// The smearings that change something, by the names of their options in files.
std::vector<std::pair<const char*, std::string>> smearingsOf(const SpectrumOptions& options)
{
    const QuarkSmearing smearing = smearingOf(options);
    std::vector<std::pair<const char*, std::string>> all;
    if (smearing.source.smears()) all.emplace_back("smear_source", smearing.source.text());
    if (smearing.sink.smears()) all.emplace_back("smear_sink", smearing.sink.text());
    if (smearing.links.smears()) all.emplace_back("smear_links", smearing.links.text());
    return all;
}

/// "smeared: source 0.25:30, sink 0.25:30, links 0.1:10\n", or nothing.
std::string smearingLine(const SpectrumOptions& options)
{
    std::vector<std::string> parts;
    for (const auto& [key, text] : smearingsOf(options))
        parts.push_back(fmt::format("{} {}", std::string_view(key).substr(std::string_view("smear_").size()), text));
    return parts.empty() ? "" : fmt::format("smeared: {}\n", fmt::join(parts, ", "));
}

Json resultOf(const SpectrumOptions& options, const Measured& measured, const std::vector<measure::MesonReport>& mesons)
{
    const auto done = measured.ofConfigurations.size();
    Json json = {{"files", measured.files.names()},
                 {"complete", measured.complete},
                 {"group", name(measured.space->group)},
                 {"lattice", measured.space->lattice.extents()}};
    json.update(toJson(options.dirac, diracOf(options.dirac)));
    json["sources"] = options.sources;
    json["direction"] = options.direction;
    for (const auto& [key, text] : smearingsOf(options))
        json[key] = text;
    if (!options.channels.empty()) json["channels"] = parseChannels(options.channels);
    json["place"] = measured.place;
    json["tuning"] = measured.tuning;
    json["converged"] = measured.status == SolverStatus::Converged;
    json["configurations"] = done;
    json["iterations"] = measured.iterations;
    json["largest_residual"] = toJson(measured.largestResidual);
    json["seconds"] = measured.seconds;
    if (!options.deflate.empty()) {
        json["deflate"] = options.deflate;
        json["deflation_setup_seconds"] = measured.setupSeconds;
    }
    measure::addMesons(json, mesons);
    measure::addResidualMass(json, measure::residualMassOf(measured.ofConfigurations));
    return json;
}

std::string titleOf(const SpectrumOptions& options, const Measured& measured)
{
    return fmt::format("{} {}, {}, {} configuration{}", name(measured.space->group), measured.space->lattice.name(),
                       describe(diracOf(options.dirac)), measured.ofConfigurations.size(),
                       measured.ofConfigurations.size() == 1 ? "" : "s");
}

/// Prints and writes what the configurations gave that are done, at least one.
void reportResults(const SpectrumOptions& options, const Measured& measured, bool draws)
{
    const std::vector<measure::MesonReport> mesons = measure::reportMesons(measured.ofConfigurations);
    Json json = resultOf(options, measured, mesons);
    if (draws && !options.plot.empty())
        json["figures"] = measure::plotMesons(
            {options.plot, titleOf(options, measured), fmt::format("distance in {} / a", options.direction), ""},
            mesons);
    if (printsText(options.dirac.common)) {
        printOut("{}\n", titleOf(options, measured));
        printOut("source {}, direction {}, boundary {}; {} iterations on {}, residuals up to {:.1e}\n{}{}\n{}",
                 fmt::join(options.sources, ", "), options.direction, options.dirac.boundary, measured.iterations,
                 measured.place, measured.largestResidual, smearingLine(options),
                 measure::residualMassLine(measure::residualMassOf(measured.ofConfigurations)),
                 measure::mesonTable(mesons));
    }
    reportOf(measured.files, options.dirac.common);
    Warnings warnings = warningsOf(options);
    append(warnings, measured.files.warnings());
    addWarnings(json, warnings);
    if (!options.dirac.common.json.empty()) writeJson(json, options.dirac.common.json);
}

/// Prints and writes what the configurations gave that are done, if any, and says why not all are.
void reportPart(const SpectrumOptions& options, const Measured& measured, bool draws)
{
    const std::size_t done = measured.ofConfigurations.size();
    if (done > 0) reportResults(options, measured, draws);
    std::fflush(stdout);
    if (measured.status == SolverStatus::Converged || measured.status == SolverStatus::Interrupted)
        printError("{}", interruptedMessage(done, options.files.size()));
    else
        printError("gaugegl: error: {}: a column of the propagator is not solved ({}): |b - M x| / |b| is {:.3e} after "
                   "{} iterations in all{}\n",
                   measured.last, name(measured.status), measured.largestResidual, measured.iterations,
                   done > 0 ? fmt::format("; the results are those of the {} before", done) : "");
}

int runSpectrum(const SpectrumOptions& options)
{
    checkOutputs(options.dirac.common, {{"--plot", options.plot, Output::Kind::Figures}}, options.files);
    checkDeflateOption(options.deflate, options.dirac);
    warned(warningsOf(options));
    const InterruptGuard guard;
    Meter meter(options);
    const Rescue rescue([&] { reportPart(options, meter.measured(), /*draws=*/false); });
    const Measured& measured = meter.measure();
    if (!measured.complete) {
        reportPart(options, measured, timeForFigures());
        return measured.status == SolverStatus::Interrupted ? interruptedExit : unconverged;
    }
    reportResults(options, measured, /*draws=*/true);
    return success;
}

} // namespace

void addSpectrum(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<SpectrumOptions>();
    CLI::App* command =
        app.add_subcommand("spectrum", "Quark propagators, meson and nucleon correlators of configurations");
    command->add_option("files", options->files, "Configurations, ILDG or NERSC, of one ensemble")->required();
    command
        ->add_option("--source", options->sources,
                     "point:x,y,z,t or wall:t, all components; several are averaged on each configuration")
        ->capture_default_str();
    command->add_option("--direction", options->direction, "x, y, z or t: of the correlators")->capture_default_str();
    command->add_option(
        "--channels", options->channels,
        "all: the sixteen mesons of a quark and an antiquark, or some of scalar, pseudoscalar, vector-x .. t, axial-x "
        ".. t, tensor-xy .. zt, pion, rho, axial with commas between; pion,rho,scalar,axial unless given");
    command->add_flag("--nucleon", options->nucleon, "Also the nucleon of both parities; SU(3), wilson");
    command->add_flag("--residual-mass", options->residualMass,
                      "Also the correlator of the midpoint and the residual mass; domain-wall with an even --ls");
    command->add_option("--smear-source", options->smearSource,
                        "ALPHA:STEPS of Wuppertal smearing of the source, as 0.25:30; wilson, twisted-mass");
    command->add_option("--smear-sink", options->smearSink, "ALPHA:STEPS of the same smearing of the propagator's end");
    command->add_option("--smear-links", options->smearLinks,
                        "RHO:STEPS of stout smearing in space of the links that both smearings take, as 0.1:10");
    addDiracOptions(*command, options->dirac);
    addRhsOption(*command, options->dirac);
    addDeflateOption(*command, options->deflate);
    command->add_option("--plot", options->plot,
                        "Draw correlators and effective masses: PREFIX-correlators.png, PREFIX-masses.png, and as SVG");
    command->callback([options, &chosen] { chosen = [options] { return runSpectrum(*options); }; });
}

} // namespace gaugegl::cli
