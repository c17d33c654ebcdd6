// The kernels for AVX-512; CMakeLists.txt asks the compiler for them on x86.
#ifdef __AVX512F__
#include "simd_kernels.h"

gaugegl::host::KernelTables gaugegl::host::avx512Kernels() { return {&kernels<float>, &kernels<double>}; }
#else
#include "kernels.h"

gaugegl::host::KernelTables gaugegl::host::avx512Kernels() { return {nullptr, nullptr}; }
#endif
