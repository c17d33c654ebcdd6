// What fields of a lattice take on a device.
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"
#include "report/json.h"

namespace gaugegl {

/// {"lattice", "group", "fields": [{"field", "single_bytes", "double_bytes", "sixteen_bit_bytes"}]}; null where a field
/// is not stored so.  And as a table in MiB.
struct FieldMemory {
    report::Json json;
    std::string table;
};
FieldMemory fieldMemory(const Lattice& lattice, Group group);

} // namespace gaugegl
