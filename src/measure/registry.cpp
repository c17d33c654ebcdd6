// The measurements of runs.  To add one: a section in config, a source here, and its two lines below.
#include "measure/measurement.h"

#include <array>

namespace gaugegl::measure {

// Each is in the source of its name.
std::unique_ptr<Measurement> makeSpectrum(const RunConfig& run);
std::unique_ptr<Measurement> makeCondensate(const RunConfig& run);
std::unique_ptr<Measurement> makeLoops(const RunConfig& run);
std::unique_ptr<Measurement> makeFlow(const RunConfig& run);

namespace {

template<auto section>
constexpr Kind kind(const char* name, const char* oldName, std::unique_ptr<Measurement> (*make)(const RunConfig& run))
{
    return {name, oldName,
            [](const RunConfig& run) { return run.*section ? std::optional((run.*section)->every) : std::nullopt; },
            make};
}

constexpr std::array all = {
    kind<&RunConfig::spectrum>("spectrum", "mesons", makeSpectrum),
    kind<&RunConfig::condensate>("condensate", "condensate", makeCondensate),
    kind<&RunConfig::loops>("loops", "loops", makeLoops),
    kind<&RunConfig::flow>("flow", "flow", makeFlow),
};

} // namespace

std::span<const Kind> kinds() { return all; }

} // namespace gaugegl::measure
