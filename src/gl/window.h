// A visible GLFW window with an OpenGL context.
#pragma once

#include "gaugegl/gl/context.h"

#include <array>
#include <vector>

struct GLFWwindow;

namespace gaugegl::gl {

/// The options of a window.
struct WindowOptions {
    int width = 1280;              ///< in screen coordinates
    int height = 800;              ///< in screen coordinates
    std::string title = "gaugegl"; ///< of the window
};

/// An input event, with the codes of GLFW.
struct WindowEvent {
    /// Kinds.
    enum class Kind {
        Move,   ///< the mouse is at x, y, in screen coordinates from the upper left corner
        Leave,  ///< the mouse has left the window
        Button, ///< code: the mouse button
        Wheel,  ///< x, y: scroll steps
        Key,    ///< code: the key; letters and digits have the ASCII codes of their capitals
        Text    ///< code: the character that was typed
    };
    Kind kind = Kind::Move; ///< kind of event
    double x = 0;           ///< Move: position; Wheel: steps
    double y = 0;           ///< Move: position; Wheel: steps
    int code = 0;           ///< Button, Key, Text: which
    bool down = false;      ///< of a button or key: pressed, not released
    int scanCode = 0;       ///< of a key
    int modifiers = 0;      ///< of a button or key
};

/// A window on the screen and its context, which is shared and may outlive the window object.
class Window {
public:
    /// Opens a window.  Throws DeviceError, listing the attempts, if there is no display or no context of OpenGL 3.3
    /// core, and InputError if options.device is given: a window is always on the device of the display.
    static std::unique_ptr<Window> open(const ContextOptions& options, const WindowOptions& window);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// The context, current on the thread that opened the window.
    const std::shared_ptr<Context>& context() const { return context_; }
    /// The GLFW handle, for libraries that read its events.
    GLFWwindow* handle() const { return handle_; }

    /// Swaps the buffers: shows the contents of framebuffer 0.
    void swap() const;
    /// Processes pending events; if there are none, waits at most so many seconds for one.
    void poll(double seconds = 0) const;
    /// All events since the last call, in order; none is lost between calls.
    std::vector<WindowEvent> takeEvents();
    /// Whether the user has closed it.
    bool closed() const;
    /// Whether it is invisible: minimised, on no screen, or without pixels.
    bool hidden() const;
    /// The size of the framebuffer in pixels.
    std::array<int, 2> framebufferSize() const;
    /// The size of the window in screen coordinates.
    std::array<int, 2> size() const;
    /// Asks the window manager for another size, in screen coordinates.
    void resize(int width, int height) const;
    /// The scale factor for text on this screen.
    double contentScale() const;

private:
    Window(GLFWwindow* handle, std::shared_ptr<Context> context);
    void listen();

    GLFWwindow* handle_;
    std::shared_ptr<Context> context_;
    std::vector<WindowEvent> events_;
};

} // namespace gaugegl::gl
