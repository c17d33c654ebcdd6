// The instruction sets for which the host operators are compiled: src/host/simd_kernels.h is compiled once for each,
// and the best one that the processor supports is chosen at run time.
#pragma once

#include <string>
#include <vector>

namespace gaugegl::host {

/// In order of preference, the best one last.  Baseline is what the rest of the library is compiled for.
enum class InstructionSet { Baseline, Avx2, Avx512 };

/// "baseline", "AVX2" or "AVX-512".
std::string name(InstructionSet set);
/// The sets that this library was compiled for and this processor supports, in the order above.
std::vector<InstructionSet> availableInstructionSets();
/// The last of availableInstructionSets().
InstructionSet bestInstructionSet();

} // namespace gaugegl::host
