// A context of WebGL 2 on a canvas of the page.
#include "context_platforms.h"
#include "gaugegl/base/error.h"

#include <emscripten/html5_webgl.h>

namespace gaugegl::gl {
namespace {

constexpr const char* webCanvas = "#lattice"; // of the page, as a selector of CSS

class WebContext final : public Context {
public:
    explicit WebContext(const ContextOptions& options)
    {
        EmscriptenWebGLContextAttributes attributes;
        emscripten_webgl_init_context_attributes(&attributes);
        attributes.majorVersion = 2;
        attributes.alpha = attributes.depth = attributes.stencil = attributes.antialias = EM_FALSE;
        attributes.preserveDrawingBuffer = EM_TRUE; // pictures are saved whenever the user asks
        attributes.powerPreference = EM_WEBGL_POWER_PREFERENCE_HIGH_PERFORMANCE;
        attributes.enableExtensionsByDefault = EM_FALSE;
        context_ = emscripten_webgl_create_context(webCanvas, &attributes);
        if (context_ <= 0)
            throw DeviceError("This page computes on the graphics card with WebGL 2, which this browser does not give "
                              "it. Turn on hardware "
                              "acceleration in the settings of the browser, or take a newer one: Chrome or Edge 56, "
                              "Firefox 51, Safari 15");
        try {
            bind();
            if (!emscripten_webgl_enable_extension(context_, "EXT_color_buffer_float"))
                throw DeviceError(
                    "This page computes with 32-bit floats, which the graphics of this device cannot draw to "
                    "(EXT_color_buffer_float of WebGL 2). Computers can since about 2010, phones since about 2016; "
                    "hardware "
                    "acceleration must be on in the settings of the browser");
            for (const char* name :
                 {"OES_texture_float_linear", "WEBGL_debug_renderer_info", "KHR_parallel_shader_compile"})
                emscripten_webgl_enable_extension(context_, name); // better with, possible without
            initialise(options, "WebGL 2");
        } catch (...) {
            destroy();
            throw;
        }
    }
    ~WebContext() override { destroy(); }

private:
    void bind() const override
    {
        if (emscripten_webgl_make_context_current(context_) != EMSCRIPTEN_RESULT_SUCCESS)
            throw DeviceError("the browser does not make its WebGL context current");
    }
    void unbind() const override { emscripten_webgl_make_context_current(0); }
    void destroy()
    {
        forgetCurrentContext(this);
        emscripten_webgl_destroy_context(context_);
    }

    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context_ = 0;
};

} // namespace

std::unique_ptr<Context> Context::create(const ContextOptions& options)
{
    return std::make_unique<WebContext>(options);
}

std::vector<DeviceDescription> listDevices() { return {}; }

} // namespace gaugegl::gl
