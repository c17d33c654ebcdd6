// The measurements of runs, which config/measurements.h lists.
#include "config/sections.h"
#include "measure/measurement.h"

#include <array>

namespace gaugegl::measure {

// Each is in the source of its name.
#define GAUGEGL_MAKER(member, Name, ...) std::unique_ptr<Measurement> make##Name(const RunConfig& run);
GAUGEGL_MEASUREMENTS(GAUGEGL_MAKER)
#undef GAUGEGL_MAKER

std::span<const Kind> kinds()
{
#define GAUGEGL_KIND(member, Name, Section, old, figures, help) Kind{#member, old, figures, make##Name},
    static constexpr std::array all = {GAUGEGL_MEASUREMENTS(GAUGEGL_KIND)};
#undef GAUGEGL_KIND
    return all;
}

std::optional<int> Kind::every(const RunConfig& run) const
{
    const config::Section& section = config::sectionNamed(name);
    return section.has(run) ? std::optional(section.measured(run)) : std::nullopt;
}

} // namespace gaugegl::measure
