// [device] of run files: where the run is computed.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/core/group.h"

#include <array>
#include <optional>

namespace gaugegl {

struct RunConfig;

/// The kind of shaders; "auto" is no value.
using PathChoice = std::optional<Path>;
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<PathChoice> = std::to_array<NamedChoice<PathChoice>>({{std::nullopt, "auto"},
                                                                                        {Path::Fragment, "fragment"},
                                                                                        {Path::Compute, "compute"}});

/// [device].
struct DeviceSection {
    PathChoice path;                         ///< kind of shaders; not given: the best that the driver has
    Storage storage = Storage::Texture;      ///< buffer: compute path only
    Precision precision = Precision::Single; ///< of the links on the device
    std::optional<int> device;               ///< index of the EGL device; not given: the default one
    bool tuning = true;                      ///< false: the default variants of kernels, none is timed

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        DeviceSection& s = run.device;
        key("path", s.path, {.help = "Kind of shaders; auto: the faster one of those that the driver has"});
        key("precision", s.precision, {.help = "Precision of the links; beside [hmc] that of [hmc]"});
        key("storage", s.storage, {.help = "Where fields lie; buffer on the compute path alone"});
        key("device", s.device,
            {.help = "EGL device, of those that `gaugegl info` lists; the default one if it is not given",
             .range = KeyRange::atLeast(0)});
        key("tuning", s.tuning,
            {.help = "Whether the fastest variants of kernels are found by timing", .written = !s.tuning});
    }
    /// Throws RunConfigError for what is out of range.
    static void check(const RunConfig& run);
};

} // namespace gaugegl
