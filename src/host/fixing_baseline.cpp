// The kernels of gauge fixing for the instructions that the rest of the library is compiled for.
#include "simd_fixing.h"

gaugegl::host::FixingTables gaugegl::host::baselineFixing() { return {&fixing<float>, &fixing<double>}; }
