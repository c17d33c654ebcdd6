// Multihit (Parisi, Petronzio and Rapuano, Phys. Lett. B 128 (1983) 418): in the mean of a loop, links that share no
// term of the action may each be replaced by their mean at fixed neighbours, <U> = int dU U exp(beta/N Re tr U A) / int
// dU exp(beta/N Re tr U A), which removes noise and no signal.
#pragma once

#include "gaugegl/fields/gauge_field.h"

namespace gaugegl {

/// Planes of such a mean, which is no group element: SU(2) a quaternion, SU(3) two planes for each row (as a stored
/// staple sum).
constexpr int multihitPlanes(Group group) { return traits(group).matrixPlanes; }

/// The mean temporal links of a field under the Wilson action.  A Wilson loop of R >= 2 may use them on both its sides;
/// not one of R = 1, whose sides share plaquettes.  Nor is there one for actions with rectangles: neighbouring links of
/// a line then share loops.
class MultihitLinks {
public:
    /// Computes them.  SU(2): V I_2(beta k) / I_1(beta k), A^dagger = k V.  SU(3): the contour integral of de Forcrand
    /// and Roiesnel (Phys. Lett. B 151 (1985) 77) by the trapezoidal rule, to the rounding of the device.  Throws
    /// InputError unless beta is positive and at most 100.
    MultihitLinks(const GaugeField& u, double beta);

    /// <U_3(x)> of the sites of one parity, multihitPlanes() planes.
    const PlaneTexture& links(int parity) const { return parity == 0 ? even_ : odd_; }

private:
    PlaneTexture even_, odd_;
};

} // namespace gaugegl
