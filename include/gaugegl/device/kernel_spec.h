// The specification of a kernel: a file of shaders/kernels/ and the defines that choose its variant.
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"
#include "gaugegl/device/kernel_cost.h"
#include "gaugegl/device/layout.h"
#include "gaugegl/gl/shader_source.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace gaugegl {

/// The layers of a result that one pass writes.
struct LayerRange {
    int first = 0; ///< number of the first layer
    int count = 0; ///< of layers
};

/// The threads of a work group on the compute path.
struct WorkGroup {
    int x = 8;       ///< texels in x
    int y = 8;       ///< texels in y
    int threads = 1; ///< that share a texel; more than one only in kernels that support it

    /// Equal numbers.
    bool operator==(const WorkGroup&) const = default;
};

/// A field that a kernel writes.
struct Target {
    int planes = 1;                         ///< of the kernel's result
    FieldFormat format = FieldFormat::Real; ///< how they are stored

    /// Equal numbers.
    bool operator==(const Target&) const = default;
};

/// A kernel and its defines, from which a program is compiled.
struct KernelSpec {
    std::string kernel;               ///< shaders/kernels/KERNEL.glsl
    std::string label;                ///< names the variant in reports and dumps, e.g. "heatbath-su3-mu0"
    gl::Defines defines;              ///< all except those of path, precision and result
    int resultPlanes = 1;             ///< planes that it writes
    std::vector<Target> targets = {}; ///< fields among which the planes are divided; none: one of all planes
    WorkGroup group = {};             ///< compute path
    int planesPerPass = 0;    ///< results are written in passes of so many planes; 0: as few passes as the path allows
    bool tree = false;        ///< compute path: the threads of a work group in x sum up one texel (entry/tree.glsl)
    bool inPlace = false;     ///< compute path: writes behind other planes of a texture that it also reads
    bool ownTargets = false;  ///< compute path: each of the threads that share a texel writes a target, which are alike
    bool scatters = false;    ///< compute path: says where in each target it writes (entry/compute.glsl)
    bool sixteenBits = false; ///< reads or writes numbers of 16 bits, which lie in textures alone
    CostModel cost = {};      ///< of a site of the result, unless the kernel's header says otherwise
    /// Of kernels that know the lattice (latticeDefines): how far from its own site, in each direction, the kernel reads
    /// fields.  Where ranks share the lattice, so many slices of ghosts are filled before.
    int reach = 1;
    std::set<std::string> ownSite = {};        ///< the fields that such a kernel reads at its own site alone
    std::map<std::string, int> constants = {}; ///< uniforms whose values belong to the variant; Kernel sets them
    std::string text = {}; ///< the kernel itself, where it is the caller's and none of shaders/kernels

    /// The targets, at least one.
    std::vector<Target> fields() const { return targets.empty() ? std::vector{Target{resultPlanes}} : targets; }
};

/// The most layers that a fragment pass writes: the minimum that OpenGL 3.3 guarantees.  OpenGL ES 3.0 promises four.
constexpr int maximumTargets = 8;

/// How fields are stored on a device.
struct Layout {
    Storage storage = Storage::Texture; ///< Buffer on the compute path only
    int chunks = 1;                     ///< buffers among which the fields are divided (buffer_heap.h)
    bool images = false;                ///< textures of the format Real: read as images (OpenGL 4.3)
    bool biasedNorms = false; ///< BlockFloat16 fields are RGBA16 with a bias: the driver cannot render to RGBA16_SNORM
};

/// The registers per thread.  Few: the 63 of NVIDIA's Fermi and smaller Kepler cards, on which kernels that hold whole
/// matrices spill to memory.
enum class Registers { Many, Few };

/// The number of layers of a plane: two for textures in double precision, else one.
constexpr int layersPerPlane(Precision precision, Storage storage)
{
    return precision == Precision::Double && storage == Storage::Texture ? 2 : 1;
}

/// Planes of a field in units of one in single precision: planes of 16 bits count half, the layer of norms too.
constexpr double costPlanes(int planes, FieldFormat format)
{
    if (format == FieldFormat::Real) return planes;
    return 0.5 * (planes + (format == FieldFormat::BlockFloat16 ? 1 : 0));
}

/// Layers in which a field is stored.
constexpr int layersOf(const Target& target, Precision precision, Storage storage)
{
    if (target.format == FieldFormat::Real) return target.planes * layersPerPlane(precision, storage);
    return target.planes + (target.format == FieldFormat::BlockFloat16 ? 1 : 0);
}

/// The passes in which the result of a kernel is written: as planesPerPass asks, or else one on the compute path and
/// slices of at most `targets` layers on the fragment path (Device::targetsOfPass).
std::vector<LayerRange> passes(const KernelSpec& spec, Path path, Precision precision,
                               Storage storage = Storage::Texture, int targets = maximumTargets);

/// The final source of one pass.
gl::ShaderSource kernelSource(const KernelSpec& spec, Path path, Precision precision, const LayerRange& layers,
                              const Layout& layout = {});

/// The vertex shader of the fragment path.
gl::ShaderSource vertexSource();

/// The compute path's work group: 8 x 8 threads.
constexpr int groupEdge = 8;

} // namespace gaugegl
