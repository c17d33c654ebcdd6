// Passes of gauge fixing over a field, and the measurements between them.
#pragma once

#include "gauge/fixing/fixing_kernels.h"
#include "gaugegl/device/reduction.h"

#include <optional>

namespace gaugegl {

/// The accumulated transformation g(x) on both parities; two sets of textures, like those of the links.
class TransformationField {
public:
    /// g = 1.
    TransformationField(Device& device, const Lattice& lattice, Group group);

    /// The current transformation on one parity.
    const PlaneTexture& of(int parity) const { return *now_[std::size_t(parity)]; }
    /// The second set, which a step writes.
    PlaneTexture& next(int parity) { return *next_[std::size_t(parity)]; }
    /// Swaps the two sets.
    void advance(int parity) { std::swap(now_[std::size_t(parity)], next_[std::size_t(parity)]); }

private:
    std::array<std::unique_ptr<PlaneTexture>, 2> now_, next_;
};

/// A measurement of a field in flight to the host.
struct FixingMeasurement {
    int iteration = 0; ///< at which it was measured
    Gauge gauge;       ///< whose functional
    PendingSum even;   ///< of (functional, theta) of the even sites, with the largest theta
    PendingSum odd;    ///< of (functional, theta) of the odd sites, with the largest theta
};

/// The result of a measurement.
struct MeasuredSlices {
    FixingState state;         ///< of the whole field
    std::vector<double> theta; ///< of every t: mean over its sites
};

/// The passes of gauge fixing with their textures: the second set of links, one transformation, densities.
class FixingPasses {
public:
    /// The device must outlive the object.  No kernels: as the granularity says.
    FixingPasses(Device& device, const Lattice& lattice, Group group, FixingGranularity granularity,
                 std::optional<FixingKernels> kernels = {});

    /// The device that it runs on.
    Device& device() const { return *device_; }
    /// Extents.
    const Lattice& lattice() const { return lattice_; }
    /// SU(2) or SU(3).
    Group group() const { return group_; }

    /// Both parities of these rows; `sum`, if there is one, gets the transformations.
    void iterate(GaugeField& u, Gauge gauge, const FixingStep& step, std::uint64_t seed,
                 const std::vector<RowRange>& rows, TransformationField* sum = nullptr);
    /// The kernels that iterate() runs.
    FixingKernels kernels(const GaugeField& u, Gauge gauge, FixingStep::Kind kind);

    /// Copies the first sets to the second in these rows, which further iterations skip.
    void settle(const GaugeField& u, int directions, const RowRange& rows, TransformationField* sum);

    /// Starts a measurement of functional and theta; only these rows are recomputed.
    FixingMeasurement ask(const GaugeField& u, Gauge gauge, int iteration, const std::vector<RowRange>& rows);
    /// Waits for the result of a measurement.
    MeasuredSlices answer(const FixingMeasurement& measurement) const;

    /// All rows of this rank.
    std::vector<RowRange> everyRow() const { return {{0, lattice_.share().extents[2] * lattice_.share().extents[3]}}; }
    /// Those of a time slice; none where other ranks have it.
    RowRange rowsOf(int t) const
    {
        const Share& share = lattice_.share();
        const int here = t - share.origin[3], rows = share.extents[2];
        return here >= 0 && here < share.extents[3] ? RowRange{here * rows, rows} : RowRange{0, 0};
    }

private:
    /// The parameters of a pass over one parity.
    struct Pass {
        Gauge gauge = Gauge::Landau;
        int parity = 0;
        FixingKernels kernels = FixingKernels::TwoStep;
        FixingStep step;
        std::uint64_t seed = 1;
        std::vector<RowRange> rows;
    };

    PlaneTexture& other(int mu, int parity);
    std::vector<PlaneTexture*> targets(int directions, int parity);
    Kernel stepKernel(const GaugeField& u, const Pass& pass, int subgroup) const;
    void write(const GaugeField& u, const Pass& pass, int subgroup);
    void writeTransformed(const GaugeField& u, const Pass& pass, int subgroup);
    void advance(GaugeField& u, const Pass& pass, TransformationField* sum);
    bool fits(Gauge gauge) const;
    FixingKernels chosen(const GaugeField& u, Gauge gauge, FixingStep::Kind kind);

    Device* device_;
    Lattice lattice_;
    Group group_;
    FixingGranularity granularity_;
    std::optional<FixingKernels> wanted_;
    std::map<std::pair<Gauge, FixingStep::Kind>, FixingKernels> choices_;
    std::array<std::unique_ptr<PlaneTexture>, 8> other_; // made when they are needed
    std::unique_ptr<PlaneTexture> transformation_;       // or rotation
    PlaneTexture even_, odd_;
    Reduction reduction_;
};

/// U_mu <- g(x) U_mu g(x+mu)^dagger for links mu = first .. 3.
void transformLinks(GaugeField& u, const PlaneTexture& even, const PlaneTexture& odd, int first);

} // namespace gaugegl
