#include "gaugegl/gl/context.h"

#include "base/platform.h"
#include "context_platforms.h"
#include "driver_functions.h"
#include "gaugegl/base/error.h"
#include "gl/context_lost.h"
#include "gl/end_of_pass.h"

#include <fmt/format.h>
#include <regex>

namespace gaugegl::gl {
namespace {

// A lost context reports errors without end.
constexpr int maximumErrors = 16;

// Mirrors which context the driver holds current on this thread, to save the call.
thread_local const Context* currentContext = nullptr;

void APIENTRY keepMessage(GLenum, GLenum type, GLuint, GLenum, GLsizei length, const GLchar* text, const void* user)
{
    auto* messages = static_cast<std::vector<DebugMessage>*>(const_cast<void*>(user));
    constexpr std::size_t limit = 100000; // a driver that reports every call must not fill the memory
    if (messages->size() < limit)
        messages->push_back({type == GL_DEBUG_TYPE_ERROR, std::string(text, text + (length < 0 ? 0 : length))});
}

int integer(const Functions& gl, GLenum name)
{
    GLint value = 0;
    gl.GetIntegerv(name, &value);
    return value;
}

std::string text(const Functions& gl, GLenum name)
{
    const auto* s = reinterpret_cast<const char*>(gl.GetString(name));
    return s ? s : "";
}

// Of extensions that are no part of the core header.
constexpr GLenum totalMemoryNvx = 0x9048, textureFreeMemoryAti = 0x87FC; // in KiB

/// What glGetError says, in words.
std::string errorName(GLenum code)
{
    switch (code) {
    case GL_INVALID_ENUM:
        return "invalid enum";
    case GL_INVALID_VALUE:
        return "invalid value";
    case GL_INVALID_OPERATION:
        return "invalid operation";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
        return "incomplete framebuffer";
    case GL_OUT_OF_MEMORY:
        return "out of memory";
    case GL_CONTEXT_LOST:
        return "context lost";
    default:
        return "unknown";
    }
}

bool isSoftware(const std::string& renderer)
{
    for (const char* known : {"llvmpipe", "softpipe", "swrast", "SWR", "SwiftShader", "Software Rasterizer"})
        if (renderer.find(known) != std::string::npos) return true;
    return false;
}

} // namespace

void forgetCurrentContext(const Context* context)
{
    if (currentContext == context || !context) currentContext = nullptr;
    if (context) forgetPasses(*context);
}

bool hasFewRegisters(const std::string& renderer)
{
    static const std::regex names(R"(\bNV(C[0-9A-F]|D[0-9A-F]|E[4-7])\b|GeForce (GT|GTS|GTX) ?[456]\d\d)"
                                  R"(|GeForce GTX 7[67]0|Quadro [2-6]000\b|Tesla [CM]20[5-9]0\b|Tesla K10\b)");
    return std::regex_search(renderer, names);
}

int permittedVersionHere() { return currentContext ? currentContext->permittedVersion() : everyVersion; }

void Context::makeCurrent() const
{
    if (currentContext == this) return;
    bind();
    currentContext = this;
}

void Context::release() const
{
    if (currentContext != this) return;
    unbind();
    currentContext = nullptr;
}

void Context::initialise(const ContextOptions& options, const std::string& platform)
{
    currentContext = this;
    device_ = options.device;
    if (options.maximumVersion > 0) permittedVersion_ = options.maximumVersion;
    {
        const DriverFunctions driver;
        const auto address = [&](const char* name) { return driver.address(name); };
        functions_.load(address, permittedVersion_, DriverFunctions::absent());
        readCapabilities(options, platform);
        loadRobustness(address);
    }
    readMemory();
    if (capabilities_.programBinaryFormats > 0) programCache_ = options.programCache;
    if (options.debug) installDebugCallback();
    functions_.PixelStorei(GL_PACK_ALIGNMENT, 1);
    functions_.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (!capabilities_.embedded)
        functions_.ClampColor(GL_CLAMP_READ_COLOR, GL_FALSE); // signed 16-bit numbers are read as they are
    for (GLenum state : {GLenum(GL_BLEND), GLenum(GL_DEPTH_TEST), GLenum(GL_CULL_FACE), GLenum(GL_DITHER),
                         GLenum(GL_SCISSOR_TEST), GLenum(GL_STENCIL_TEST)})
        functions_.Disable(state);
}

void Context::readCapabilities(const ContextOptions& options, const std::string& platform)
{
    const Functions& gl = functions_;
    Capabilities& c = capabilities_;
    c.vendor = text(gl, GL_VENDOR);
    c.renderer = text(gl, GL_RENDERER);
    c.version = text(gl, GL_VERSION);
    c.shadingLanguage = text(gl, GL_SHADING_LANGUAGE_VERSION);
    c.platform = platform;
    c.software = isSoftware(c.renderer);
    c.fewRegisters = hasFewRegisters(c.renderer);
    c.embedded = c.version.starts_with("OpenGL ES");
    int driver = 10 * integer(gl, GL_MAJOR_VERSION) + integer(gl, GL_MINOR_VERSION);
    if (c.embedded && driver >= 30) driver = 33; // what it lacks of that is refused by name
    if (driver < 33) throw DeviceError("OpenGL " + c.version + " is too old; 3.3 is needed");
    c.glVersion = options.maximumVersion > 0 ? std::min(driver, options.maximumVersion) : driver;
    if (options.maximumVersion == 0 || options.maximumVersion > 33)
        for (int i = 0; i < integer(gl, GL_NUM_EXTENSIONS); ++i)
            c.extensions.insert(reinterpret_cast<const char*>(gl.GetStringi(GL_EXTENSIONS, GLuint(i))));
    c.floatFilters = !c.embedded || c.has("GL_OES_texture_float_linear");
    c.maxTextureSize = integer(gl, GL_MAX_TEXTURE_SIZE);
    c.maxLayers = integer(gl, GL_MAX_ARRAY_TEXTURE_LAYERS);
    c.maxTextureUnits = integer(gl, GL_MAX_TEXTURE_IMAGE_UNITS);
    c.maxDrawBuffers = std::min(integer(gl, GL_MAX_DRAW_BUFFERS), integer(gl, GL_MAX_COLOR_ATTACHMENTS));
    if (options.drawBuffers > 0) c.maxDrawBuffers = std::min(c.maxDrawBuffers, options.drawBuffers);
    if ((c.glVersion >= 41 || c.has("GL_ARB_get_program_binary")) && gl.GetProgramBinary.loaded())
        c.programBinaryFormats = integer(gl, GL_NUM_PROGRAM_BINARY_FORMATS);
    if (!c.compute()) return;
    c.maxImageUniforms = integer(gl, GL_MAX_COMPUTE_IMAGE_UNIFORMS);
    c.maxFragmentImages = integer(gl, GL_MAX_FRAGMENT_IMAGE_UNIFORMS);
    c.maxSharedMemory = integer(gl, GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
    c.maxInvocations = integer(gl, GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
    c.maxStorageBlocks = integer(gl, GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS);
    GLint64 blockSize = 0;
    gl.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &blockSize);
    c.maxStorageBlockSize = blockSize;
}

void Context::readMemory()
{
    Capabilities& c = capabilities_;
    if (c.embedded) return; // a browser does not say
    GLint kibibytes[4] = {};
    if (c.software) {
        c.memoryBytes = physicalMemory();
        c.memorySource = "physical memory of this machine";
    } else if (c.has("GL_NVX_gpu_memory_info")) {
        functions_.GetIntegerv(totalMemoryNvx, kibibytes);
        c.memorySource = "GL_NVX_gpu_memory_info";
    } else if (c.has("GL_ATI_meminfo")) {
        functions_.GetIntegerv(textureFreeMemoryAti, kibibytes);
        c.memorySource = "GL_ATI_meminfo, free now";
    }
    if (kibibytes[0] > 0) c.memoryBytes = std::uint64_t(kibibytes[0]) << 10;
    if (c.memoryBytes == 0) c.memorySource.clear();
}

/// Core since 4.5; before, KHR_robustness gives the same name and ARB_robustness another.
void Context::loadRobustness(const Functions::Loader& loader)
{
    Capabilities& c = capabilities_;
    if (c.embedded) { // the platform asks the browser
        c.resetNotification = functions_.GetGraphicsResetStatus.loaded();
        return;
    }
    const bool named = c.glVersion >= 45 || c.has("GL_KHR_robustness"), older = c.has("GL_ARB_robustness");
    if (!named) functions_.GetGraphicsResetStatus.load(older ? loader("glGetGraphicsResetStatusARB") : nullptr);
    if (functions_.GetGraphicsResetStatus.loaded())
        c.resetNotification = integer(functions_, GL_RESET_NOTIFICATION_STRATEGY) == GL_LOSE_CONTEXT_ON_RESET;
}

void Context::installDebugCallback()
{
    if (capabilities_.glVersion < 43 && !capabilities_.has("GL_KHR_debug")) return;
    if (!functions_.DebugMessageCallback.loaded()) return;
    functions_.Enable(GL_DEBUG_OUTPUT);
    functions_.Enable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    functions_.DebugMessageCallback(keepMessage, &messages_);
    functions_.DebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE);
}

std::vector<DebugMessage> Context::takeMessages()
{
    std::vector<DebugMessage> taken;
    taken.swap(messages_);
    return taken;
}

void Context::throwOnReset() const
{
    if (!functions_.GetGraphicsResetStatus.loaded()) return;
    makeCurrent();
    const GLenum status = functions_.GetGraphicsResetStatus();
    if (status == GL_NO_ERROR) return;
    const char* reason =
        "unknown context reset: the driver does not say whose work it was; it may have been updated, run "
        "out of memory, or its watchdog has ended work that took too long";
    if (status == GL_GUILTY_CONTEXT_RESET)
        reason =
            "guilty context reset: work of this program was ended, most likely by the watchdog because it took too "
            "long, or because memory ran out";
    if (status == GL_INNOCENT_CONTEXT_RESET)
        reason =
            "innocent context reset: the work of another program, a driver update or a suspended machine has reset "
            "the device";
    throw ContextLost(
        fmt::format("the driver has lost the context of {} ({}). Start again; `gaugegl run` goes on from its "
                    "last checkpoint. If it happens again, give a lower --pass-seconds or a smaller lattice",
                    capabilities_.renderer, reason));
}

void Context::throwOnError()
{
    throwOnReset();
    makeCurrent();
    std::string errors;
    for (int i = 0; i < maximumErrors; ++i)
        if (const GLenum code = functions_.GetError())
            errors += fmt::format(" error {:#06x} ({});", code, errorName(code));
        else
            break;
    for (const DebugMessage& message : takeMessages())
        if (message.error) errors += " " + message.text + ";";
    if (!errors.empty()) throw DeviceError("OpenGL reports:" + errors);
}

} // namespace gaugegl::gl
