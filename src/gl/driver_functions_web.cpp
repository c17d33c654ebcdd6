// The functions of WebGL 2 as Emscripten has them, with the names and types of OpenGL ES 3.0.
#include "driver_functions.h"

#include <GLES3/gl3.h>
#include <algorithm>
#include <array>
#include <emscripten/html5_webgl.h>

// Of WebGL 2 and not of OpenGL ES; Emscripten has it without a declaration.
extern "C" void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void* data);

namespace gaugegl::gl {
namespace {

constexpr GLenum unknown = 0x8255; // GL_UNKNOWN_CONTEXT_RESET: a browser does not say whose work it was

/// glGetGraphicsResetStatus of desktops.
GLenum resetStatus()
{
    return emscripten_is_webgl_context_lost(emscripten_webgl_get_current_context()) ? unknown : GLenum(GL_NO_ERROR);
}

#define GAUGEGL_WEB_FUNCTIONS(X)                                                                                       \
    X(ActiveTexture)                                                                                                   \
    X(AttachShader)                                                                                                    \
    X(BindBuffer)                                                                                                      \
    X(BindBufferBase)                                                                                                  \
    X(BindFramebuffer)                                                                                                 \
    X(BindTexture)                                                                                                     \
    X(BindVertexArray)                                                                                                 \
    X(BlendEquation)                                                                                                   \
    X(BlendFuncSeparate)                                                                                               \
    X(BlitFramebuffer)                                                                                                 \
    X(BufferData)                                                                                                      \
    X(BufferSubData)                                                                                                   \
    X(CheckFramebufferStatus)                                                                                          \
    X(Clear)                                                                                                           \
    X(ClearColor)                                                                                                      \
    X(ClientWaitSync)                                                                                                  \
    X(CompileShader)                                                                                                   \
    X(CopyBufferSubData)                                                                                               \
    X(CreateProgram)                                                                                                   \
    X(CreateShader)                                                                                                    \
    X(DeleteBuffers)                                                                                                   \
    X(DeleteFramebuffers)                                                                                              \
    X(DeleteProgram)                                                                                                   \
    X(DeleteShader)                                                                                                    \
    X(DeleteSync)                                                                                                      \
    X(DeleteTextures)                                                                                                  \
    X(DeleteVertexArrays)                                                                                              \
    X(Disable)                                                                                                         \
    X(DrawArrays)                                                                                                      \
    X(DrawBuffers)                                                                                                     \
    X(Enable)                                                                                                          \
    X(EnableVertexAttribArray)                                                                                         \
    X(FenceSync)                                                                                                       \
    X(Finish)                                                                                                          \
    X(Flush)                                                                                                           \
    X(FramebufferTextureLayer)                                                                                         \
    X(GenBuffers)                                                                                                      \
    X(GenFramebuffers)                                                                                                 \
    X(GenTextures)                                                                                                     \
    X(GenVertexArrays)                                                                                                 \
    X(GetActiveUniform)                                                                                                \
    X(GetBufferSubData)                                                                                                \
    X(GetError)                                                                                                        \
    X(GetIntegerv)                                                                                                     \
    X(GetProgramInfoLog)                                                                                               \
    X(GetProgramiv)                                                                                                    \
    X(GetShaderInfoLog)                                                                                                \
    X(GetShaderiv)                                                                                                     \
    X(GetStringi)                                                                                                      \
    X(GetUniformLocation)                                                                                              \
    X(LinkProgram)                                                                                                     \
    X(PixelStorei)                                                                                                     \
    X(ReadPixels)                                                                                                      \
    X(Scissor)                                                                                                         \
    X(ShaderSource)                                                                                                    \
    X(TexImage3D)                                                                                                      \
    X(TexParameteri)                                                                                                   \
    X(TexSubImage3D)                                                                                                   \
    X(Uniform1f)                                                                                                       \
    X(Uniform1fv)                                                                                                      \
    X(Uniform1i)                                                                                                       \
    X(Uniform1iv)                                                                                                      \
    X(Uniform1ui)                                                                                                      \
    X(Uniform2ui)                                                                                                      \
    X(Uniform4fv)                                                                                                      \
    X(Uniform4iv)                                                                                                      \
    X(UseProgram)                                                                                                      \
    X(VertexAttribPointer)                                                                                             \
    X(Viewport)

/// Of calls before.
void forgetErrors()
{
    constexpr int most = 100;
    for (int k = 0; k < most && glGetError() != GL_NO_ERROR; ++k) {
    }
}

/// glGetString, with the names of the driver where the browser tells them (WEBGL_debug_renderer_info).
const GLubyte* driverString(GLenum name)
{
    constexpr GLenum unmaskedVendor = 0x9245, unmaskedRenderer = 0x9246;
    if (name == GL_VENDOR || name == GL_RENDERER)
        if (const GLubyte* text = glGetString(name == GL_VENDOR ? unmaskedVendor : unmaskedRenderer); text && *text) {
            forgetErrors();
            return text;
        }
    forgetErrors(); // of a browser that hides them
    return glGetString(name);
}

} // namespace

DriverFunctions::DriverFunctions() = default;
DriverFunctions::~DriverFunctions() = default;

std::span<const std::string_view> DriverFunctions::absent()
{
    static constexpr std::array<std::string_view, 11> all = {
        "glBeginQuery",  "glClampColor",     "glDeleteQueries", "glDrawElementsBaseVertex",
        "glEndQuery",    "glGenQueries",     "glGetInteger64v", "glGetQueryObjectui64v",
        "glGetTexImage", "glMapBufferRange", "glUnmapBuffer"};
    static_assert(std::is_sorted(all.begin(), all.end()));
    return all;
}

void* DriverFunctions::address(std::string_view name) const
{
#define GAUGEGL_ADDRESS(camel)                                                                                         \
    if (name == "gl" #camel) return reinterpret_cast<void*>(gl##camel);
    GAUGEGL_WEB_FUNCTIONS(GAUGEGL_ADDRESS)
#undef GAUGEGL_ADDRESS
    if (name == "glGetString") return reinterpret_cast<void*>(driverString);
    if (name == "glGetGraphicsResetStatus") return reinterpret_cast<void*>(resetStatus);
    return nullptr;
}

} // namespace gaugegl::gl
