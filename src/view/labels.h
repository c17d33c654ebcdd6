// What is written around a drawing: the box with its axes, the colour bar with numbers, and what is shown.
#pragma once

#include "scene.h"
#include "texts.h"

#include <imgui.h>

namespace gaugegl::view {

/// A rectangle of the window in ImGui's coordinates, from the upper left corner.
struct Area {
    ImVec2 low;  ///< upper left corner
    ImVec2 high; ///< lower right corner
    /// In ImGui's units.
    float width() const { return high.x - low.x; }
    /// In ImGui's units.
    float height() const { return high.y - low.y; }
};

/// What labels need to know.
struct LabelContext {
    const Settings& settings; ///< of the drawing
    const Lattice& lattice;   ///< extents
    const Take& take;         ///< the picture
    const Scene& scene;       ///< what was unpacked
    Area area;                ///< of the drawing
    float scale = 1;          ///< of letters
};

/// The edges of the volume with x, y, z and their extents, or the axes of the slice.
void drawBox(const LabelContext& context);
/// The colours with at least three numbers, and the unit.
void drawColourBar(const LabelContext& context, const Area& where);

} // namespace gaugegl::view
