// The updates of links for AVX-512; CMakeLists.txt asks the compiler for them on x86.
#ifdef __AVX512F__
#include "simd_update.h"

gaugegl::host::UpdateTables gaugegl::host::avx512Updates() { return {&updates<float>, &updates<double>}; }
#else
#include "update_kernels.h"

gaugegl::host::UpdateTables gaugegl::host::avx512Updates() { return {nullptr, nullptr}; }
#endif
