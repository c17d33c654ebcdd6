#include "propagator_spectrum.h"

#include "propagator_files.h"
#include "ranks.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/fermion/measure/spectrum.h"
#include "measure/spectrum_report.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace gaugegl::cli {
namespace {

/// The source, with all components, of which a text in a file says one, as this program writes it; nothing for no text or that of another
/// program.
std::optional<Source> sourceIn(const std::string& text)
{
    try {
        Source source = Source::parse(text);
        source.oneComponent = false;
        source.spin = source.colour = 0;
        return source;
    } catch (const InputError&) {
        return std::nullopt;
    }
}

/// What is asked of propagators that are there, `strange` those of strange quarks or null; `source` is their source in words, and it is a
/// warning where nobody says it.
SpectrumRequest requestOfFiles(const FileOptions& options, const PropagatorFiles& files, const PropagatorFiles* strange,
                               std::string& source, Warnings& warnings)
{
    constexpr std::array asked = {"source", "direction", "channels",         "nucleon",
                                  "delta",  "momenta",   "separate_momenta", "boundary"};
    for (const std::string& key : keysOf("spectrum"))
        if (std::ranges::find(asked, key) == asked.end() && options.keys.isGiven("spectrum." + key))
            throw InputError(fmt::format("{} says how quarks are solved for, but --propagator reads what is solved",
                                         cli::optionOf(key)));
    if (!options.records.empty())
        throw InputError("--records keeps what is measured on configurations, not propagators");
    const RunConfig run = options.keys.given();
    const FermionSection& section = *run.spectrum;
    if (section.sources.size() > 1)
        throw InputError(fmt::format("a propagator has one --source, here are {}", section.sources.size()));
    source = section.sources.front();
    SpectrumRequest request{.source = Source::parse(source), .direction = section.direction};
    if (!options.keys.isGiven("spectrum.source")) {
        if (const std::optional<Source> said = sourceIn(files.source(0))) {
            request.source = *said;
            source = request.source.name();
        } else {
            warnings.push_back(fmt::format("the source is not in the files: distances are those from {}; --source says "
                                           "another one",
                                           source));
        }
    }
    if (section.channels != "none") request.channels = parseChannels(section.channels);
    request.momenta = MomentumChoice::parse(section.momenta, !section.separateMomenta);
    request.isospinMu = files.isospinMu();
    const io::PropagatorHeader& header = files.header();
    const DiracParameters quark{.type = hasSpin(header.kind) ? DiracType::Wilson : DiracType::Staggered,
                                .boundary = BoundaryPhases::parse(section.boundary)};
    if (section.nucleon) request.nucleon = quark;
    if (section.delta) request.delta = quark;
    if (strange != nullptr) {
        request.strange = quark;
        request.strange->isospinMu = strange->isospinMu();
    }
    validate(request, {header.lattice, header.group, header.kind});
    return request;
}

/// Throws InputError unless each propagator has one of a strange quark, of the same source where the files say what it is.
void requireStrange(const PropagatorFiles& light, const PropagatorFiles& strange)
{
    const io::PropagatorHeader &a = light.header(), &b = strange.header();
    if (a.kind != b.kind || a.group != b.group || a.lattice != b.lattice || light.size() != strange.size())
        throw InputError(
            fmt::format("--strange-propagator has {} propagator{} of a {} of {} on {}, but --propagator {} "
                        "of a {} of {} on {}",
                        strange.size(), strange.size() == 1 ? "" : "s", traits(b.kind).field, name(b.group),
                        b.lattice.name(), light.size(), traits(a.kind).field, name(a.group), a.lattice.name()));
    for (std::size_t k = 0; k < light.size(); ++k) {
        const std::optional<Source> ofLight = sourceIn(light.source(k)), ofStrange = sourceIn(strange.source(k));
        if (ofLight && ofStrange && ofLight->name() != ofStrange->name())
            throw InputError(fmt::format("propagator {} of --strange-propagator has the source '{}', that of "
                                         "--propagator '{}': quarks of a meson have the same source",
                                         k + 1, ofStrange->name(), ofLight->name()));
    }
}

} // namespace

int contractFiles(const FileOptions& options, const std::vector<std::string>& propagators,
                  const std::vector<std::string>& strange)
{
    if (!options.files.empty())
        throw InputError("configurations are solved on, and --propagator reads what is solved: one of both");
    requireOneRank("spectrum --propagator");
    std::vector<std::string> inputs = propagators;
    inputs.insert(inputs.end(), strange.begin(), strange.end());
    checkOutputs(options.common, {{"--plot", options.plot, Output::Kind::Figures}}, inputs);
    const PropagatorFiles files(propagators), strangeFiles(strange);
    if (!strange.empty()) requireStrange(files, strangeFiles);
    const io::PropagatorHeader& header = files.header();
    std::string source;
    Warnings warnings;
    const SpectrumRequest request =
        requestOfFiles(options, files, strange.empty() ? nullptr : &strangeFiles, source, warnings);
    warned(std::move(warnings));
    const InterruptGuard guard;
    Progress progress(progressOnStandardError(
        "columns", std::int64_t(files.size() + strangeFiles.size()) * files.columns(), options.common.quiet));
    std::vector<std::vector<MesonCorrelator>> all;
    std::int64_t columns = 0;
    const auto read = [&](const PropagatorFiles& from) {
        return from.read(all.size(), [&] { progress.update(++columns); });
    };
    while (all.size() < files.size() && !interrupted()) {
        const Propagator light = read(files), second = strange.empty() ? Propagator() : read(strangeFiles);
        all.push_back(contract(light, header.lattice, {header.lattice, header.group, header.kind}, request,
                               strange.empty() ? nullptr : &second));
    }
    if (interrupted()) {
        progress.breakLine();
        printError("gaugegl: interrupted; nothing was written\n");
        return interruptedExit;
    }
    progress.finish();

    const auto report = measure::reportMesons(all);
    const char* const direction = directionNames[std::size_t(request.direction)];
    const std::string title =
        fmt::format("{} {}, {} propagator{} of a {}, {}", name(header.group), header.lattice.name(), all.size(),
                    all.size() == 1 ? "" : "s", traits(header.kind).field, header.format);
    Json json = {{"files", propagators},
                 {"complete", true},
                 {"format", header.format},
                 {"group", name(header.group)},
                 {"lattice", header.lattice.extents()},
                 {"source", source},
                 {"direction", direction},
                 {"configurations", all.size()}};
    if (!request.momenta.momenta.empty()) {
        json["momenta"] = request.momenta.momenta;
        json["separate_momenta"] = !request.momenta.averaged;
    }
    if (!strange.empty()) json["strange_files"] = strange;
    measure::addMesons(json, report);
    if (!options.plot.empty()) // at momentum 0
        json["figures"] = measure::plotMesons({options.plot, title, fmt::format("distance in {} / a", direction), ""},
                                              measure::byMomentum(report).front().mesons);
    reportResult(options.common,
                 fmt::format("{}\nsource {}, direction {}; the normalisation is that of the files\n\n{}", title, source,
                             direction, measure::mesonTables(report)),
                 json);
    return success;
}

} // namespace gaugegl::cli
