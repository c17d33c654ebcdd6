// Where the functions of OpenGL are: GLEW finds them (driver_functions_glew.cpp, which alone includes its header); in a browser
// Emscripten has those of WebGL 2 (driver_functions_web.cpp).
#pragma once

#include <mutex>
#include <span>
#include <string_view>

namespace gaugegl::gl {

/// The addresses of OpenGL's functions for the current context of this thread, as glewInit finds them.  GLEW stores them
/// in globals of the process: while an object of this class exists, other threads wait to make theirs.
///
/// Once a context with a restricted version has been made, the globals of functions above 3.3 are traps.  If the
/// current context of the calling thread does not permit the function, they throw DeviceError with its name; otherwise
/// they call the address that glewInit found last.  No code calls the globals while another thread makes a context; the
/// entry points of contexts have their own addresses.
class DriverFunctions {
public:
    /// Throws DeviceError when glewInit fails, as it does without a current context.
    DriverFunctions();
    ~DriverFunctions();
    DriverFunctions(const DriverFunctions&) = delete;
    DriverFunctions& operator=(const DriverFunctions&) = delete;

    /// The address of an entry point of functions.h or drawing_functions.h, or of glGetGraphicsResetStatusARB, by its
    /// name with the prefix gl; null if the driver lacks it, or for any other name.
    void* address(std::string_view name) const;
    /// Functions of OpenGL 3.3 that no driver of this platform has, sorted; calls throw DeviceError.
    static std::span<const std::string_view> absent();

private:
    std::unique_lock<std::mutex> lock_;
};

} // namespace gaugegl::gl
