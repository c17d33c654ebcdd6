// The kernels on links for the instructions that the rest of the library is compiled for.
#include "simd_links.h"

const gaugegl::host::LinkKernels* gaugegl::host::baselineLinks() { return &links; }
