// The kernels on links for AVX2 and FMA; CMakeLists.txt asks the compiler for them on x86.
#ifdef __AVX2__
#include "simd_links.h"

const gaugegl::host::LinkKernels* gaugegl::host::avx2Links() { return &links; }
#else
#include "link_kernels.h"

const gaugegl::host::LinkKernels* gaugegl::host::avx2Links() { return nullptr; }
#endif
