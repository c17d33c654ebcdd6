// Lattice sums of textures to the accuracy of a double, in any precision of the device.
#pragma once

#include "gaugegl/device/kernel.h"
#include "gaugegl/device/readback.h"

#include <array>
#include <map>
#include <optional>
#include <utility>

namespace gaugegl {

/// The four sums of each row of a texture, on the host.
class RowSums {
public:
    /// numbers: of a texture with a texel for each row, in the order of PlaneTexture::download(); one plane of plain
    /// numbers, or two with (hi, lo).
    RowSums(std::vector<double> numbers, int planes) : numbers_(std::move(numbers)), planes_(std::size_t(planes)) {}

    /// The number of rows.
    std::size_t count() const { return numbers_.size() / (4 * planes_); }
    /// The sums over so many rows from the first on, by a binary tree.
    std::array<double, 4> sum(std::size_t first, std::size_t count) const;
    /// The sums over all rows.
    std::array<double, 4> sum() const { return sum(0, count()); }
    /// The largest number of these rows, of component 2 (Reduction::Step::largest).
    double largest(std::size_t first, std::size_t count) const;

private:
    std::vector<double> numbers_;
    std::size_t planes_;
};

/// Four sums on their way to the host.
class PendingSum {
public:
    /// From a texture with a texel for each row of the terms: plain numbers, or (hi, lo) in two planes; and the shape
    /// of the terms.  The device must outlive the object.
    PendingSum(const PlaneTexture& rows, const TextureShape& terms);

    /// Whether they are there; does not wait.  Ranks that share a lattice always say yes, all alike.
    bool ready() const { return terms_.ghosts.shared() || rows_.ready(); }
    /// Those of the rows of all ranks; waits until they are there.
    RowSums rows() const;
    /// The sums; waits until they are there.
    std::array<double, 4> values() const { return rows().sum(); }

private:
    Readback rows_;
    int planes_;
    TextureShape terms_;
    const Device* device_;
};

/// Several that belong together, such as those of the two parities.
using PendingSums = std::vector<PendingSum>;
/// Whether all of them are there; does not wait.
bool ready(const PendingSums& sums);
/// Their sum; waits until they are there.
std::array<double, 4> total(const PendingSums& sums);

/// Adds up the texels of one-plane textures, component by component, as two-float sums, in one order: a binary tree in
/// each row, then one over the rows (CONVENTIONS.md, Lattice sums).  What a thread, a work group and a pass add follows
/// from the device and the factor, and changes no bit.  Where a work group can add all, one pass does.  The tree over rows
/// is done where the sum is wanted: on the device in its two-float numbers, on the host in double precision.
class Reduction {
public:
    /// fold: how many texels a thread adds at most, 2, 4, 8, 16 or 32; none: those that suit the device,
    /// by its tuner for each shape of terms.  Throws InputError for others.
    explicit Reduction(Device& device, std::optional<int> fold = {});

    /// The four sums over all texels of one texture.
    std::array<double, 4> sum(const PlaneTexture& terms) { return begin(terms).values(); }

    /// The four sums, without waiting for the device.
    PendingSum begin(const PlaneTexture& terms) { return {along(0, terms, foldFor(terms)), terms.shape()}; }

    /// The sums of numbers that are not negative, without waiting for the device; component 2 of the rows is the largest of component 1.
    PendingSum beginWithLargest(const PlaneTexture& terms);

    /// The four sums, left on the device: (hi, lo) in one texel of two planes; of terms of several vectors, each of as many
    /// columns, in one for each.  Several: not of lattices that ranks share.
    void sum(const PlaneTexture& terms, PlaneTexture& out, int vectors = 1);

    /// What a pass adds up to a texel.
    struct Step {
        int axis = 0;         ///< 0: columns; 1: rows; 2: both
        int fold = 1;         ///< texels of a lane
        int lanes = 1;        ///< of a work group that share a texel; 1 on the fragment path
        int planes = 1;       ///< of the terms: 1 plain numbers, 2 sums of a pass before
        bool largest = false; ///< component 2 is the largest term of component 1 instead of a sum
        int vectors = 1;      ///< of columns: they are those of so many vectors
        bool operator==(const Step&) const = default; ///< Equal numbers.
    };
    /// The passes that add up lines of so many texels, at least one unless extent is 1, and the texels of a line after
    /// each.
    static std::vector<std::pair<Step, int>> steps(Path path, int fold, int axis, int extent);
    /// The pass that adds up so many columns and rows at once, where a work group can.
    static std::optional<Step> wholeStep(Path path, int fold, int width, int height);
    /// The kernel of a pass.
    static KernelSpec spec(Path path, const Step& step);
    /// All kernels of sums over textures of this shape.
    static std::vector<KernelSpec> kernels(Path path, const TextureShape& shape);
    /// Of a texel of the terms, on the way to one texel for each row.
    static KernelCost cost(Path path, int fold, const TextureShape& shape);
    /// The factor that suits a device, where nothing is tuned.
    static int defaultFold(const Device& device);

private:
    /// The sums along an axis; the terms themselves if they have a single texel there.
    const PlaneTexture& along(int axis, const PlaneTexture& terms, int fold, bool largest = false, int vectors = 1);
    int foldFor(const PlaneTexture& terms, int vectors = 1);
    void sumWith(int fold, const PlaneTexture& terms, PlaneTexture& out, int vectors);
    void run(const Step& step, int extent, const PlaneTexture& terms, PlaneTexture& out);
    PlaneTexture& stage(const TextureShape& shape);

    Device* device_;
    std::optional<int> fold_;                           ///< for all terms; none: folds_
    std::map<std::pair<int, int>, int> folds_;          ///< by width and height of the terms
    std::vector<std::unique_ptr<PlaneTexture>> stages_; // one of each shape
    PreparedKernels<std::pair<Step, GhostRows>> kernels_;
};

} // namespace gaugegl
