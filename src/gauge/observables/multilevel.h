// Correlators of two Polyakov loops on the axes by the multilevel algorithm (M. Luescher, P. Weisz, hep-lat/0108014): with the links in space on
// the boundaries of slabs of time slices fixed, the interiors of slabs do not know of each other, and averages over them may be taken before their
// product:
//   C(R) = (1/N^2) < Tr prod over slabs [T(x, R)] >,  [T] the average of two-link operators (host/two_link_operators.h) over updates of the interior.
// Slabs may hold thinner ones, whose products are averaged in turn.
#pragma once

#include "gaugegl/core/heatbath.h"
#include "gaugegl/fields/any_links.h"
#include "host/two_link_operators.h"

#include <cstdint>
#include <optional>

namespace gaugegl {

/// A level: slabs of as many time slices.
struct SlabLevel {
    int thickness = 2; ///< a divisor of the extent in time, and a multiple of that of the level before
    int updates = 0; ///< of the interiors, each followed by a measurement; 0: one measurement of the links as they are
};

/// What is averaged.
struct Multilevel {
    std::vector<SlabLevel> levels; ///< from the thinnest slabs to the thickest
    HeatBath heatBath;             ///< that made the configuration; of plaquettes alone
    int overrelaxation = 1;        ///< sweeps of it after the heat bath of each update
    std::vector<host::LineDistance> distances;

    /// Measurements of the thinnest slabs on one configuration.
    std::int64_t measurements() const;
};

/// Whether the work goes on after so many measurements; asked often.
using MultilevelProgress = std::function<bool(std::int64_t measurements)>;

/// C of each distance on one configuration, from a copy of its links and the Philox numbers of a seed; collective.  Nothing if the work was
/// ended.  Throws InputError for a thickness that does not divide the extent in time, for an action of more than plaquettes, and as updates of
/// links do.
std::optional<std::vector<double>> multilevelCorrelators(const AnyLinks& links, const Multilevel& task,
                                                         std::uint64_t seed, const MultilevelProgress& goesOn);

} // namespace gaugegl
