#include "run/inverter_of_run.h"

#include "gaugegl/core/source.h"
#include "gaugegl/fermion/solve/inversion.h"
#include "measure/quarks.h"
#include "report/table.h"

#include <fmt/format.h>

namespace gaugegl {

report::Json inverterResults(const Ensemble& ensemble, ProgressOptions options)
{
    report::Json results = report::Json::array();
    if (!ensemble.config().inverter) return results;
    const FermionSection& section = *ensemble.config().inverter;
    const measure::HostLinks links =
        measure::hostLinks(ensemble.chain().forMeasurements(), ensemble.config().device.tuning);
    std::vector<std::pair<std::string, SolverPrecision>> ways = {{"cpu", SolverPrecision::Double},
                                                                 {"cpu", SolverPrecision::Mixed}};
    const Device* const device = ensemble.backend().device();
    const bool compute = device && device->context().capabilities().compute();
    for (const char* path : {"fragment", "compute"})
        if (device &&
            (section.path == path || (section.path == "auto" && (compute || path == std::string("fragment")))))
            ways.emplace_back(path, SolverPrecision::Mixed);
    options.label = "solves";
    options.total = std::int64_t(ways.size() * section.values.size());
    Progress progress(std::move(options));
    for (const double value : section.values)
        for (const auto& [path, precision] : ways) {
            const DiracParameters dirac = section.dirac(value);
            InverterBackend place = measure::backendOf(links, path, section.precision);
            const auto inverter = place.inverter(links.links, dirac, links.shared);
            SolverChoice choice = section.choice();
            choice.precision = precision;
            const Inversion x = inverter->solve(sourceVector(Source::parse(section.sources.front()),
                                                             links.shared.lattice(), dirac.kind(), links.links.group),
                                                choice);
            report::Json one = {
                {measure::keyOf(section), value},
                {"place", inverter->place()},
                {"path", path},
                {"precision", choiceName<SolverPrecision>(precision)},
                {"status", name(x.status)},
                {"iterations", x.iterations},
                {"restarts", x.restarts},
                {"relative_residual", report::toJson(x.relativeResidual)},
                {"seconds", x.seconds},
                {"gflops", x.seconds > 0 ? report::toJson(1e-9 * x.flops / x.seconds) : report::Json(nullptr)}};
            if (const report::Json tuning = measure::tuningOf(place); !tuning.is_null()) one["tuning"] = tuning;
            results.push_back(std::move(one));
            progress.update(std::int64_t(results.size()));
            if (x.status == SolverStatus::Interrupted) return results;
        }
    progress.finish();
    return results;
}

std::string inverterTable(const report::Json& results)
{
    if (results.empty()) return {};
    const std::string key = results[0].contains("mass") ? "mass" : "kappa";
    report::Table table({key, "path", "precision", "iterations", "restarts", "|b - M x| / |b|", "seconds", "status"});
    for (const report::Json& one : results)
        table.add({fmt::format("{}", one[key].get<double>()), one["path"], one["precision"],
                   std::to_string(one["iterations"].get<int>()), std::to_string(one["restarts"].get<int>()),
                   fmt::format("{:.2e}", one["relative_residual"].get<double>()),
                   fmt::format("{:.3f}", one["seconds"].get<double>()), one["status"]});
    return "the inverter on the last configuration\n\n" + table.text();
}

} // namespace gaugegl
