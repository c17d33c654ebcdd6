#include "gaugegl/gl/drawing_functions.h"

#include "gaugegl/core/error.h"

#include <EGL/egl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace gaugegl::gl {
namespace {

/// By the platform that has made the context.
void* addressOf(const Context& context, const char* name)
{
    const bool egl = context.capabilities().platform.starts_with("EGL");
    return reinterpret_cast<void*>(egl ? eglGetProcAddress(name) : glfwGetProcAddress(name));
}

} // namespace

DrawingFunctions::DrawingFunctions(const Context& context)
{
    context.makeCurrent();
    std::string missing;
    const auto load = [&](auto& entry) {
        entry.load(addressOf(context, entry.name()));
        if (!entry.loaded()) missing += std::string(" ") + entry.name();
    };
#define GAUGEGL_LOAD(version, camel, upper) load(camel);
    GAUGEGL_GL_DRAWING_FUNCTIONS(GAUGEGL_LOAD)
#undef GAUGEGL_LOAD
    if (!missing.empty()) throw DeviceError("the OpenGL driver lacks functions of OpenGL 3.3:" + missing);
}

} // namespace gaugegl::gl
