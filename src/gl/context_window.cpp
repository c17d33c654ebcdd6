// GLFW: a window on the screen, or a hidden one where EGL is missing.
#include "context_platforms.h"
#include "gaugegl/base/error.h"
#include "gl/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <algorithm>
#include <fmt/format.h>
#include <mutex>
#include <utility>

namespace gaugegl::gl {
namespace {

/// GLFW makes and destroys windows in one thread at a time.
std::mutex& windowMutex()
{
    static std::mutex mutex;
    return mutex;
}

bool hasGlfw()
{
    const std::lock_guard lock(windowMutex());
    return glfwInit() == GLFW_TRUE;
}

class WindowContext final : public Context {
public:
    WindowContext(GLFWwindow* window, const ContextOptions& options, const std::string& platform) : window_(window)
    {
        try {
            bind();
            initialise(options, platform);
        } catch (...) {
            destroy();
            throw;
        }
    }
    ~WindowContext() override { destroy(); }

private:
    void bind() const override { glfwMakeContextCurrent(window_); }
    void unbind() const override { glfwMakeContextCurrent(nullptr); }
    void destroy()
    {
        forgetCurrentContext(this);
        const std::lock_guard lock(windowMutex());
        glfwDestroyWindow(window_);
    }

    GLFWwindow* window_;
};

/// Where the callbacks of a window put what they are told.
std::vector<WindowEvent>& eventsOf(GLFWwindow* window)
{
    return *static_cast<std::vector<WindowEvent>*>(glfwGetWindowUserPointer(window));
}

std::string lastError()
{
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? description : "unknown reason";
}

/// Null where GLFW cannot make one of any version.
GLFWwindow* makeWindow(const ContextOptions& options, const WindowOptions& window, bool visible)
{
    const auto make = [&](int version, bool reportsReset) {
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, version / 10);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, version % 10);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE); // macOS gives core contexts only so
        glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.debug ? GLFW_TRUE : GLFW_FALSE);
        glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, reportsReset ? GLFW_LOSE_CONTEXT_ON_RESET : GLFW_NO_ROBUSTNESS);
        return glfwCreateWindow(window.width, window.height, window.title.c_str(), nullptr, nullptr);
    };
    releaseEglContext();
    const std::lock_guard lock(windowMutex());
    for (const int version : versionsToTry(options))
        for (const bool reportsReset : {true, false})
            if (GLFWwindow* made = make(version, reportsReset)) return made;
    return nullptr;
}

} // namespace

std::unique_ptr<Context> createWindowContext(const ContextOptions& options, std::string& tried)
{
    if (!hasGlfw()) {
        tried += fmt::format(" GLFW: {};", lastError());
        return nullptr;
    }
    if (GLFWwindow* window = makeWindow(options, {.width = 16, .height = 16}, /*visible=*/false))
        return std::make_unique<WindowContext>(window, options, "hidden GLFW window");
    tried += fmt::format(" GLFW hidden window: {};", lastError());
    return nullptr;
}

std::unique_ptr<Window> Window::open(const ContextOptions& options, const WindowOptions& window)
{
    if (options.device >= 0)
        throw InputError(
            fmt::format("device {} was asked for, but a window is on the device of its display", options.device));
    if (!hasGlfw()) throw DeviceError(fmt::format("no window can be opened: {}", lastError()));
    GLFWwindow* handle = makeWindow(options, window, /*visible=*/true);
    if (!handle)
        throw DeviceError(fmt::format("no window with a context of OpenGL 3.3 core can be opened: {}", lastError()));
    auto context = std::make_shared<WindowContext>(handle, options, "GLFW window");
    glfwSwapInterval(1);
    return std::unique_ptr<Window>(new Window(handle, std::move(context)));
}

Window::Window(GLFWwindow* handle, std::shared_ptr<Context> context) : handle_(handle), context_(std::move(context))
{
    listen();
}

/// The callbacks go with the window, which the context may outlive.
Window::~Window()
{
    glfwSetCursorPosCallback(handle_, nullptr);
    glfwSetCursorEnterCallback(handle_, nullptr);
    glfwSetMouseButtonCallback(handle_, nullptr);
    glfwSetScrollCallback(handle_, nullptr);
    glfwSetKeyCallback(handle_, nullptr);
    glfwSetCharCallback(handle_, nullptr);
}

void Window::listen()
{
    using Kind = WindowEvent::Kind;
    glfwSetWindowUserPointer(handle_, &events_);
    glfwSetCursorPosCallback(handle_, [](GLFWwindow* window, double x, double y) {
        eventsOf(window).push_back({.kind = Kind::Move, .x = x, .y = y});
    });
    glfwSetCursorEnterCallback(handle_, [](GLFWwindow* window, int entered) {
        if (!entered) eventsOf(window).push_back({.kind = Kind::Leave});
    });
    glfwSetMouseButtonCallback(handle_, [](GLFWwindow* window, int button, int action, int modifiers) {
        eventsOf(window).push_back(
            {.kind = Kind::Button, .code = button, .down = action == GLFW_PRESS, .modifiers = modifiers});
    });
    glfwSetScrollCallback(handle_, [](GLFWwindow* window, double x, double y) {
        eventsOf(window).push_back({.kind = Kind::Wheel, .x = x, .y = y});
    });
    glfwSetKeyCallback(handle_, [](GLFWwindow* window, int key, int scanCode, int action, int modifiers) {
        if (action == GLFW_REPEAT) return; // it is still down
        eventsOf(window).push_back({.kind = Kind::Key,
                                    .code = key,
                                    .down = action == GLFW_PRESS,
                                    .scanCode = scanCode,
                                    .modifiers = modifiers});
    });
    glfwSetCharCallback(handle_, [](GLFWwindow* window, unsigned character) {
        eventsOf(window).push_back({.kind = Kind::Text, .code = int(character)});
    });
}

std::vector<WindowEvent> Window::takeEvents() { return std::exchange(events_, {}); }

void Window::swap() const { glfwSwapBuffers(handle_); }

void Window::poll(double seconds) const
{
    if (seconds > 0)
        glfwWaitEventsTimeout(seconds);
    else
        glfwPollEvents();
}

bool Window::closed() const { return glfwWindowShouldClose(handle_) != 0; }

bool Window::hidden() const
{
    const auto [width, height] = framebufferSize();
    return glfwGetWindowAttrib(handle_, GLFW_ICONIFIED) != 0 || glfwGetWindowAttrib(handle_, GLFW_VISIBLE) == 0 ||
           width <= 0 || height <= 0;
}

std::array<int, 2> Window::framebufferSize() const
{
    std::array<int, 2> size{};
    glfwGetFramebufferSize(handle_, size.data(), &size[1]);
    return size;
}

std::array<int, 2> Window::size() const
{
    std::array<int, 2> size{};
    glfwGetWindowSize(handle_, size.data(), &size[1]);
    return size;
}

void Window::resize(int width, int height) const { glfwSetWindowSize(handle_, width, height); }

double Window::contentScale() const
{
    float x = 1, y = 1;
    glfwGetWindowContentScale(handle_, &x, &y);
    return double(std::max(x, y));
}

} // namespace gaugegl::gl
