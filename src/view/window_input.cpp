#include "window_input.h"

#include <algorithm>
#include <backends/imgui_impl_glfw.h>
#include <limits>

namespace gaugegl::view {
namespace {

using gl::WindowEvent;
using Kind = WindowEvent::Kind;

bool isMouse(Kind kind) { return kind != Kind::Key && kind != Kind::Text; }

/// Whether ImGui would not see the earlier event if it were told both in one frame.
bool hides(const WindowEvent& later, const WindowEvent& earlier)
{
    // What is dragged follows the mouse only while the button is held.
    if (later.kind == Kind::Button && !later.down && earlier.kind == Kind::Move) return true;
    if (later.kind == Kind::Wheel && earlier.kind == Kind::Wheel) return false; // steps are added
    if (isMouse(later.kind) && isMouse(earlier.kind))
        return earlier.kind == Kind::Button || earlier.kind == Kind::Wheel;
    if (later.kind == Kind::Key && earlier.kind == Kind::Key) return later.code == earlier.code;
    // A field for text reads what was typed before it looks at keys such as Enter.
    return later.kind == Kind::Text && earlier.kind == Kind::Key && earlier.code > std::numeric_limits<char>::max();
}

} // namespace

void EventQueue::add(const std::vector<WindowEvent>& events)
{
    events_.insert(events_.end(), events.begin(), events.end());
}

std::vector<WindowEvent> EventQueue::next()
{
    std::vector<WindowEvent> taken;
    const auto hidesOne = [&](const WindowEvent& later) {
        return std::ranges::any_of(taken, [&](const WindowEvent& earlier) { return hides(later, earlier); });
    };
    while (!events_.empty() && !hidesOne(events_.front())) {
        taken.push_back(events_.front());
        events_.pop_front();
    }
    return taken;
}

WindowInput::WindowInput(gl::Window& window) : window_(&window)
{
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), false);
}

WindowInput::~WindowInput() { ImGui_ImplGlfw_Shutdown(); }

std::vector<KeyPress> WindowInput::newFrame()
{
    queue_.add(window_->takeEvents());
    std::vector<KeyPress> pressed;
    for (const WindowEvent& event : queue_.next()) {
        deliver(event);
        if (event.kind == Kind::Key && event.down)
            pressed.push_back({event.code, (event.modifiers & key::controlModifier) != 0});
    }
    ImGui_ImplGlfw_NewFrame();
    ImGuiIO& io = ImGui::GetIO();
    const auto [width, height] = window_->framebufferSize();
    const auto [unitsWide, unitsHigh] = window_->size();
    io.DisplaySize = {float(width), float(height)};
    io.DisplayFramebufferScale = {1, 1};
    constexpr float nowhere = -std::numeric_limits<float>::max();
    io.MousePos = {nowhere, nowhere};
    const bool held = std::ranges::find(buttons_, true) != buttons_.end(); // a drag may leave the window
    if ((inside_ || held) && unitsWide > 0 && unitsHigh > 0)
        io.MousePos = {float(mouse_[0]) * float(width) / float(unitsWide),
                       float(mouse_[1]) * float(height) / float(unitsHigh)};
    std::ranges::copy(buttons_, io.MouseDown);
    return pressed;
}

void WindowInput::deliver(const WindowEvent& event)
{
    constexpr int release = 0, press = 1; // of GLFW
    switch (event.kind) {
    case Kind::Move:
        mouse_ = {event.x, event.y};
        inside_ = true;
        break;
    case Kind::Leave:
        inside_ = false;
        break;
    case Kind::Button:
        if (std::size_t(event.code) < buttons_.size()) buttons_[std::size_t(event.code)] = event.down;
        break;
    case Kind::Wheel:
        ImGui_ImplGlfw_ScrollCallback(window_->handle(), event.x, event.y);
        break;
    case Kind::Key:
        ImGui_ImplGlfw_KeyCallback(window_->handle(), event.code, event.scanCode, event.down ? press : release,
                                   event.modifiers);
        break;
    case Kind::Text:
        ImGui_ImplGlfw_CharCallback(window_->handle(), unsigned(event.code));
        break;
    }
}

} // namespace gaugegl::view
