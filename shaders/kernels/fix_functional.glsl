// (functional, theta, 0, 0) of the sites of a parity.
#include "lattice/fixing.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    result[0] = REAL4(qualityOf(siteAt(texel)), 0.0, 0.0);
}
