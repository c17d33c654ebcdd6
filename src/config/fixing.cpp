#include "gaugegl/config/fixing.h"

#include "config/sections.h"

namespace gaugegl {

void FixingSection::check(const RunConfig& run)
{
    const FixingSection& section = *run.fixing;
    const GaugeFixing& fixing = section.fixing;
    config::checkKey("fixing", "method", [&] { requireValid(fixing, run.lattice.group); });
    const auto require = [](bool used, bool allowed, const char* key, const char* needs) {
        if (used && !allowed) throw RunConfigError("fixing", key, fmt::format("{} needs {} (in [fixing])", key, needs));
    };
    require(fixing.generator.luxury != GeneratorChoice().luxury, fixing.generator.type == GeneratorType::Ranlux,
            "luxury", "generator = 'ranlux'");
    require(section.propagator, fixing.gauge == Gauge::Landau, "propagator", "gauge = 'landau'");
    require(section.cylinder.has_value(), section.propagator, "cylinder", "propagator = true");
    require(section.cone.has_value(), section.propagator, "cone", "propagator = true");
    require(section.abelian, fixing.gauge == Gauge::MaximallyAbelian, "abelian", "gauge = 'mag'");
    require(section.vortices, fixing.gauge == Gauge::Centre, "vortices", "gauge = 'centre'");
}

} // namespace gaugegl
