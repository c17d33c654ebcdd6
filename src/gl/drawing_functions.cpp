#include "gl/drawing_functions.h"

#include "driver_functions.h"
#include "gaugegl/base/error.h"

#include <algorithm>

namespace gaugegl::gl {

DrawingFunctions::DrawingFunctions(const Context& context)
{
    context.makeCurrent();
    const DriverFunctions driver;
    std::string missing;
    const auto load = [&](auto& entry) {
        entry.load(driver.address(entry.name()));
        const auto absent = DriverFunctions::absent();
        if (!entry.loaded() && !std::binary_search(absent.begin(), absent.end(), entry.name()))
            missing += std::string(" ") + entry.name();
    };
#define GAUGEGL_LOAD(version, camel, upper) load(camel);
    GAUGEGL_GL_DRAWING_FUNCTIONS(GAUGEGL_LOAD)
#undef GAUGEGL_LOAD
    if (!missing.empty()) throw DeviceError("the OpenGL driver lacks functions of OpenGL 3.3:" + missing);
}

} // namespace gaugegl::gl
