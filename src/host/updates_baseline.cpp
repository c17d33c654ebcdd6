// The updates of links for the instructions that the rest of the library is compiled for.
#include "simd_update.h"

gaugegl::host::UpdateTables gaugegl::host::baselineUpdates() { return {&updates<float>, &updates<double>}; }
