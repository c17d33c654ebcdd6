// Lattices by their names in the messages of GoogleTest.
#pragma once

#include "gaugegl/core/lattice.h"

#include <ostream>

namespace gaugegl {

inline void PrintTo(const Lattice& lattice, std::ostream* out) { *out << lattice.name(); }

} // namespace gaugegl
