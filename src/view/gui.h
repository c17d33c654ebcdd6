// Dear ImGui on the functions of gaugegl's context: its triangles are drawn with what core OpenGL 3.3 has, with a
// window or without.
#pragma once

#include "drawing.h"

#include <imgui.h>

namespace gaugegl::view {

/// The interface's context, letters and drawing.  One at a time.
class Gui {
public:
    /// Letters `scale` times as large as usual.  The context must outlive the object.
    Gui(const DrawContext& drawing, float scale);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    /// Draws what ImGui::Render() has made onto the target.
    void draw(const DrawTarget& target) const;
    /// Of the letters.
    float scale() const { return scale_; }

private:
    void drawList(const ImDrawList& list, const ImDrawData& data, const DrawTarget& target) const;

    /// ImGui's own state, which must be there before its letters are.
    struct State {
        State();
        ~State();
        State(const State&) = delete;
        State& operator=(const State&) = delete;
    };

    const DrawContext* drawing_;
    const gl::Context* context_;
    float scale_;
    State state_;
    DrawProgram program_;
    gl::VertexArray array_;
    gl::Buffer vertices_, indices_;
    std::unique_ptr<HostTexture> letters_;
};

} // namespace gaugegl::view
