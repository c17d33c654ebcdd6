// An OpenGL context without a window: EGL (surfaceless, or a device chosen by index), else a hidden GLFW window.
#pragma once

#include "gaugegl/gl/functions.h"

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace gaugegl::gl {

class ProgramCache;

/// Above all versions of OpenGL, as 10 * major + minor: nothing is masked.
inline constexpr int everyVersion = 99;

/// The options of a context.
struct ContextOptions {
    int device = -1;        ///< index into listDevices(); -1 chooses: a card before a software driver
    int maximumVersion = 0; ///< 33 masks everything newer than core OpenGL 3.3; 0 permits what the driver has
    int drawBuffers = 0;    ///< as if the driver had no more of them (OpenGL ES 3.0 promises 4); 0: as many as it has
    bool debug = false;     ///< request a debug context; its messages are kept (Context::takeMessages)
    std::int64_t sites =
        0; ///< of the largest lattice to come, 0: unknown; llvmpipe works on small ones in the caller's thread
    std::shared_ptr<ProgramCache> programCache = {}; ///< compiled programs on disk; none: every program is compiled
};

/// The properties of the driver and what a program may use of it (after masking).
struct Capabilities {
    std::string vendor;                ///< GL_VENDOR
    std::string renderer;              ///< GL_RENDERER
    std::string version;               ///< GL_VERSION
    std::string shadingLanguage;       ///< GL_SHADING_LANGUAGE_VERSION
    std::string platform;              ///< the platform that made the context
    int glVersion = 33;                ///< 10 * major + minor, at most the permitted version
    bool fewRegisters = false;         ///< a card with 63 registers for each thread (hasFewRegisters)
    bool embedded = false;             ///< OpenGL ES 3, as in browsers: what it lacks of OpenGL 3.3 is refused by name
    bool floatFilters = true;          ///< textures of 32-bit floats can be read between their texels
    bool software = false;             ///< a software rasteriser: timer queries are not trusted
    std::set<std::string> extensions;  ///< none when masked to 3.3
    int maxTextureSize = 0;            ///< texels in each direction
    int maxLayers = 0;                 ///< of a texture array
    int maxTextureUnits = 0;           ///< of a fragment shader
    int maxDrawBuffers = 0;            ///< layers that one pass writes
    int maxImageUniforms = 0;          ///< of a compute shader; this and the next are 0 without compute shaders
    int maxFragmentImages = 0;         ///< image uniforms of a fragment shader
    int maxSharedMemory = 0;           ///< bytes of a work group
    int maxInvocations = 0;            ///< threads of a work group
    int maxStorageBlocks = 0;          ///< of a compute shader
    long long maxStorageBlockSize = 0; ///< bytes of a storage block
    int programBinaryFormats = 0;      ///< 0: compiled programs cannot be cached
    bool resetNotification = false;    ///< a lost context is reported (Context::throwOnReset)
    std::uint64_t memoryBytes = 0; ///< for textures: of the card, or of the machine for a software driver; 0: unknown
    std::string memorySource = {}; ///< the source of memoryBytes

    /// Whether the driver has the extension and it is permitted.
    bool has(const std::string& extension) const { return extensions.count(extension) > 0; }
    /// Whether compute shaders are available.
    bool compute() const { return glVersion >= 43; }
    /// Doubles in shaders need GLSL 4.00 and ARB_gpu_shader_fp64 (core since 4.0).
    bool doubles() const { return glVersion >= 40 && has("GL_ARB_gpu_shader_fp64"); }
};

/// Whether the card of this name has 63 registers for each thread: NVIDIA's Fermi (GeForce 400 and 500) and the smaller
/// Keplers (GeForce 600; GK104, GK106, GK107), by the names of NVIDIA's driver and of nouveau.
bool hasFewRegisters(const std::string& renderer);

/// A message of KHR_debug.
struct DebugMessage {
    bool error = false; ///< an error, not a warning or a note
    std::string text;   ///< the text of the driver
};

/// An OpenGL context, with or without a window.
class Context {
public:
    /// Makes a context without a window.  Throws DeviceError, listing the attempts, if no context of OpenGL 3.3 core
    /// can be made.
    static std::unique_ptr<Context> create(const ContextOptions& options = {});

    virtual ~Context() = default;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// Makes the context current on the calling thread if it is not.
    void makeCurrent() const;
    /// No context is current on the calling thread if this one was, so that another thread may use it, or another platform its own.
    void release() const;

    /// The entry points.
    const Functions& gl() const { return functions_; }
    /// The capabilities of the driver.
    const Capabilities& capabilities() const { return capabilities_; }
    /// The device that was asked for (ContextOptions::device).
    int device() const { return device_; }
    /// The newest version of OpenGL that may be used, 10 * major + minor, whatever the driver has.
    int permittedVersion() const { return permittedVersion_; }

    /// The debug messages since the last call; empty without a debug context or KHR_debug.
    std::vector<DebugMessage> takeMessages();
    /// Throws DeviceError if OpenGL reported an error since the last call (glGetError, or a KHR_debug error message).
    void throwOnError();
    /// Throws DeviceError, with the reason and advice, if the driver has lost the context; results since the last call
    /// that did not throw are then invalid.  A driver without robustness never reports a loss.
    void throwOnReset() const;

    /// The program cache; null if none was given or the driver has no binary formats.
    ProgramCache* programCache() const { return programCache_.get(); }

protected:
    Context() = default;
    /// A derived class calls this once the context is current.
    void initialise(const ContextOptions& options, const std::string& platform);
    /// Makes the context current, by the functions of its platform.
    virtual void bind() const = 0;
    /// No context is current on the calling thread any more.
    virtual void unbind() const {}

private:
    void readCapabilities(const ContextOptions& options, const std::string& platform);
    void readMemory();
    void loadRobustness(const Functions::Loader& loader);
    void installDebugCallback();

    int device_ = ContextOptions().device;
    int permittedVersion_ = everyVersion;
    Functions functions_;
    Capabilities capabilities_;
    std::vector<DebugMessage> messages_;
    std::shared_ptr<ProgramCache> programCache_;
};

/// An EGL device of this machine, as `--device N` counts them, with its renderer or the reason why it has no context.
struct DeviceDescription {
    int index;            ///< for ContextOptions::device
    std::string renderer; ///< GL_RENDERER, or the reason
    bool usable;          ///< whether a context can be made on it
};
/// The devices of EGL; empty where EGL lists none.
std::vector<DeviceDescription> listDevices();

} // namespace gaugegl::gl
