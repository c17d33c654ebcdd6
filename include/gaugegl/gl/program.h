// A linked shader program.
#pragma once

#include "gaugegl/gl/objects.h"
#include "gaugegl/gl/shader_source.h"

#include <map>
#include <string>

namespace gaugegl::gl {

struct ProgramKind {
    static GLuint create(const Functions& gl) { return gl.CreateProgram(); }
    static void destroy(const Functions& gl, GLuint id) { gl.DeleteProgram(id); }
};

class Program {
public:
    /// Compiles and links a compute shader, or a fragment shader together with the vertex shader of a full-screen
    /// triangle.  Throws DeviceError with the driver's log, its lines translated to shader files.
    static Program compute(const Context& context, const ShaderSource& source);
    static Program fragment(const Context& context, const ShaderSource& source, const ShaderSource& vertex);

    void use() const { context_->gl().UseProgram(program_.id()); }
    /// -1 when the compiler removed the uniform: setting it then does nothing, as in OpenGL.
    GLint location(const std::string& uniform) const;

private:
    Program(const Context& context) : context_(&context), program_(context) {}
    void attach(GLenum stage, const ShaderSource& source);
    void link(const ShaderSource& source);

    const Context* context_;
    Object<ProgramKind> program_;
    mutable std::map<std::string, GLint> locations_;
};

} // namespace gaugegl::gl
