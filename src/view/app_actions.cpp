// What App does when a script, a key or the mouse asks for it.
#include "app.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::view {
namespace {

/// Of a wheel, several since the last frame or a part of one: one at least.
int wholeSteps(float wheel)
{
    const int steps = int(std::round(wheel));
    return steps != 0 ? steps : wheel > 0 ? 1 : -1;
}

} // namespace

/// One step of scripted input in each frame, before ImGui reads it.
void App::playInput()
{
    if (input_.empty()) return;
    const Input step = input_.front();
    input_.pop_front();
    ImGuiIO& io = ImGui::GetIO();
    if (step.mouse) io.MousePos = *step.mouse;
    if (step.button >= 0) heldButton_ = step.down ? step.button : -1;
    if (step.button >= 0) io.MouseDown[step.button] = step.down;
    if (step.key > 0) io.KeysDown[step.key] = step.down;
    if (step.key > 0 && step.down) press({.key = step.key});
    io.MouseWheel += step.wheel;
    // A button is held until it is released, whatever the window's own mouse says.
    if (heldButton_ >= 0) io.MouseDown[heldButton_] = true;
}

void App::playScript()
{
    if (waitsForSweeps_) {
        for (const auto& pane : panes())
            if (pane->session->requested() || !pane->session->upToDate()) return;
        if (measuring_.busy()) return;
        waitsForSweeps_ = false;
    }
    if (framesToWait_ > 0) {
        --framesToWait_;
        return;
    }
    if (!input_.empty()) return;
    while (!script_.empty() && !failure_) {
        const Action action = script_.front();
        script_.pop_front();
        try {
            perform(action);
        } catch (const Error& error) {
            say(error.what());
            failure_ = std::current_exception();
        }
        if (action.verb != "set") break;
    }
    if (failure_) script_.clear();
}

void App::perform(const Action& action)
{
    if (action.verb == "set") {
        try {
            set(settings_, action.words[0], action.words[1]);
        } catch (const InputError& error) {
            if (!action.place.empty()) throw InputError(action.place + ": " + error.what());
            say(error.what());
        }
    } else if (action.verb == "preset") {
        settings_ = presetSettings(presetNamed(action.words[0]), settings_, software());
        preset_ = action.words[0];
    } else if (action.verb == "frames") {
        constexpr int most = 100000;
        framesToWait_ = numberOf(action, 0, 0, most);
    } else if (action.verb == "quit") {
        quits_ = true;
    } else if (action.verb == "resize") {
        constexpr int largest = 16384;
        const int width = numberOf(action, 0, 1, largest), height = numberOf(action, 1, 1, largest);
        if (options_.resize) options_.resize(width, height);
    } else if (action.verb == "stop-measuring") {
        const std::string name = measuring_.current();
        if (name.empty()) return;
        measuring_.stop();
        set(settings_, name, "off");
    } else if (action.verb == "help") {
        help_ = !help_;
    } else if (chains_.perform(action, settings_, area_.height())) {
        waitsForSweeps_ = waitsForSweeps_ || action.verb == "sweeps";
        if (action.verb == "heat" || action.verb == "quench" || action.verb == "freeze") forgetRecords();
    } else {
        performInput(action);
        performSaving(action);
    }
}

void App::performInput(const Action& action)
{
    if (action.verb == "key") {
        const int number = keyNumber(action.words[0]);
        if (number == 0)
            throw InputError(fmt::format("{}: there is no key '{}'; there are {}, letters and digits", action.place,
                                         action.words[0], fmt::join(keyNames(), ", ")));
        input_.push_back({.key = number, .down = true});
        input_.push_back({.key = number, .down = false});
    } else if (action.verb == "click") {
        const float x = realOf(action, 0), y = realOf(action, 1);
        queueDrag({x, y, x, y});
    } else if (action.verb == "drag") {
        queueDrag({realOf(action, 0), realOf(action, 1), realOf(action, 2), realOf(action, 3)});
    } else if (action.verb == "scroll") {
        input_.push_back({.mouse = ImVec2(realOf(action, 0), realOf(action, 1))});
        input_.push_back({.mouse = ImVec2(realOf(action, 0), realOf(action, 1)), .wheel = realOf(action, 2)});
    }
}

