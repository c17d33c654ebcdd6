#include <GL/glew.h> // before all that includes another header of OpenGL

#include "context_platforms.h"
#include "driver_functions.h"
#include "gaugegl/base/error.h"
#include "gl/drawing_functions.h"
#include "newer_functions.h"

#include <cstddef>
#include <fmt/format.h>
#include <utility>

namespace gaugegl::gl {
namespace {

/// A function above OpenGL 3.3, and what glewInit has found for it.
struct NewerFunction {
    const char* name;
    int version;
    void* found = nullptr;
};

#define GAUGEGL_INDEX(version, camel) camel##Index,
enum Index : std::size_t { GAUGEGL_GL_NEWER_FUNCTIONS(GAUGEGL_INDEX) };
#undef GAUGEGL_INDEX

#define GAUGEGL_NEWER(version, camel) {"gl" #camel, version},
NewerFunction newer[] = {GAUGEGL_GL_NEWER_FUNCTIONS(GAUGEGL_NEWER)};
#undef GAUGEGL_NEWER

// Whether a context with a mask has been made; from then on the globals are traps.
bool trapping = false;

std::mutex& glewMutex()
{
    static std::mutex mutex;
    return mutex;
}

template<Index index, class Result, class... Arguments>
Result GLAPIENTRY trap(Arguments... arguments)
{
    const NewerFunction& function = newer[index];
    if (permittedVersionHere() < function.version || !function.found)
        throwMissingEntryPoint(function.name, function.version);
    return reinterpret_cast<Result(GLAPIENTRY*)(Arguments...)>(function.found)(arguments...);
}

template<Index index, class Result, class... Arguments>
void setTrap(Result(GLAPIENTRY*& global)(Arguments...))
{
    newer[index].found = reinterpret_cast<void*>(std::exchange(global, trap<index, Result, Arguments...>));
}

void setTraps()
{
    if (!trapping) return;
#define GAUGEGL_TRAP(version, camel) setTrap<camel##Index>(__glew##camel);
    GAUGEGL_GL_NEWER_FUNCTIONS(GAUGEGL_TRAP)
#undef GAUGEGL_TRAP
}

template<Index index, class Pointer>
void removeTrap(Pointer& global)
{
    global = reinterpret_cast<Pointer>(newer[index].found);
}

/// Before glewInit: where that fails and leaves a trap, the trap would find itself.
void removeTraps()
{
    if (!trapping) return;
#define GAUGEGL_REMOVE(version, camel) removeTrap<camel##Index>(__glew##camel);
    GAUGEGL_GL_NEWER_FUNCTIONS(GAUGEGL_REMOVE)
#undef GAUGEGL_REMOVE
}

} // namespace

DriverFunctions::DriverFunctions() : lock_(glewMutex())
{
    removeTraps();
    // Else it goes by the names of extensions, which a driver whose version includes them need not list.
    const GLboolean before = std::exchange(glewExperimental, GLboolean(GL_TRUE));
    const GLenum status = glewInit();
    glewExperimental = before;
    if (permittedVersionHere() < everyVersion) trapping = true;
    // With a context of EGL all is loaded before it misses a display of GLX.
    const bool onEgl = status == GLEW_ERROR_NO_GLX_DISPLAY && hasEglContext();
    if (status == GLEW_OK || onEgl) return;
    setTraps();
    throw DeviceError(
        fmt::format("glewInit fails with {}: {}", status, reinterpret_cast<const char*>(glewGetErrorString(status))));
}

DriverFunctions::~DriverFunctions() { setTraps(); }

std::span<const std::string_view> DriverFunctions::absent() { return {}; }

void* DriverFunctions::address(std::string_view name) const
{
#define GAUGEGL_ADDRESS(version, camel, upper)                                                                         \
    if (name == "gl" #camel) return reinterpret_cast<void*>(gl##camel);
    GAUGEGL_GL_FUNCTIONS(GAUGEGL_ADDRESS)
    GAUGEGL_GL_DRAWING_FUNCTIONS(GAUGEGL_ADDRESS)
#undef GAUGEGL_ADDRESS
    if (name == "glGetGraphicsResetStatusARB") return reinterpret_cast<void*>(glGetGraphicsResetStatusARB);
    return nullptr;
}

} // namespace gaugegl::gl
