// The kernels on links for AVX-512; CMakeLists.txt asks the compiler for them on x86.
#ifdef __AVX512F__
#include "simd_links.h"

const gaugegl::host::LinkKernels* gaugegl::host::avx512Links() { return &links; }
#else
#include "link_kernels.h"

const gaugegl::host::LinkKernels* gaugegl::host::avx512Links() { return nullptr; }
#endif
