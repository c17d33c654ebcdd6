// Fills the ghosts of fields with what the neighbouring ranks have.
#pragma once

#include "gaugegl/device/plane_texture.h"

namespace gaugegl {

/// Fills ghosts at least this wide, in sites, of all these fields, those in z before those in t, so that corners are
/// filled too.  All ranks call it with fields of the same shapes and states.  Throws std::logic_error where fields have
/// not so many.
void fillGhosts(const std::vector<const PlaneTexture*>& fields, int width);

/// Whether some ghosts of so many sites are not filled.
bool lacksGhosts(const PlaneTexture& field, int width);

} // namespace gaugegl
