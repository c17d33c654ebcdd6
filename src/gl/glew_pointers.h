// GLEW, which finds the functions of OpenGL.  glew_pointers.cpp alone includes its header.
#pragma once

#include <mutex>
#include <string_view>

namespace gaugegl::gl {

/// The addresses of OpenGL's functions as glewInit finds them for the context that is current on this thread.  GLEW has
/// them in globals of the process: while one of these lives, other threads wait for theirs.
///
/// As soon as a context has been made that may not use all of OpenGL, the globals of functions above 3.3 are traps:
/// where the context that is current on the calling thread may not use the function they throw DeviceError with its
/// name, else they call what glewInit has found last.  Nobody calls the globals while another thread makes a context;
/// the entry points of contexts have addresses of their own.
class GlewPointers {
public:
    /// Throws DeviceError when glewInit fails, as it does without a current context.
    GlewPointers();
    ~GlewPointers();
    GlewPointers(const GlewPointers&) = delete;
    GlewPointers& operator=(const GlewPointers&) = delete;

    /// Of an entry point of functions.h or drawing_functions.h, or of glGetGraphicsResetStatusARB, by its name with the
    /// prefix gl; null if the driver has not got it or the name is another.
    void* address(std::string_view name) const;

private:
    std::unique_lock<std::mutex> lock_;
};

} // namespace gaugegl::gl
