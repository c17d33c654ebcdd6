// The path of a device that is to find it itself: some cards, those of data centres above all, rasterise slowly, so that fragment
// shaders take many times as long as compute shaders; on others it is the other way round.
#pragma once

#include "device/tuner.h"

namespace gaugegl {

/// What a store answers for the path on this card, this driver and in this precision.  Where it has no answer both paths are timed by
/// seconds(path), which is nothing for one that does not build, and the faster one is kept there.  `rule`, what is taken without
/// tuning, where a signal stops it or neither builds.
Path fastestPath(TuningStore& store, TuningKey key, Path rule,
                 const std::function<std::optional<double>(Path)>& seconds, const TuningWatch& watch);

} // namespace gaugegl
