// Random numbers that are not uniform, as functions of (seed, purpose, mu, sweep, site): Gaussians and group elements
// with the Haar measure; CONVENTIONS.md, "Random numbers".
#pragma once

#include "gaugegl/core/random.h"
#include "gaugegl/reference/matrix.h"

namespace gaugegl::reference {

/// Four independent Gaussians of mean 0 and variance 1 from the block `draw`: Box and Muller,
/// sqrt(-2 ln u0) (cos, sin)(2 pi u1), sqrt(-2 ln u2) (cos, sin)(2 pi u3).
std::array<double, 4> gaussians(const RandomSite& at, std::uint32_t draw, Precision precision);

/// A Haar distributed element of SU(N).  SU(2): block 0 as a quaternion, normalised.  SU(3): blocks 0, 1, 2 as the
/// rows 0 and 1, made unitary; the direction of a Gaussian vector is uniform, so the rows are.
template<int N>
Matrix<N> randomElement(const RandomSite& at, Precision precision);

} // namespace gaugegl::reference
