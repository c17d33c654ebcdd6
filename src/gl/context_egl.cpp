// EGL: the surfaceless platform first; the device platform for `--device N`, and when surfaceless gives a software
// driver though a card is present.
#include "context_platforms.h"
#include "gaugegl/base/error.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>
#include <map>
#include <mutex>

namespace gaugegl::gl {
namespace {

// A display is shared by all contexts made on it (EGL hands out the same one); the last user terminates it.
class DisplayUse {
public:
    explicit DisplayUse(EGLDisplay display) : display_(display)
    {
        const std::lock_guard lock(mutex());
        if (users()[display_]++ == 0)
            initialised_ = eglInitialize(display_, nullptr, nullptr) == EGL_TRUE;
        else
            initialised_ = true;
    }
    ~DisplayUse()
    {
        const std::lock_guard lock(mutex());
        if (--users()[display_] == 0) eglTerminate(display_);
    }
    DisplayUse(const DisplayUse&) = delete;
    DisplayUse& operator=(const DisplayUse&) = delete;

    bool initialised() const { return initialised_; }
    EGLDisplay get() const { return display_; }

private:
    static std::map<EGLDisplay, int>& users()
    {
        static std::map<EGLDisplay, int> counts;
        return counts;
    }
    static std::mutex& mutex()
    {
        static std::mutex guard;
        return guard;
    }
    EGLDisplay display_;
    bool initialised_ = false;
};

class EglContext final : public Context {
public:
    EglContext(EGLDisplay display, const ContextOptions& options, const std::string& platform) : use_(display)
    {
        if (!use_.initialised()) throw DeviceError("eglInitialize failed");
        if (!eglBindAPI(EGL_OPENGL_API)) throw DeviceError("EGL offers no desktop OpenGL");
        const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) config = nullptr; // no-config context
        for (int version : versionsToTry(options)) {
            // A driver that refuses a debug context or the report of a lost one still has contexts without.
            for (const bool reports : {true, false})
                for (const bool debug : {options.debug, false})
                    if (context_ == EGL_NO_CONTEXT) context_ = createVersion(config, version, debug, reports);
            if (context_ != EGL_NO_CONTEXT) break;
        }
        if (context_ == EGL_NO_CONTEXT)
            throw DeviceError(fmt::format("no core context of OpenGL 3.3 or newer (EGL error {:#x})", eglGetError()));
        try {
            bind();
            initialise(options, platform);
        } catch (...) {
            destroy();
            throw;
        }
    }
    ~EglContext() override { destroy(); }

private:
    /// The names are those of EGL_KHR_create_context: displays of EGL 1.4 do not know EGL_CONTEXT_OPENGL_DEBUG.
    EGLContext createVersion(EGLConfig config, int version, bool debug, bool reportsReset) const
    {
        std::vector<EGLint> attributes = {EGL_CONTEXT_MAJOR_VERSION,       version / 10,
                                          EGL_CONTEXT_MINOR_VERSION,       version % 10,
                                          EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
        if (debug) attributes.insert(attributes.end(), {EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR});
        if (reportsReset)
            attributes.insert(attributes.end(),
                              {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_KHR, EGL_LOSE_CONTEXT_ON_RESET_KHR});
        attributes.push_back(EGL_NONE);
        return eglCreateContext(use_.get(), config, EGL_NO_CONTEXT, attributes.data());
    }

    void bind() const override
    {
        eglBindAPI(EGL_OPENGL_API);
        if (!eglMakeCurrent(use_.get(), EGL_NO_SURFACE, EGL_NO_SURFACE, context_))
            throw DeviceError(fmt::format("eglMakeCurrent failed (EGL error {:#x})", eglGetError()));
    }
    void unbind() const override { eglMakeCurrent(use_.get(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }
    void destroy()
    {
        if (eglGetCurrentContext() == context_)
            eglMakeCurrent(use_.get(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        forgetCurrentContext(this);
        eglDestroyContext(use_.get(), context_);
    }

    DisplayUse use_;
    EGLContext context_ = EGL_NO_CONTEXT;
};

template<class Pointer>
Pointer eglFunction(const char* name)
{
    return reinterpret_cast<Pointer>(eglGetProcAddress(name));
}

std::vector<EGLDeviceEXT> eglDevices()
{
    const auto query = eglFunction<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    EGLint count = 0;
    if (!query || !query(0, nullptr, &count)) return {};
    std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
    query(count, devices.data(), &count);
    devices.resize(static_cast<std::size_t>(count));
    return devices;
}

EGLDisplay platformDisplay(EGLenum platform, void* native)
{
    const auto get = eglFunction<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    return get ? get(platform, native, nullptr) : EGL_NO_DISPLAY;
}

std::unique_ptr<Context> tryDisplay(EGLDisplay display, const ContextOptions& options, const std::string& platform,
                                    std::string& tried)
{
    try {
        if (display == EGL_NO_DISPLAY) throw DeviceError("not offered");
        return std::make_unique<EglContext>(display, options, platform);
    } catch (const DeviceError& error) {
        tried += fmt::format(" {}: {};", platform, error.what());
        return nullptr;
    }
}

std::unique_ptr<Context> tryDevice(std::size_t index, const ContextOptions& options, std::string& tried)
{
    const auto devices = eglDevices();
    const std::string platform = fmt::format("EGL device {}", index);
    return tryDisplay(platformDisplay(EGL_PLATFORM_DEVICE_EXT, devices.at(index)), options, platform, tried);
}

} // namespace

void releaseEglContext()
{
    if (eglGetCurrentContext() == EGL_NO_CONTEXT) return;
    eglMakeCurrent(eglGetCurrentDisplay(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    forgetCurrentContext(nullptr);
}

bool hasEglContext() { return eglGetCurrentContext() != EGL_NO_CONTEXT; }

std::unique_ptr<Context> createEglContext(const ContextOptions& options, std::string& tried)
{
    const std::size_t count = eglDevices().size();
    if (options.device >= 0) {
        if (static_cast<std::size_t>(options.device) >= count)
            throw InputError(fmt::format("device {} does not exist; `gaugegl info` lists {} device{}", options.device,
                                         count, count == 1 ? "" : "s"));
        return tryDevice(static_cast<std::size_t>(options.device), options, tried);
    }
    auto context =
        tryDisplay(platformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr), options, "EGL surfaceless", tried);
    if (context && !context->capabilities().software) return context;
    // Some vendors' EGL has devices but no surfaceless platform: a card is preferred to a software driver.
    for (std::size_t i = 0; i < count; ++i) {
        auto other = tryDevice(i, options, tried);
        if (other && (!context || !other->capabilities().software)) return other;
    }
    return context;
}

std::vector<DeviceDescription> listDevices()
{
    std::vector<DeviceDescription> result;
    for (std::size_t i = 0; i < eglDevices().size(); ++i) {
        std::string tried;
        const auto context = tryDevice(i, {}, tried);
        result.push_back({static_cast<int>(i), context ? context->capabilities().renderer : "not usable:" + tried,
                          context != nullptr});
    }
    return result;
}

} // namespace gaugegl::gl
