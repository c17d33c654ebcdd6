// The loops of gauge actions, straight from the paths of their shapes.
#pragma once

#include "gaugegl/core/gauge_action.h"
#include "reference/gauge_field.h"

#include <vector>

namespace gaugegl::reference {

/// Steps one after the other.
using Path = std::vector<Step>;

/// The loops of a shape from a site: one of the two orientations and of the starting points of each, so that over all
/// sites every loop comes once.
const std::vector<Path>& loopsOf(LoopShape shape);

/// The staples of the link U_mu(x): paths from x+mu back to x that close a loop of the shape with the link.
const std::vector<Path>& staplesOf(LoopShape shape, int mu);

} // namespace gaugegl::reference
