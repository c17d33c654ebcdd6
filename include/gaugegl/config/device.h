// [device] of run files: where the run is computed.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/core/group.h"

#include <array>
#include <optional>

namespace gaugegl {

struct RunConfig;

/// What computes links.
enum class PathChoice {
    Auto,     ///< the faster shaders of those that the driver has; without a driver the CPU
    Fragment, ///< fragment shaders
    Compute,  ///< compute shaders
    Cpu       ///< the CPU, without a driver of OpenGL
};
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto
    choiceTexts<PathChoice> = std::to_array<NamedChoice<PathChoice>>({{PathChoice::Auto, "auto"},
                                                                      {PathChoice::Fragment, "fragment"},
                                                                      {PathChoice::Compute, "compute"},
                                                                      {PathChoice::Cpu, "cpu"}});

/// The shaders that are asked for, if any.
constexpr std::optional<Path> shadersOf(PathChoice choice)
{
    if (choice == PathChoice::Fragment) return Path::Fragment;
    return choice == PathChoice::Compute ? std::optional(Path::Compute) : std::nullopt;
}

/// [device].
struct DeviceSection {
    PathChoice path = PathChoice::Auto;      ///< what computes links
    Storage storage = Storage::Texture;      ///< buffer: compute path only
    Precision precision = Precision::Single; ///< of the links on the device
    std::optional<int> device;               ///< index of the EGL device; not given: the default one
    bool tuning = true;                      ///< false: the default variants of kernels, none is timed

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        DeviceSection& s = run.device;
        key("path", s.path,
            {.help =
                 "What computes links: shaders or the CPU; auto: the faster ones of the shaders that the driver has, "
                 "without a driver the CPU"});
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

private:
    static void requireOnCpu(const RunConfig& run);
};

} // namespace gaugegl
