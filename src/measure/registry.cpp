// The measurements of runs, which config/measurements.h lists.
#include "measure/measurement.h"

#include <array>

namespace gaugegl::measure {

// Each is in the source of its name.
#define GAUGEGL_MAKER(member, Name, ...) std::unique_ptr<Measurement> make##Name(const RunConfig& run);
GAUGEGL_MEASUREMENTS(GAUGEGL_MAKER)
#undef GAUGEGL_MAKER

namespace {

template<auto section>
constexpr Kind kind(const char* name, const char* oldName, std::unique_ptr<Measurement> (*make)(const RunConfig& run))
{
    return {name, oldName,
            [](const RunConfig& run) { return run.*section ? std::optional((run.*section)->every) : std::nullopt; },
            make};
}

#define GAUGEGL_KIND(member, Name, Section, old, help) kind<&RunConfig::member>(#member, old, make##Name),
constexpr std::array all = {GAUGEGL_MEASUREMENTS(GAUGEGL_KIND)};
#undef GAUGEGL_KIND

} // namespace

std::span<const Kind> kinds() { return all; }

} // namespace gaugegl::measure
