// The kernels of gauge fixing for AVX-512; CMakeLists.txt asks the compiler for them on x86.
#ifdef __AVX512F__
#include "simd_fixing.h"

gaugegl::host::FixingTables gaugegl::host::avx512Fixing() { return {&fixing<float>, &fixing<double>}; }
#else
#include "fixing_kernels.h"

gaugegl::host::FixingTables gaugegl::host::avx512Fixing() { return {nullptr, nullptr}; }
#endif
