// Group elements with the Haar measure as functions of random numbers: CONVENTIONS.md, "Random numbers".
#pragma once

#include "gaugegl/core/random.h"
#include "reference/matrix.h"

namespace gaugegl::reference {

/// A Haar distributed element of SU(N).  SU(2): block 0 as a quaternion, normalised.  SU(3): blocks 0, 1, 2 as the
/// rows 0 and 1, made unitary; the direction of a Gaussian vector is uniform, so the rows are.
template<int N>
Matrix<N> randomElement(const SiteDraws& draws);
/// From the Philox numbers of a site.
template<int N>
Matrix<N> randomElement(const RandomSite& at, Precision precision)
{
    return randomElement<N>(philoxDraws(at, precision));
}

} // namespace gaugegl::reference
