// A visible window of GLFW with an OpenGL context.
#pragma once

#include "gaugegl/gl/context.h"

#include <array>
#include <vector>

struct GLFWwindow;

namespace gaugegl::gl {

/// What window is asked for.
struct WindowOptions {
    int width = 1280;              ///< in the screen's units
    int height = 800;              ///< in the screen's units
    std::string title = "gaugegl"; ///< of the window
};

/// What the user did, by the numbers of GLFW.
struct WindowEvent {
    /// Kinds.
    enum class Kind {
        Move,   ///< the mouse is at x, y, in the screen's units from the upper left corner
        Leave,  ///< the mouse has left the window
        Button, ///< code: of the mouse
        Wheel,  ///< x, y: steps
        Key,    ///< code: letters and digits have those of their capitals in ASCII
        Text    ///< code: of a character that was typed
    };
    Kind kind = Kind::Move; ///< which
    double x = 0;           ///< see Kind
    double y = 0;           ///< see Kind
    int code = 0;           ///< see Kind
    bool down = false;      ///< of a button or key: pressed, not released
    int scanCode = 0;       ///< of a key
    int modifiers = 0;      ///< of a button or key
};

/// A window on the screen and its context, which lives as long as somebody holds it.
class Window {
public:
    /// Throws DeviceError when there is no display or no context of OpenGL 3.3 core, saying what was tried; InputError
    /// when options.device is given: a window is on the display's device.
    static std::unique_ptr<Window> open(const ContextOptions& options, const WindowOptions& window);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// The context, current on the thread that opened the window.
    const std::shared_ptr<Context>& context() const { return context_; }
    /// For libraries that read its events.
    GLFWwindow* handle() const { return handle_; }

    /// Shows what was drawn to framebuffer 0.
    void swap() const;
    /// Handles the events that have come; waits at most so many seconds for one.
    void poll(double seconds = 0) const;
    /// What happened since the last call, in its order: nothing is missed, however short and however rare the calls.
    std::vector<WindowEvent> takeEvents();
    /// Whether the user has closed it.
    bool closed() const;
    /// Whether nothing of it can be seen: it is minimised, on no screen, or has no pixels.
    bool hidden() const;
    /// In pixels.
    std::array<int, 2> framebufferSize() const;
    /// In the screen's units.
    std::array<int, 2> size() const;
    /// Asks the window manager for another size, in the screen's units.
    void resize(int width, int height) const;
    /// How much larger than usual text should be on this screen.
    double contentScale() const;

private:
    Window(GLFWwindow* handle, std::shared_ptr<Context> context);
    void listen();

    GLFWwindow* handle_;
    std::shared_ptr<Context> context_;
    std::vector<WindowEvent> events_;
};

} // namespace gaugegl::gl
