// GLEW, which finds the functions of OpenGL.  glew_pointers.cpp alone includes its header.
#pragma once

#include <mutex>
#include <string_view>

namespace gaugegl::gl {

/// The addresses of OpenGL's functions as glewInit finds them for the current context of this thread.  GLEW stores them
/// in globals of the process: while an object of this class exists, other threads wait to make theirs.
///
/// Once a context with a restricted version has been made, the globals of functions above 3.3 are traps.  If the
/// current context of the calling thread does not permit the function, they throw DeviceError with its name; otherwise
/// they call the address that glewInit found last.  No code calls the globals while another thread makes a context; the
/// entry points of contexts have their own addresses.
class GlewPointers {
public:
    /// Throws DeviceError when glewInit fails, as it does without a current context.
    GlewPointers();
    ~GlewPointers();
    GlewPointers(const GlewPointers&) = delete;
    GlewPointers& operator=(const GlewPointers&) = delete;

    /// The address of an entry point of functions.h or drawing_functions.h, or of glGetGraphicsResetStatusARB, by its
    /// name with the prefix gl; null if the driver lacks it, or for any other name.
    void* address(std::string_view name) const;

private:
    std::unique_lock<std::mutex> lock_;
};

} // namespace gaugegl::gl
