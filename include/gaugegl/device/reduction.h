// Lattice sums of textures to the accuracy of a double, in any precision of the device.
#pragma once

#include "gaugegl/device/kernel.h"
#include "gaugegl/device/readback.h"

#include <array>

namespace gaugegl {

/// The fold factor of the fragment path and of a compute thread: the fastest in `gaugegl bench --filter fold`.
constexpr int defaultFold = 8;

/// Four sums on their way to the host.
class PendingSum {
public:
    /// From the texels, few enough to be added on the host, of a texture of (hi, lo).
    explicit PendingSum(const PlaneTexture& parts) : parts_(parts) {}

    /// Whether they are there; does not wait.
    bool ready() const { return parts_.ready(); }
    /// The sums; waits until they are there.
    std::array<double, 4> values() const;

private:
    Readback parts_;
};

/// Several that belong together, such as those of the two parities.
using PendingSums = std::vector<PendingSum>;
/// Whether all of them are there; does not wait.
bool ready(const PendingSums& sums);
/// Their sum; waits until they are there.
std::array<double, 4> total(const PendingSums& sums);

/// Adds up the texels of one-plane textures, component by component, as two-float sums: by repeated folding (factor 2,
/// 4, 8 or 16) on the fragment path, by trees in shared memory on the compute path; the last 64 texels at most are
/// added on the host.  The order of summation depends on nothing but the shape, the path and the factor.
class Reduction {
public:
    /// Throws InputError unless fold is 2, 4, 8 or 16.
    explicit Reduction(Device& device, int fold = defaultFold);

    /// The four sums over all texels of one texture.
    std::array<double, 4> sum(const PlaneTexture& terms) { return begin(terms).values(); }

    /// The same, without waiting for the device.
    PendingSum begin(const PlaneTexture& terms);

    /// The four sums, left on the device: (hi, lo) in one texel of two planes.
    void sum(const PlaneTexture& terms, PlaneTexture& out);

    /// The kernel of one step; the first step reads plain numbers, later ones two-float sums.
    static KernelSpec spec(Path path, int fold, bool first);

private:
    /// The number of texels in each direction that a step adds up to one.
    int step() const;
    /// Folds until done(texture) is true; returns the last stage, or the terms if none was needed.
    template<class Done>
    const PlaneTexture* folded(const PlaneTexture& terms, const Done& done);
    PlaneTexture& stage(std::size_t index, const TextureShape& shape);

    Device* device_;
    int fold_;
    std::vector<std::unique_ptr<PlaneTexture>> stages_; // reused for sums of the same shape
};

} // namespace gaugegl
