// Input events of the window, for ImGui: none is lost if a frame takes long.
#pragma once

#include "keys.h"

#include "gl/window.h"

#include <deque>

namespace gaugegl::view {

/// Hands out events so that a frame never has two that contradict each other.  ImGui sees one state of mouse and
/// keyboard in each frame: a button that is pressed, moved and released between two frames would be no drag.
class EventQueue {
public:
    /// Appends what has happened.
    void add(const std::vector<gl::WindowEvent>& events);
    /// The events of the next frame: up to the first that would hide an earlier one.
    std::vector<gl::WindowEvent> next();

private:
    std::deque<gl::WindowEvent> events_;
};

/// The mouse, the keys and the display of a window, for ImGui; the interface is drawn in pixels, whatever the screen's
/// units are.
class WindowInput {
public:
    /// The window must outlive the object.
    explicit WindowInput(gl::Window& window);
    ~WindowInput();
    WindowInput(const WindowInput&) = delete;
    WindowInput& operator=(const WindowInput&) = delete;

    /// Tells ImGui what is new; the keys that were pressed.
    std::vector<KeyPress> newFrame();

private:
    void deliver(const gl::WindowEvent& event);

    gl::Window* window_;
    EventQueue queue_;
    std::array<double, 2> mouse_ = {}; ///< in the screen's units
    bool inside_ = false;              ///< whether the mouse is
    std::array<bool, 5> buttons_ = {}; ///< held down
};

} // namespace gaugegl::view
