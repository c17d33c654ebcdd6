#include "host/instruction_set.h"

#include "dispatch.h"

namespace gaugegl::host {
namespace {

bool processorHas(InstructionSet set)
{
    switch (set) {
    case InstructionSet::Baseline:
        return true;
#if defined(__x86_64__)
    case InstructionSet::Avx2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case InstructionSet::Avx512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
#endif
    default:
        return false;
    }
}

KernelTables tables(InstructionSet set)
{
    return compiledFor<KernelTables>(set, {baselineKernels, avx2Kernels, avx512Kernels});
}

} // namespace

std::string name(InstructionSet set)
{
    switch (set) {
    case InstructionSet::Avx512:
        return "AVX-512";
    case InstructionSet::Avx2:
        return "AVX2";
    default:
        return "baseline";
    }
}

std::vector<InstructionSet> availableInstructionSets()
{
    std::vector<InstructionSet> sets;
    for (const InstructionSet set : {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512})
        if (processorHas(set) && tables(set).inDouble != nullptr) sets.push_back(set);
    return sets;
}

InstructionSet bestInstructionSet()
{
    static const InstructionSet best = availableInstructionSets().back();
    return best;
}

template<class T>
const Kernels<T>& kernelsFor(InstructionSet set)
{
    return ofPrecision<T>(tables(set));
}
template const Kernels<float>& kernelsFor<float>(InstructionSet set);
template const Kernels<double>& kernelsFor<double>(InstructionSet set);

} // namespace gaugegl::host
