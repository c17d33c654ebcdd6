#include "gaugegl/gl/program.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gl/program_cache.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::gl {
namespace {

constexpr GLenum completionStatus = 0x91B1; // GL_COMPLETION_STATUS_KHR

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
    Program program(context);
    for (const ShaderStage& stage : stages)
        program.declared_.merge(stage.source->uniforms());
    if (const auto kept = cache ? cache->find(key) : std::nullopt) {
        if (program.load(*kept)) {
            program.listUniforms();
            return program;
        }
        program.program_ = Object<ProgramKind>(context);
    }
    if (cache) context.gl().ProgramParameteri(program.program_.id(), GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
    program.begin(stages);
    const Capabilities& driver = context.capabilities();
    if (driver.embedded && driver.has("GL_KHR_parallel_shader_compile")) return program;
    program.finish();
    if (!cache) return program;
    if (const ProgramBinary binary = program.binary(); !binary.bytes.empty()) cache->store(key, binary);
    return program;
}

bool Program::ready() const
{
    if (begun_.empty()) return true;
    GLint complete = 0;
    context_->gl().GetProgramiv(program_.id(), completionStatus, &complete);
    return complete != 0;
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

void Program::begin(const std::vector<ShaderStage>& stages)
{
    const Functions& gl = context_->gl();
    for (const ShaderStage& stage : stages) {
        const GLuint shader = gl.CreateShader(stage.stage);
        begun_.push_back({shader, *stage.source});
        const std::string final =
            context_->capabilities().embedded ? stage.source->embeddedText() : stage.source->text();
        const char* text = final.c_str();
        gl.ShaderSource(shader, 1, &text, nullptr);
        gl.CompileShader(shader);
        gl.AttachShader(program_.id(), shader);
    }
    gl.LinkProgram(program_.id());
}

void Program::finish() const
{
    if (begun_.empty()) return;
    const BlockingCall compiling;
    const Functions& gl = context_->gl();
    const std::vector<BegunStage> stages = std::move(begun_);
    begun_.clear();
    std::string error;
    for (const BegunStage& stage : stages) {
        GLint compiled = 0, length = 0;
        gl.GetShaderiv(stage.shader, GL_COMPILE_STATUS, &compiled);
        if (!compiled && error.empty()) {
            gl.GetShaderiv(stage.shader, GL_INFO_LOG_LENGTH, &length);
            std::string log(static_cast<std::size_t>(length) + 1, '\0');
            gl.GetShaderInfoLog(stage.shader, length, &length, log.data());
            log.resize(static_cast<std::size_t>(length));
            error = "the driver does not compile a shader:\n" + stage.source.locate(log);
        }
        gl.DeleteShader(stage.shader); // it lives on until the program goes
    }
    GLint linked = 0, length = 0;
    gl.GetProgramiv(program_.id(), GL_LINK_STATUS, &linked);
    if (!linked && error.empty()) {
        gl.GetProgramiv(program_.id(), GL_INFO_LOG_LENGTH, &length);
        std::string log(static_cast<std::size_t>(length) + 1, '\0');
        gl.GetProgramInfoLog(program_.id(), length, &length, log.data());
        log.resize(static_cast<std::size_t>(length));
        error = "the driver does not link a program:\n" + stages.back().source.locate(log);
    }
    if (!error.empty()) {
        context_->throwOnReset(); // a lost context compiles nothing
        throw DeviceError(error);
    }
    listUniforms();
}

void Program::listUniforms() const
{
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
    finish();
    const auto [entry, fresh] = locations_.try_emplace(uniform, -1);
    if (fresh) entry->second = context_->gl().GetUniformLocation(program_.id(), uniform.c_str());
    return entry->second;
}

} // namespace gaugegl::gl
