// The instruction sets for which the operators of the host are compiled: one text, src/host/simd_kernels.h, compiled
// once for each, of which the processor chooses when the program runs.
#pragma once

#include <string>
#include <vector>

namespace gaugegl::host {

/// In order of preference, the best one last.  Baseline is what the rest of the library is compiled for.
enum class InstructionSet { Baseline, Avx2, Avx512 };

/// "baseline", "AVX2" or "AVX-512".
std::string name(InstructionSet set);
/// Those that this library was compiled for and this processor has, in the order above.
std::vector<InstructionSet> availableInstructionSets();
/// The last of these.
InstructionSet bestInstructionSet();

} // namespace gaugegl::host
