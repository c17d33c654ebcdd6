// The entry points that gaugegl uses, each with the OpenGL version it belongs to.  Nothing else can be called: the
// prototypes of newer functions are never declared, and an entry point above the permitted version is not loaded.
#pragma once

#ifdef __glew_h__ // included before; it has version 1.1 without the types of its functions
#undef GL_VERSION_1_1
#endif
#include <GL/glcorearb.h>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl::gl {

/// The version is 10 * major + minor; entry points above 33 are optional.
#define GAUGEGL_GL_FUNCTIONS(X)                                                                                        \
    X(33, ActiveTexture, ACTIVETEXTURE)                                                                                \
    X(33, AttachShader, ATTACHSHADER)                                                                                  \
    X(33, BeginQuery, BEGINQUERY)                                                                                      \
    X(33, BindBuffer, BINDBUFFER)                                                                                      \
    X(33, BindBufferBase, BINDBUFFERBASE)                                                                              \
    X(33, BindFramebuffer, BINDFRAMEBUFFER)                                                                            \
    X(33, BindTexture, BINDTEXTURE)                                                                                    \
    X(33, BindVertexArray, BINDVERTEXARRAY)                                                                            \
    X(33, BufferData, BUFFERDATA)                                                                                      \
    X(33, BufferSubData, BUFFERSUBDATA)                                                                                \
    X(33, CheckFramebufferStatus, CHECKFRAMEBUFFERSTATUS)                                                              \
    X(33, ClampColor, CLAMPCOLOR)                                                                                      \
    X(33, ClientWaitSync, CLIENTWAITSYNC)                                                                              \
    X(33, CompileShader, COMPILESHADER)                                                                                \
    X(33, CopyBufferSubData, COPYBUFFERSUBDATA)                                                                        \
    X(33, CreateProgram, CREATEPROGRAM)                                                                                \
    X(33, CreateShader, CREATESHADER)                                                                                  \
    X(33, DeleteBuffers, DELETEBUFFERS)                                                                                \
    X(33, DeleteFramebuffers, DELETEFRAMEBUFFERS)                                                                      \
    X(33, DeleteProgram, DELETEPROGRAM)                                                                                \
    X(33, DeleteQueries, DELETEQUERIES)                                                                                \
    X(33, DeleteShader, DELETESHADER)                                                                                  \
    X(33, DeleteSync, DELETESYNC)                                                                                      \
    X(33, DeleteTextures, DELETETEXTURES)                                                                              \
    X(33, DeleteVertexArrays, DELETEVERTEXARRAYS)                                                                      \
    X(33, Disable, DISABLE)                                                                                            \
    X(33, DrawArrays, DRAWARRAYS)                                                                                      \
    X(33, DrawBuffers, DRAWBUFFERS)                                                                                    \
    X(33, Enable, ENABLE)                                                                                              \
    X(33, EndQuery, ENDQUERY)                                                                                          \
    X(33, FenceSync, FENCESYNC)                                                                                        \
    X(33, Finish, FINISH)                                                                                              \
    X(33, Flush, FLUSH)                                                                                                \
    X(33, FramebufferTextureLayer, FRAMEBUFFERTEXTURELAYER)                                                            \
    X(33, GenBuffers, GENBUFFERS)                                                                                      \
    X(33, GenFramebuffers, GENFRAMEBUFFERS)                                                                            \
    X(33, GenQueries, GENQUERIES)                                                                                      \
    X(33, GenTextures, GENTEXTURES)                                                                                    \
    X(33, GenVertexArrays, GENVERTEXARRAYS)                                                                            \
    X(33, GetBufferSubData, GETBUFFERSUBDATA)                                                                          \
    X(33, GetActiveUniform, GETACTIVEUNIFORM)                                                                          \
    X(33, GetError, GETERROR)                                                                                          \
    X(33, GetInteger64v, GETINTEGER64V)                                                                                \
    X(33, GetIntegerv, GETINTEGERV)                                                                                    \
    X(33, GetProgramInfoLog, GETPROGRAMINFOLOG)                                                                        \
    X(33, GetProgramiv, GETPROGRAMIV)                                                                                  \
    X(33, GetQueryObjectui64v, GETQUERYOBJECTUI64V)                                                                    \
    X(33, GetShaderInfoLog, GETSHADERINFOLOG)                                                                          \
    X(33, GetShaderiv, GETSHADERIV)                                                                                    \
    X(33, GetString, GETSTRING)                                                                                        \
    X(33, GetStringi, GETSTRINGI)                                                                                      \
    X(33, GetTexImage, GETTEXIMAGE)                                                                                    \
    X(33, GetUniformLocation, GETUNIFORMLOCATION)                                                                      \
    X(33, LinkProgram, LINKPROGRAM)                                                                                    \
    X(33, MapBufferRange, MAPBUFFERRANGE)                                                                              \
    X(33, PixelStorei, PIXELSTOREI)                                                                                    \
    X(33, ShaderSource, SHADERSOURCE)                                                                                  \
    X(33, TexImage3D, TEXIMAGE3D)                                                                                      \
    X(33, TexParameteri, TEXPARAMETERI)                                                                                \
    X(33, ReadPixels, READPIXELS)                                                                                      \
    X(33, TexSubImage3D, TEXSUBIMAGE3D)                                                                                \
    X(33, Uniform1f, UNIFORM1F)                                                                                        \
    X(33, Uniform1fv, UNIFORM1FV)                                                                                      \
    X(33, Uniform1i, UNIFORM1I)                                                                                        \
    X(33, Uniform1iv, UNIFORM1IV)                                                                                      \
    X(33, Uniform1ui, UNIFORM1UI)                                                                                      \
    X(33, Uniform2ui, UNIFORM2UI)                                                                                      \
    X(33, Uniform4iv, UNIFORM4IV)                                                                                      \
    X(33, UnmapBuffer, UNMAPBUFFER)                                                                                    \
    X(33, UseProgram, USEPROGRAM)                                                                                      \
    X(33, Viewport, VIEWPORT)                                                                                          \
    X(40, Uniform1d, UNIFORM1D)                                                                                        \
    X(40, Uniform1dv, UNIFORM1DV)                                                                                      \
    X(41, GetProgramBinary, GETPROGRAMBINARY)                                                                          \
    X(41, ProgramBinary, PROGRAMBINARY)                                                                                \
    X(41, ProgramParameteri, PROGRAMPARAMETERI)                                                                        \
    X(42, BindImageTexture, BINDIMAGETEXTURE)                                                                          \
    X(42, MemoryBarrier, MEMORYBARRIER)                                                                                \
    X(43, DebugMessageCallback, DEBUGMESSAGECALLBACK)                                                                  \
    X(43, DebugMessageControl, DEBUGMESSAGECONTROL)                                                                    \
    X(43, DispatchCompute, DISPATCHCOMPUTE)                                                                            \
    X(45, GetGraphicsResetStatus, GETGRAPHICSRESETSTATUS)