void App::queueDrag(const std::array<float, 4>& way)
{
    const ImVec2 from(way[0], way[1]), to(way[2], way[3]);
    input_.push_back({.mouse = from});
    input_.push_back({.mouse = from, .button = 0, .down = true});
    constexpr int steps = 4;
    for (int i = 1; i <= steps; ++i) {
        const float part = float(i) / steps;
        input_.push_back({.mouse = ImVec2(from.x + part * (to.x - from.x), from.y + part * (to.y - from.y))});
    }
    input_.push_back({.mouse = to, .button = 0, .down = false});
}

void App::performSaving(const Action& action)
{
    try {
        if (action.verb == "screenshot") screenshots_.push_back(action);
        if (action.verb == "save-links") {
            session().chain().start();
            saveLinks(written_.place(action.words[0]), session().chain());
            note_ = action.words[0] + " written";
        }
        if (action.verb == "save-session") {
            session().chain().start();
            if (!session().chain().betweenSweeps()) session().chain().sweep();
            saveSession(action.words[0], session().chain(), settings_, written_);
            note_ = fmt::format("{}.toml and .script written", action.words[0]);
        }
        if (action.verb == "record") {
            sequence_ = std::make_unique<PictureSequence>(action.words[0], std::min(settings_.framesPerSecond, 30));
            sequencePlace_ = action.place;
        }
        if (action.verb == "stop" && sequence_) {
            const auto pictures = std::move(sequence_);
            film_ = std::make_unique<FilmMaker>(*pictures, written_);
        }
    } catch (const FileError& error) {
        fail(error, action.place);
    }
}

/// In this frame, and not into a field for text.
bool App::pressed(int number, bool control) const
{
    return !ImGui::GetIO().WantTextInput && std::ranges::any_of(keys_, [&](const KeyPress& press) {
        return press.key == number && press.control == control;
    });
}

bool App::held(int number) const
{
    return pressed(number) || (!ImGui::GetIO().WantTextInput && ImGui::IsKeyDown(number));
}

void App::readKeys()
{
    for (const KeyHelp& line : keyHelp)
        for (const KeyAction& one : line.actions)
            if (one.press.key != 0 && pressed(one.press.key, one.press.control))
                requested_.push_back(shortAction(one.action));
    for (const QuantityTraits& one : quantityTraits)
        if (pressed('1' + int(one.quantity))) settings_.quantity = one.quantity;
    if (!message_.empty() && (pressed(key::enter) || pressed(key::escape))) message_.clear();
    readHeldKeys();
}

void App::readHeldKeys()
{
    Settings& s = settings_;
    const float seconds = std::clamp(ImGui::GetIO().DeltaTime, 0.001F, 0.1F);
    const float turn = 90 * seconds, shift = 0.6F * seconds;
    const float right = float(held(key::right)) - float(held(key::left)),
                up = float(held(key::up)) - float(held(key::down));
    if (ImGui::GetIO().KeyShift) {
        s.camera.pan[0] += shift * right;
        s.camera.pan[1] += shift * up;
    } else if (right != 0 || up != 0) {
        orbit(s.camera, turn * right, turn * up);
    }
    const float nearer =
        float(held(key::equal) || held(key::plusOnPad)) - float(held(key::minus) || held(key::minusOnPad));
    if (nearer != 0) zoom(s.camera, 1 - nearer * seconds);
}

void App::readMouse()
{
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantCaptureMouse || !ImGui::IsMousePosValid()) return;
    Settings& s = settings_;
    if (s.mode == ViewMode::Slice) {
        if (io.MouseWheel != 0) stepThrough(s, wholeSteps(io.MouseWheel));
        return;
    }
    const ImVec2& moved = io.MouseDelta;
    if (ImGui::IsMouseDragging(0, 0)) drag(s.camera, moved.x, moved.y, area_.height());
    if (ImGui::IsMouseDragging(1, 0) || ImGui::IsMouseDragging(2, 0)) shift(s.camera, moved.x, moved.y, area_.height());
    if (io.MouseWheel != 0) zoom(s.camera, std::pow(0.9F, io.MouseWheel));
}

} // namespace gaugegl::view
