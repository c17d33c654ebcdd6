// The kernels for AVX2 and FMA; CMakeLists.txt asks the compiler for them on x86.
#ifdef __AVX2__
#include "simd_kernels.h"

gaugegl::host::KernelTables gaugegl::host::avx2Kernels() { return {&kernels<float>, &kernels<double>}; }
#else
#include "kernels.h"

gaugegl::host::KernelTables gaugegl::host::avx2Kernels() { return {nullptr, nullptr}; }
#endif
