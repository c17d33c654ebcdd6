#include "gl/drawing_functions.h"

#include "gaugegl/base/error.h"
#include "glew_pointers.h"

namespace gaugegl::gl {

DrawingFunctions::DrawingFunctions(const Context& context)
{
    context.makeCurrent();
    const GlewPointers glew;
    std::string missing;
    const auto load = [&](auto& entry) {
        entry.load(glew.address(entry.name()));
        if (!entry.loaded()) missing += std::string(" ") + entry.name();
    };
#define GAUGEGL_LOAD(version, camel, upper) load(camel);
    GAUGEGL_GL_DRAWING_FUNCTIONS(GAUGEGL_LOAD)
#undef GAUGEGL_LOAD
    if (!missing.empty()) throw DeviceError("the OpenGL driver lacks functions of OpenGL 3.3:" + missing);
}

} // namespace gaugegl::gl
