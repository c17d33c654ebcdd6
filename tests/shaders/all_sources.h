// The final sources of all kernels, for the tests that hand them to other compilers.
#pragma once

#include "checks/copy.h"
#include "fermion/kernels.h"
#include "gaugegl/gauge/kernels.h"
#include "gaugegl/gl/shader_source.h"
#include "hmc/kernels.h"

#include <string>
#include <vector>

namespace gaugegl::testing_support {

struct NamedSource {
    std::string name;
    gl::ShaderSource source;
};

/// Power-of-two extents take shifts and masks, others compare and select.
inline std::vector<Lattice> bothKindsOfLattice() { return {Lattice({4, 6, 8, 10}), Lattice({16, 16, 16, 16})}; }

/// Every pass of every kernel of a group on a lattice, and copies of every format; names are unique for a lattice,
/// group, path and precision.  Of bothKindsOfLattice() one has the fermions of SU(2) and the other those of SU(3),
/// whose kernels treat sites alike.
inline std::vector<NamedSource> allSources(Group group, const Lattice& lattice, Path path, Precision precision)
{
    std::vector<KernelSpec> specs = allKernels(group, lattice, path, precision);
    if (lattice != bothKindsOfLattice()[group == Group::SU2 ? 1 : 0])
        for (KernelSpec& spec : fermionKernels(group, lattice, path, precision))
            specs.push_back(std::move(spec));
    for (KernelSpec& spec : hmcKernels(group, lattice, precision))
        specs.push_back(std::move(spec));
    std::vector<NamedSource> sources;
    for (const KernelSpec& spec : specs)
        for (const LayerRange& layers : passes(spec, path, precision))
            sources.push_back({spec.label + "-" + lattice.name() + "-layer" + std::to_string(layers.first),
                               kernelSource(spec, path, precision, layers)});
    if (group == Group::SU2 && precision == Precision::Single) // what does not depend on the group is listed once
        for (const CopyFormat& format : allCopyFormats())
            if (copies(format, path)) sources.push_back({copyLabel(format), copySource(format, path)});
    return sources;
}

} // namespace gaugegl::testing_support
