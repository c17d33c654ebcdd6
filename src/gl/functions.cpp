#include "gaugegl/gl/functions.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::gl {

void throwMissingEntryPoint(const char* name, int version)
{
    throw DeviceError(fmt::format("{} (OpenGL {}.{}) was called, but this context lacks it or must not use it", name,
                                  version / 10, version % 10));
}

void Functions::load(const Loader& loader, int version, std::span<const std::string_view> absent)
{
    std::string missing;
    const auto loadOne = [&](auto& entry) {
        if (entry.version() > version) return;
        entry.load(loader(entry.name()));
        const bool optional = entry.version() > 33 || std::binary_search(absent.begin(), absent.end(), entry.name());
        if (!entry.loaded() && !optional) missing += std::string(" ") + entry.name();
    };
#define GAUGEGL_LOAD(entryVersion, camel, upper) loadOne(camel);
    GAUGEGL_GL_FUNCTIONS(GAUGEGL_LOAD)
#undef GAUGEGL_LOAD
    if (!missing.empty()) throw DeviceError("the OpenGL driver lacks functions of OpenGL 3.3:" + missing);
}

std::vector<TouchedFunction> Functions::touched() const
{
    std::vector<TouchedFunction> result;
    const auto list = [&](const auto& entry) {
        if (entry.calls() > 0) result.push_back({entry.name(), entry.version(), entry.calls()});
    };
#define GAUGEGL_LIST(version, camel, upper) list(camel);
    GAUGEGL_GL_FUNCTIONS(GAUGEGL_LIST)
#undef GAUGEGL_LIST
    return result;
}

} // namespace gaugegl::gl
