// A linked shader program.
#pragma once

#include "gaugegl/gl/objects.h"
#include "gaugegl/gl/shader_source.h"

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace gaugegl::gl {

struct ProgramBinary;

/// How OpenGL makes programs.
struct ProgramKind {
    /// Creates a program.
    static GLuint create(const Functions& gl) { return gl.CreateProgram(); }
    /// Deletes it.
    static void destroy(const Functions& gl, GLuint id) { gl.DeleteProgram(id); }
};

/// A shader stage of a program and its source.
struct ShaderStage {
    GLenum stage;               ///< GL_COMPUTE_SHADER, ...
    const ShaderSource* source; ///< outlives the stage
};

/// The key of a program in the cache: the driver and the final sources.
std::string programKey(const Capabilities& driver, const std::vector<ShaderStage>& stages);

/// A uniform that a linked program uses.
struct ActiveUniform {
    std::string name; ///< of an array without its index
    GLenum type;      ///< GL_FLOAT, GL_SAMPLER_2D_ARRAY, ..
    GLint size;       ///< elements that are used, counted from the first: 1 where it is no array
};

/// A linked program.
class Program {
public:
    /// Compiles and links a compute shader, or loads the program from the context's cache.  Throws DeviceError with the
    /// driver's log, in which lines are translated to those of the shader files.
    static Program compute(const Context& context, const ShaderSource& source);
    /// compute() for a fragment shader and the vertex shader of a full-screen triangle.
    static Program fragment(const Context& context, const ShaderSource& source, const ShaderSource& vertex);

    /// Whether it can be used without waiting for the driver: in OpenGL ES with KHR_parallel_shader_compile programs are only
    /// begun when they are made, and their errors are thrown at first use; elsewhere always.
    bool ready() const;
    /// Makes it the current program.
    void use() const
    {
        finish();
        context_->gl().UseProgram(program_.id());
    }
    /// The location of a uniform; -1 if the compiler removed it: setting it then has no effect, as in OpenGL.
    GLint location(const std::string& uniform) const;
    /// All active uniforms of the program.
    const std::vector<ActiveUniform>& uniforms() const
    {
        finish();
        return uniforms_;
    }
    /// Whether its sources declare a uniform of that name.
    bool declares(const std::string& uniform) const { return declared_.contains(uniform); }

private:
    Program(const Context& context) : context_(&context), program_(context) {}
    static Program build(const Context& context, const std::vector<ShaderStage>& stages);
    /// A stage that the driver may still be compiling.
    struct BegunStage {
        GLuint shader;
        ShaderSource source;
    };
    void begin(const std::vector<ShaderStage>& stages);
    void finish() const;
    bool load(const ProgramBinary& binary);
    ProgramBinary binary() const;
    void listUniforms() const;

    const Context* context_;
    Object<ProgramKind> program_;
    mutable std::unordered_map<std::string, GLint> locations_;
    mutable std::vector<BegunStage> begun_; ///< until it is finished
    mutable std::vector<ActiveUniform> uniforms_;
    std::set<std::string> declared_;
};

} // namespace gaugegl::gl
