// Wilson loops: W(r, t) is the mean over the sites x and over the images of r of
//   (1/N) Re tr [ S_r(x) T_t(x+r) S_r(x+t)^dagger T_t(x)^dagger ],
// T_t(x) the product of t temporal links from x, S_r(x) that of the spatial links along a path from x to x+r.  A path
// takes its steps one by one in the direction where it is farthest behind the straight line; of equal ones, where |r_i|
// is larger, then in the first.  The images are all vectors with the same components up to order and sign, one of each
// v, -v: that whose first component of the largest magnitude is positive.
#pragma once

#include "reference/gauge_field.h"

namespace gaugegl::reference {

/// W(r, t), r[0] >= r[1] >= r[2] >= 0; the fields may differ where links are smeared, and the temporal links need not
/// be in the group.
template<int N>
double wilsonLoop(const GaugeField<N>& temporal, const GaugeField<N>& spatial, const std::array<int, 3>& r, int t);

/// The path from the origin to any vector.
std::vector<Step> spatialPath(const std::array<int, 3>& r);

} // namespace gaugegl::reference
