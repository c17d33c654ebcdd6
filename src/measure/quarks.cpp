#include "measure/quarks.h"

#include "gaugegl/fields/transfer.h"
#include "report/tuning_report.h"

namespace gaugegl::measure {

const char* keyOf(const FermionSection& section) { return traits(section.type).first().key; }

HostLinks hostLinks(const GaugeField& u, bool tuning)
{
    return {download(u), u.device().sharedBy(u.lattice()), u.device().context().device(), tuning};
}

InverterBackend backendOf(const HostLinks& links, const std::string& path, SolverPrecision precision)
{
    return {path, precision, {.device = links.device}, {.tuning = links.tuning, .ranks = links.shared.communicator()}};
}

Json tuningOf(InverterBackend& backend)
{
    return backend.device() ? report::toJson(backend.device()->tuner().choices()) : Json(nullptr);
}

void addTuning(Record& record, InverterBackend& backend)
{
    if (Json tuning = tuningOf(backend); !tuning.is_null()) record.facts["tuning"] = std::move(tuning);
}

} // namespace gaugegl::measure
