// Fields in sections of a checkpoint: always those of the whole lattice, whatever ranks share it.
#pragma once

#include "gaugegl/device/plane_texture.h"
#include "io/sections.h"

namespace gaugegl {

/// Adds the bits of a field, which the others send to rank 0 block by block; together, but rank 0 alone writes.
void saveField(SectionWriter& to, const std::string& name, const PlaneTexture& field);
/// Takes from them what this rank holds.  Throws FileError if there is no such section, or if it has another size.
void restoreField(SectionReader& from, const std::string& name, PlaneTexture& field);

} // namespace gaugegl
