#include "gaugegl/gl/program.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::gl {
namespace {

struct Shader {
    Shader(const Functions& functions, GLenum stage) : gl(functions), id(functions.CreateShader(stage)) {}
    ~Shader() { gl.DeleteShader(id); }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    const Functions& gl;
    GLuint id;
};

} // namespace

std::string programKey(const Capabilities& driver, const std::vector<ShaderStage>& stages)
{
    std::string key;
    for (const std::string* text : {&driver.vendor, &driver.renderer, &driver.version, &driver.shadingLanguage})
        key += *text + '\n';
    for (const auto& [stage, source] : stages)
        key += fmt::format("stage {:#x}, {} bytes\n{}", stage, source->text().size(), source->text());
    return key;
}

Program Program::compute(const Context& context, const ShaderSource& source)
{
    return build(context, {{GL_COMPUTE_SHADER, &source}});
}

Program Program::fragment(const Context& context, const ShaderSource& source, const ShaderSource& vertex)
{
    return build(context, {{GL_VERTEX_SHADER, &vertex}, {GL_FRAGMENT_SHADER, &source}});
}

Program Program::build(const Context& context, const std::vector<ShaderStage>& stages)
{
    const BlockingCall compiling;
    ProgramCache* cache = context.programCache();
    const std::string key = cache ? programKey(context.capabilities(), stages) : "";
    if (const auto kept = cache ? cache->find(key) : std::nullopt) {
        Program program(context);
        if (program.load(*kept)) {
            program.listUniforms(stages);
            return program;
        }
    }
    Program program(context);
    for (const ShaderStage& stage : stages)
        program.attach(stage);
    if (cache) context.gl().ProgramParameteri(program.program_.id(), GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
    program.link(*stages.back().source);
    program.listUniforms(stages);
    if (!cache) return program;
    if (const ProgramBinary binary = program.binary(); !binary.bytes.empty()) cache->store(key, binary);
    return program;
}

/// False when the driver does not take the binary, as after an update of itself.
bool Program::load(const ProgramBinary& binary)
{
    const Functions& gl = context_->gl();
    std::vector<GLint> formats(static_cast<std::size_t>(context_->capabilities().programBinaryFormats));
    gl.GetIntegerv(GL_PROGRAM_BINARY_FORMATS, formats.data());
    if (std::find(formats.begin(), formats.end(), GLint(binary.format)) == formats.end()) return false;
    gl.ProgramBinary(program_.id(), binary.format, binary.bytes.data(), GLsizei(binary.bytes.size()));
    GLint linked = 0;
    gl.GetProgramiv(program_.id(), GL_LINK_STATUS, &linked);
    return linked != 0;
}

/// Empty when the driver has none for this program.
ProgramBinary Program::binary() const
{
    const Functions& gl = context_->gl();
    GLint length = 0;
    gl.GetProgramiv(program_.id(), GL_PROGRAM_BINARY_LENGTH, &length);
    if (length <= 0) return {};
    ProgramBinary binary;
    binary.bytes.resize(static_cast<std::size_t>(length));
    GLenum format = 0;
    gl.GetProgramBinary(program_.id(), length, &length, &format, binary.bytes.data());
    binary.format = format;
    binary.bytes.resize(static_cast<std::size_t>(length));
    return binary;
}

void Program::attach(const ShaderStage& stage)
{
    const Functions& gl = context_->gl();
    const ShaderSource& source = *stage.source;
    const Shader shader(gl, stage.stage);
    const std::string final = context_->capabilities().embedded ? source.embeddedText() : source.text();
    const char* text = final.c_str();
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

void Program::listUniforms(const std::vector<ShaderStage>& stages)
{
    for (const ShaderStage& stage : stages)
        declared_.merge(stage.source->uniforms());
    const Functions& gl = context_->gl();
    GLint count = 0, longest = 0;
    gl.GetProgramiv(program_.id(), GL_ACTIVE_UNIFORMS, &count);
    gl.GetProgramiv(program_.id(), GL_ACTIVE_UNIFORM_MAX_LENGTH, &longest);
    std::string name(std::size_t(longest) + 1, '\0');
    for (GLint i = 0; i < count; ++i) {
        GLsizei length = 0;
        ActiveUniform uniform{};
        gl.GetActiveUniform(program_.id(), GLuint(i), GLsizei(name.size()), &length, &uniform.size, &uniform.type,
                            name.data());
        uniform.name = name.substr(0, std::min(std::size_t(length), name.find('[')));
        uniforms_.push_back(std::move(uniform));
    }
}

GLint Program::location(const std::string& uniform) const
{
    const auto [entry, fresh] = locations_.try_emplace(uniform, -1);
    if (fresh) entry->second = context_->gl().GetUniformLocation(program_.id(), uniform.c_str());
    return entry->second;
}

} // namespace gaugegl::gl
