#include "gaugegl/gl/program.h"

#include "gaugegl/core/error.h"

namespace gaugegl::gl {
namespace {

struct ShaderStage {
    ShaderStage(const Functions& functions, GLenum stage) : gl(functions), id(functions.CreateShader(stage)) {}
    ~ShaderStage() { gl.DeleteShader(id); }
    ShaderStage(const ShaderStage&) = delete;
    ShaderStage& operator=(const ShaderStage&) = delete;
    const Functions& gl;
    GLuint id;
};

} // namespace

Program Program::compute(const Context& context, const ShaderSource& source)
{
    Program program(context);
    program.attach(GL_COMPUTE_SHADER, source);
    program.link(source);
    return program;
}

Program Program::fragment(const Context& context, const ShaderSource& source, const ShaderSource& vertex)
{
    Program program(context);
    program.attach(GL_VERTEX_SHADER, vertex);
    program.attach(GL_FRAGMENT_SHADER, source);
    program.link(source);
    return program;
}

void Program::attach(GLenum stage, const ShaderSource& source)
{
    const Functions& gl = context_->gl();
    const ShaderStage shader(gl, stage);
    const char* text = source.text().c_str();
    gl.ShaderSource(shader.id, 1, &text, nullptr);
    gl.CompileShader(shader.id);
    GLint compiled = 0, length = 0;
    gl.GetShaderiv(shader.id, GL_COMPILE_STATUS, &compiled);
    if (!compiled) {
        gl.GetShaderiv(shader.id, GL_INFO_LOG_LENGTH, &length);
        std::string log(static_cast<std::size_t>(length) + 1, '\0');
        gl.GetShaderInfoLog(shader.id, length, &length, log.data());
        log.resize(static_cast<std::size_t>(length));
        throw DeviceError("the driver does not compile a shader:\n" + source.locate(log));
    }
    gl.AttachShader(program_.id(), shader.id); // a deleted shader lives on until its program goes
}

void Program::link(const ShaderSource& source)
{
    const Functions& gl = context_->gl();
    gl.LinkProgram(program_.id());
    GLint linked = 0, length = 0;
    gl.GetProgramiv(program_.id(), GL_LINK_STATUS, &linked);
    if (linked) return;
    gl.GetProgramiv(program_.id(), GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length) + 1, '\0');
    gl.GetProgramInfoLog(program_.id(), length, &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    throw DeviceError("the driver does not link a program:\n" + source.locate(log));
}

GLint Program::location(const std::string& uniform) const
{
    const auto [entry, fresh] = locations_.try_emplace(uniform, -1);
    if (fresh) entry->second = context_->gl().GetUniformLocation(program_.id(), uniform.c_str());
    return entry->second;
}

} // namespace gaugegl::gl
