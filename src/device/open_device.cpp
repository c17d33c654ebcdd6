#include "gaugegl/device/open_device.h"

#include "device/path_choice.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gl/program_cache.h"

#include <utility>

namespace gaugegl {
namespace {

/// By the work on a device of each path, whose programs go with it.
Path measuredPath(const std::shared_ptr<gl::Context>& context, const DeviceOptions& options, const PathTrial& trial)
{
    const auto seconds = [&](Path path) -> std::optional<double> {
        try {
            Device device(context, {.path = path, .precision = options.precision});
            const std::function<void()> work = trial(device);
            return secondsOf(device, work, steadySeconds);
        } catch (const DeviceError&) { // such as too little memory
            return std::nullopt;
        }
    };
    TuningKey key = tuningKey(context->capabilities());
    key.precision = name(options.precision);
    TuningStore store(*options.tuningFile);
    return fastestPath(store, key, Path::Compute, seconds, options.tuningWatch);
}

} // namespace

std::shared_ptr<gl::Context> openContext(gl::ContextOptions options)
{
    if (!options.programCache) options.programCache = gl::userCache().cache;
    return gl::Context::create(options);
}

Device openDevice(const std::shared_ptr<gl::Context>& context, DeviceOptions options, const PathTrial& trial)
{
    const gl::Capabilities& c = context->capabilities();
    const bool hasChoice = !options.path && options.storage == Storage::Texture && c.compute();
    if (c.software && hasChoice && options.sites >= rasterisedSites) options.path = Path::Fragment;
    if (c.software || !options.tuning) return Device(context, options);
    options.tuningFile = TuningStore::userFile();
    if (hasChoice && trial) {
        const std::shared_ptr<const Communicator> ranks = options.ranks ? options.ranks : singleRank();
        options.path = ofFirstRank(*ranks, measuredPath(context, options, trial));
    }
    return Device(context, options);
}

} // namespace gaugegl
