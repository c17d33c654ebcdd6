// GLFW: a hidden window, where EGL is missing.
#include "context_platforms.h"
#include "gaugegl/core/error.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

namespace gaugegl::gl {
namespace {

class WindowContext final : public Context {
public:
    WindowContext(GLFWwindow* window, const ContextOptions& options) : window_(window)
    {
        try {
            bind();
            initialise([](const char* name) { return reinterpret_cast<void*>(glfwGetProcAddress(name)); }, options,
                       "hidden GLFW window");
        } catch (...) {
            glfwDestroyWindow(window_);
            forgetCurrentContext(this);
            throw;
        }
    }
    ~WindowContext() override
    {
        forgetCurrentContext(this);
        glfwDestroyWindow(window_);
    }

private:
    void bind() const override { glfwMakeContextCurrent(window_); }

    GLFWwindow* window_;
};

std::string lastError()
{
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? description : "unknown reason";
}

} // namespace

std::unique_ptr<Context> createWindowContext(const ContextOptions& options, std::string& tried)
{
    if (!glfwInit()) {
        tried += fmt::format(" GLFW: {};", lastError());
        return nullptr;
    }
    const auto make = [&](int version, bool reportsReset) {
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, version / 10);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, version % 10);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE); // macOS gives core contexts only so
        glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.debug ? GLFW_TRUE : GLFW_FALSE);
        glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, reportsReset ? GLFW_LOSE_CONTEXT_ON_RESET : GLFW_NO_ROBUSTNESS);
        return glfwCreateWindow(16, 16, "gaugegl", nullptr, nullptr);
    };
    for (const int version : versionsToTry(options))
        for (const bool reportsReset : {true, false})
            if (GLFWwindow* window = make(version, reportsReset))
                return std::make_unique<WindowContext>(window, options);
    tried += fmt::format(" GLFW hidden window: {};", lastError());
    return nullptr;
}

} // namespace gaugegl::gl
