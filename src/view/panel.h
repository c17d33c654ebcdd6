// The steering panel: every setting as a slider, a list or a field, and buttons for actions.
#pragma once

#include "actions.h"
#include "pane.h"

#include <imgui.h>
#include <map>

namespace gaugegl::view {

/// What the panel shows besides the settings.
struct PanelContext {
    const Pane& pane;        ///< at work
    bool records = false;    ///< pictures are being written
    std::string preset;      ///< the word of the last preset; empty: none
    std::string savedPrefix; ///< where files are written
};

/// Draws the panel in the current ImGui window.
class Panel {
public:
    /// Changes the settings and appends what the buttons ask for.
    void draw(Settings& settings, const PanelContext& context, std::vector<Action>& actions);
    /// The last places of the controls by name, in pixels: left, top, right, bottom.
    const std::map<std::string, std::array<float, 4>>& controls() const { return controls_; }

private:
    void drawPreset(const PanelContext& context, std::vector<Action>& actions);
    void drawLattice(Settings& settings, std::vector<Action>& actions);
    void drawChain(Settings& settings, const io::StatedAction& action, std::vector<Action>& actions);
    void drawUpdate(Settings& settings, const io::StatedAction& action);
    void drawPace(Settings& settings);
    void drawPicture(Settings& settings, const PanelContext& context);
    void drawPlace(Settings& settings, const Lattice& lattice);
    void drawColours(Settings& settings);
    void drawSaving(const PanelContext& context, std::vector<Action>& actions);
    bool button(const char* name, const char* control, const char* help);
    void slider(const char* control, const std::function<void(const char* id)>& slide,
                const std::function<std::string()>& text, const char* help = "");
    void note(const char* control);

    std::map<std::string, std::array<float, 4>> controls_;
    std::string lattice_; ///< as it is typed
    std::string typed_;   ///< the slider whose number is typed
    std::array<int, 4> shownLattice_ = {};
};

} // namespace gaugegl::view
