// The kernels for the instructions that the rest of the library is compiled for.
#include "simd_kernels.h"

gaugegl::host::KernelTables gaugegl::host::baselineKernels() { return {&kernels<float>, &kernels<double>}; }
