#include "measure/quarks.h"

#include "device/compilation_notes.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fields/transfer.h"
#include "host/link_field.h"
#include "report/tuning_report.h"

#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

/// A progress line, or none.
ProgressOptions lineOf(const SolveLog& log, const char* label)
{
    return log.further ? log.further(label) : ProgressOptions{.quiet = true};
}

} // namespace

const char* keyOf(const FermionSection& section) { return traits(section.type).first().key; }

std::vector<SectionQuark> quarksOf(const FermionSection& section)
{
    std::vector<SectionQuark> quarks;
    quarks.reserve(section.values.size() + 1);
    for (const double value : section.values)
        quarks.push_back({fmt::format("{}{}", keyOf(section), value), section.dirac(value)});
    if (const auto strange = section.strangeQuark())
        quarks.push_back({fmt::format("{}{}", section.strangeKey(), *section.strange), *strange});
    return quarks;
}

void addNumbers(Json& json, const DiracParameters& dirac)
{
    for (const DiracNumber* number : numbersOf(dirac)) {
        const double value = dirac.*number->value;
        json[number->resultKey ? number->resultKey : number->key] =
            number->integer ? Json(std::int64_t(value)) : Json(value);
    }
}

HostLinks hostLinks(const AnyLinks& links, bool tuning)
{
    if (const auto* field = std::get_if<const GaugeField*>(&links)) {
        const GaugeField& u = **field;
        return {download(u), u.device().sharedBy(u.lattice()), u.device().context().device(), tuning};
    }
    const host::LinkField& u = *std::get<1>(links);
    return {{u.layout()->lattice(), u.group(), u.links()}, u.layout()->shared(), -1, tuning};
}

InverterBackend backendOf(const HostLinks& links, const std::string& path, SolverPrecision precision)
{
    return {path, precision, {.device = links.device}, {.tuning = links.tuning, .ranks = links.shared.communicator()}};
}

Json tuningOf(InverterBackend& backend)
{
    return backend.device() ? report::toJson(backend.device()->tuner().choices()) : Json(nullptr);
}

std::optional<Record> HostMeasurement::measure(const Configuration& configuration)
{
    const HostLinks links = hostLinks(configuration.links, tuning_);
    InverterBackend backend = backendOf(links, path_, precision_);
    SolveLog log;
    return measure({.links = links.links,
                    .shared = links.shared,
                    .backend = backend,
                    .sweep = configuration.sweep,
                    .stream = configuration.stream,
                    .key = configuration.key,
                    .log = &log});
}

std::optional<Record> HostMeasurement::measure(const HostConfiguration& configuration)
{
    std::optional<Record> record = measureHost(configuration);
    if (!record) return std::nullopt;
    if (Json tuning = tuningOf(configuration.backend); !tuning.is_null()) record->facts["tuning"] = std::move(tuning);
    return record;
}

bool setUp(Inverter& inverter, const SolverChoice& choice, SolveLog& log)
{
    std::optional<Progress> progress; // once there is something to say
    const bool done = inverter.setUp(choice, [&](const ModeProgress& seen) {
        if (!progress) progress.emplace(lineOf(log, "applications for the modes of the kernel"));
        progress->update(seen.applications, describe(seen));
    });
    if (progress && done) progress->finish();
    return done;
}

std::shared_ptr<const LowModes> findModes(int count, const DiracParameters& dirac, SolverPrecision precision,
                                          const HostConfiguration& on)
{
    ModeChoice choice{.count = count, .precision = precision, .wholeLevels = false};
    if (precision == SolverPrecision::Mixed16) choice.precision = SolverPrecision::Mixed;
    const SpectralParameters matrix{parseChoice<SpectralType>(choiceName<DiracType>(dirac.type)), dirac};
    const auto finder = on.backend.modeFinder(on.links, matrix, on.shared);
    Progress progress(lineOf(*on.log, "applications for low modes"));
    std::optional<CompilationNotes> notes;
    if (on.backend.device()) notes.emplace(*on.backend.device(), progress, std::nullopt);
    auto modes = std::make_shared<LowModes>(
        finder->find(choice, [&](const ModeProgress& seen) { progress.update(seen.applications, describe(seen)); }));
    if (modes->status == SolverStatus::Interrupted) return nullptr;
    progress.finish();
    if (modes->status != SolverStatus::Converged)
        throw UnsolvedError(fmt::format("{} low modes that deflate solves: {}", count, whyNone(*modes, choice)));
    return modes;
}

} // namespace gaugegl::measure
