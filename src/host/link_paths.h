// Links as walks along paths read them (link_kernels.h), and the paths of the loops of actions.
#pragma once

#include "gaugegl/core/gauge_action.h"
#include "host/link_field.h"
#include "update_kernels.h"

namespace gaugegl::host {

/// The links of a field that no other rank shares; they must outlive the result.
template<class T>
LinksAndNeighbours<T> around(const LinksOf<T>& u);

/// The staples of the links in a direction, in one order.
std::vector<StaplePath> staplePaths(const GaugeAction& action, int mu);

/// A closed path of m steps in a direction, n in another one, and back; negative directions are backwards.
std::vector<std::int8_t> rectanglePath(int first, int m, int second, int n);

/// Throws InputError for a lattice that ranks share.
void requireAlone(const BlockLayout& layout, const char* what);

} // namespace gaugegl::host
