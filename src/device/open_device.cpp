#include "gaugegl/device/open_device.h"

#include <filesystem>
#include <utility>

namespace gaugegl {

std::shared_ptr<gl::Context> openContext(gl::ContextOptions options)
{
    if (!options.programCache) options.programCache = gl::userCache().cache;
    return gl::Context::create(options);
}

Device openDevice(const std::shared_ptr<gl::Context>& context, DeviceOptions options)
{
    if (!context->capabilities().software) {
        const gl::CacheChoice choice = gl::userCache();
        options.tuningFile = choice.cache ? (std::filesystem::path(choice.cache->folder()) / "tuning").string() : "";
    }
    return Device(context, options);
}

} // namespace gaugegl
