// Where there is no EGL: contexts are those of GLFW's hidden windows (context_window.cpp), on the device that the system chooses.
#include "context_platforms.h"
#include "gaugegl/base/error.h"

#include <fmt/format.h>

namespace gaugegl::gl {

std::unique_ptr<Context> createEglContext(const ContextOptions& options, std::string&)
{
    if (options.device >= 0)
        throw InputError(
            fmt::format("device {} cannot be chosen: this system gives a context on the device of its display alone; "
                        "which card that is, its settings say",
                        options.device));
    return nullptr;
}

void releaseEglContext() {}

bool hasEglContext() { return false; }

std::vector<DeviceDescription> listDevices() { return {}; }

} // namespace gaugegl::gl
