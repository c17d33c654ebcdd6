// The steering panel: every setting as a switch, a slider, a list or a field, and buttons for actions.
#pragma once

#include "chains.h"

#include <imgui.h>
#include <map>

namespace gaugegl::view {

/// What the panel shows besides the settings.
struct PanelContext {
    const Pane& pane;                        ///< at work
    bool records = false;                    ///< pictures are being written
    std::string preset;                      ///< the word of the last preset; empty: none
    std::vector<std::string> measuring = {}; ///< how measurements stand, a line each
    bool measures = false;                   ///< one of them is under way
};

/// Draws the panel in the current ImGui window.
class Panel {
public:
    /// Appends what the controls and buttons ask for.
    void draw(Settings& settings, const PanelContext& context, std::vector<Action>& actions);
    /// The last places of the controls by name, in pixels: left, top, right, bottom.
    const std::map<std::string, std::array<float, 4>>& controls() const { return controls_; }

private:
    /// What is drawn at the moment.
    struct Frame {
        Settings& settings;
        const PanelContext& context;
        std::vector<Action>& actions;
        std::vector<SettingKey> keys;
    };

    void drawPreset();
    void drawLattice();
    void drawChain();
    void drawPicture();
    void drawPlace();
    void drawColours();
    void drawMeasurements();
    void drawSaving();
    const SettingKey& keyOf(std::string_view name) const;
    void ask(const std::string& setting, const std::string& value) const;
    bool button(const char* name, const std::string& action, const char* control, const char* help);
    void control(const SettingKey& one);
    void control(std::string_view name) { control(keyOf(name)); }
    void choose(const SettingKey& one, const std::string& chosen, const std::string& shown);
    void radio(std::string_view name);
    void slide(const SettingKey& one, const std::string& shown);
    void type(const SettingKey& one);
    void note(const std::string& control);

    const Frame* frame_ = nullptr;
    std::map<std::string, std::array<float, 4>> controls_;
    std::string typed_; ///< the slider whose number is typed
};

} // namespace gaugegl::view
