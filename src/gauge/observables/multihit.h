// Multihit (Parisi, Petronzio and Rapuano, Phys. Lett. B 128 (1983) 418): links of a loop that share no term of the
// action may each be replaced by their mean at fixed neighbours,
//   <U> = int dU U exp(beta/N Re tr U A) / int dU exp(beta/N Re tr U A).
// This reduces the noise and leaves the expectation value unchanged.
#pragma once

#include "gaugegl/fields/gauge_field.h"

namespace gaugegl {

/// Planes of such a mean, which is no group element: SU(2) a quaternion, SU(3) two planes for each row (as a stored
/// staple sum).
constexpr int multihitPlanes(Group group) { return traits(group).matrixPlanes; }

/// The mean temporal links of a field under the Wilson action.  A Wilson loop with R >= 2 may use them on both temporal
/// sides; a loop with R = 1 may not, because its sides share plaquettes.  Actions with rectangles are not supported,
/// because neighbouring links of a line then share loops.
class MultihitLinks {
public:
    /// Computes the means.  SU(2): V I_2(beta k) / I_1(beta k), A^dagger = k V.  SU(3): the contour integral of de
    /// Forcrand and Roiesnel (Phys. Lett. B 151 (1985) 77) by the trapezoidal rule, to the rounding of the device.
    /// Throws InputError unless beta is positive and at most 100.
    MultihitLinks(const GaugeField& u, double beta);

    /// <U_3(x)> at the sites of one parity, in multihitPlanes() planes.
    const PlaneTexture& links(int parity) const { return parity == 0 ? even_ : odd_; }

private:
    PlaneTexture even_, odd_;
};

} // namespace gaugegl
