// The kernels of gauge fixing for AVX2 and FMA; CMakeLists.txt asks the compiler for them on x86.
#ifdef __AVX2__
#include "simd_fixing.h"

gaugegl::host::FixingTables gaugegl::host::avx2Fixing() { return {&fixing<float>, &fixing<double>}; }
#else
#include "fixing_kernels.h"

gaugegl::host::FixingTables gaugegl::host::avx2Fixing() { return {nullptr, nullptr}; }
#endif
