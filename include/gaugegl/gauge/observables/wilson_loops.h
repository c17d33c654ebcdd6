// Wilson loops W(r, t) on the device: the mean over sites and over the cubic images of r of
//   (1/N) Re tr [ S_r(x) T_t(x+r) S_r(x+t)^dagger T_t(x)^dagger ]
// with the product T_t of t temporal links and the product S_r of the spatial links along a path from x to x+r.  Off
// the axes the path stays near the straight line: step k + 1 of n is in the direction i with the largest lag
//   |r_i| (k + 1) / n - (steps already made in direction i);
// of equal lags, the one with the larger |r_i|, then the first.  Images are permutations and reflections of the axes.
// r and -r have the same loops; the one whose first component of the largest magnitude is positive is used.
#pragma once

#include "gaugegl/fields/any_links.h"

#include <functional>
#include <memory>
#include <vector>

namespace gaugegl {

/// The loops to measure.
struct WilsonLoopRequest {
    int rMax = 8;          ///< largest |r|; at most half the smallest extent in space
    int tMax = 8;          ///< largest t; at most half the extent in time
    bool offAxis = false;  ///< also vectors off the axes, all with |r| <= rMax
    bool multihit = false; ///< temporal links replaced by their means at fixed neighbours, except for |r| = 1
    double beta = 0;       ///< of the Wilson action that made the field, for multihit
};

/// The spatial vectors of a request, from the shortest on: r[0] >= r[1] >= r[2] >= 0.
std::vector<std::array<int, 3>> loopVectors(const WilsonLoopRequest& request);

/// A Wilson loop, averaged over the lattice.
struct WilsonLoop {
    std::array<int, 3> r; ///< r[0] >= r[1] >= r[2] >= 0
    int t;                ///< 1 to tMax
    double value;         ///< W(r, t)
};

/// WilsonLoopMeter::measure() of links on the host.  Throws InputError for sizes out of range, and for multihit.
std::vector<WilsonLoop> wilsonLoops(const host::LinkField& temporal, const host::LinkField& spatial,
                                    const WilsonLoopRequest& request, const std::function<bool()>& goesOn = {});

/// Measures fields of one lattice and group.  Keeps its textures between calls.
class WilsonLoopMeter {
public:
    /// The device must outlive the object.
    WilsonLoopMeter(Device& device, const Lattice& lattice, Group group);

    WilsonLoopMeter(WilsonLoopMeter&&) noexcept;            ///< takes over the textures
    WilsonLoopMeter& operator=(WilsonLoopMeter&&) noexcept; ///< takes over the textures
    ~WilsonLoopMeter();

    /// The loops with spatial links from `spatial` and temporal links from `temporal`, the same field unless one is
    /// smeared.  The order is r from the shortest on, for each t = 1 .. tMax.  Throws InputError for sizes out of
    /// range, and with multihit as MultihitLinks.  `goesOn` is asked often; where it says false, there are no loops.
    std::vector<WilsonLoop> measure(const GaugeField& temporal, const GaugeField& spatial,
                                    const WilsonLoopRequest& request, const std::function<bool()>& goesOn = {});

private:
    class Work;
    std::unique_ptr<Work> work_;
};

} // namespace gaugegl
