// The updates of links for AVX2 and FMA; CMakeLists.txt asks the compiler for them on x86.
#ifdef __AVX2__
#include "simd_update.h"

gaugegl::host::UpdateTables gaugegl::host::avx2Updates() { return {&updates<float>, &updates<double>}; }
#else
#include "update_kernels.h"

gaugegl::host::UpdateTables gaugegl::host::avx2Updates() { return {nullptr, nullptr}; }
#endif
