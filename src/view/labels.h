// What is written around a drawing: the box with its axes, the colour bar with numbers, and what is shown.
#pragma once

#include "scene.h"

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

/// What the numbers of a quantity are.
std::string unitOf(Quantity quantity);

/// The coupling and the action of links, "Wilson action, beta = 2.4" with the Greek letter; what is not known is said
/// to be unknown.
std::string actionText(const io::StatedAction& action);

/// A number with a real minus sign instead of the hyphen.
std::string withMinusSign(std::string number);

/// Numbers such as 0.25, 2.5e-05, 1200: short, at most `digits` digits.
std::string shortNumber(double value, int digits = 3);

} // namespace gaugegl::view
