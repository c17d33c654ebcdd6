// What is written around a drawing: the box with its axes, the colour bar with numbers, and what is shown.
#pragma once

#include "outline.h"
#include "texts.h"

#include <imgui.h>

namespace gaugegl::view {

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
