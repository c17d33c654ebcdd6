#include "gaugegl/config/device.h"

#include "config/sections.h"

#include <fmt/format.h>

namespace gaugegl {

void DeviceSection::check(const RunConfig& run)
{
    if (run.device.storage == Storage::Buffer && run.device.path == PathChoice::Fragment)
        config::reject("device", "storage", "buffer", "'texture' on the fragment path");
    if (run.device.path == PathChoice::Cpu) requireOnCpu(run);
}

void DeviceSection::requireOnCpu(const RunConfig& run)
{
    constexpr const char* onCpu = "on the CPU (path = 'cpu' in [device], or no driver of OpenGL)";
    const auto require = [&](bool good, const char* section, const char* key, const std::string& value,
                             const std::string& expectation) {
        if (!good) config::reject(section, key, value, fmt::format("{} {}", expectation, onCpu));
    };
    require(run.device.storage == Storage::Texture, "device", "storage", "buffer", "'texture'");
    require(colours(run.lattice.group) <= 3, "lattice", "group", name(run.lattice.group), "SU2 or SU3");
    require(run.update.generator.type == GeneratorType::Philox, "update", "generator",
            choiceName(run.update.generator.type), "philox");
    require(!run.hmc || run.hmc->parameters.path != HmcPath::Device, "hmc", "path", "device", "'cpu' or 'auto'");
    require(!run.loops || !run.loops->multihit, "loops", "multihit", "true", "false");
    if (run.fixing) {
        const Gauge gauge = run.fixing->fixing.gauge;
        require(gauge == Gauge::Landau || gauge == Gauge::Coulomb, "fixing", "gauge", choiceName(gauge),
                "landau or coulomb");
    }
}

} // namespace gaugegl
