// What fields of a lattice take on a device, for `gaugegl info --lattice`.
#pragma once

#include "report.h"

#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"

namespace gaugegl::cli {

/// {"lattice", "group", "fields": [{"field", "single_bytes", "double_bytes", "sixteen_bit_bytes"}]}; null where a field
/// is not stored so.  And as a table in MiB.
struct FieldMemory {
    Json json;
    std::string table;
};
FieldMemory fieldMemory(const Lattice& lattice, Group group);

} // namespace gaugegl::cli