/// Throws DeviceError: the entry point was called although the context lacks it or must not use it.
[[noreturn]] void throwMissingEntryPoint(const char* name, int version);

template<class Pointer>
class EntryPoint;

/// One OpenGL function: counts its calls, and throws DeviceError when it was not loaded.
template<class Result, class... Arguments>
class EntryPoint<Result(APIENTRYP)(Arguments...)> {
public:
    /// The type of the function.
    using Pointer = Result(APIENTRYP)(Arguments...);

    /// An entry point that is not loaded yet; the name begins with gl, the version is 10 * major + minor.
    EntryPoint(const char* name, int version) : name_(name), version_(version) {}

    /// Calls the function and counts the call.
    Result operator()(Arguments... arguments) const
    {
        if (!pointer_) throwMissingEntryPoint(name_, version_);
        ++calls_;
        return pointer_(arguments...);
    }
    /// Sets the address from the driver, or null.
    void load(void* address) { pointer_ = reinterpret_cast<Pointer>(address); }
    /// Whether it was loaded and can be called.
    bool loaded() const { return pointer_ != nullptr; }
    /// The name with the prefix gl.
    const char* name() const { return name_; }
    /// The OpenGL version, 10 * major + minor.
    int version() const { return version_; }
    /// The number of calls so far.
    std::uint64_t calls() const { return calls_; }

private:
    Pointer pointer_ = nullptr;
    const char* name_;
    int version_;
    mutable std::uint64_t calls_ = 0;
};

/// A function that a context has called, for the test that `--gl 3.3` stays within 3.3.
struct TouchedFunction {
    std::string name;    ///< with the prefix gl
    int version;         ///< 10 * major + minor
    std::uint64_t calls; ///< calls so far
};

/// All entry points of a context.
struct Functions {
    /// Finds the address of a function, or null.
    using Loader = std::function<void*(const char* name)>;

    /// Loads all entry points up to `version`.  Throws DeviceError if one of 3.3 is missing, unless its name is among the
    /// sorted names of those that the platform lacks; newer ones are optional.
    void load(const Loader& loader, int version, std::span<const std::string_view> absent = {});

    /// The functions that were called at least once.
    std::vector<TouchedFunction> touched() const;

#define GAUGEGL_DECLARE(version, camel, upper) EntryPoint<PFNGL##upper##PROC> camel{"gl" #camel, version};
    GAUGEGL_GL_FUNCTIONS(GAUGEGL_DECLARE)
#undef GAUGEGL_DECLARE
};

} // namespace gaugegl::gl
