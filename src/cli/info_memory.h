// What fields of a lattice take on a device, for `gaugegl info --lattice`.
#pragma once

#include "report.h"

#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"

namespace gaugegl::cli {

/// {"lattice", "group", "fields": [{"field", "single_bytes", "double_bytes", "sixteen_bit_bytes"}]}; null where a field
/// is not stored so.
Json fieldMemory(const Lattice& lattice, Group group);

/// What fieldMemory() returned, as a table in MiB.
std::string fieldMemoryTable(const Json& memory);

} // namespace gaugegl::cli
