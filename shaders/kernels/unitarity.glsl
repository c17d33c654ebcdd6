// The squared distance of the links of a site from the group, mean over the four directions.
#include "lattice/gauge_field.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    REAL sum = REAL(0.0);
#for MU in 0 1 2 3
    sum += unitarityDeviation2(loadLink(uSame[MU], texel));
#end
    result[0] = REAL4(REAL(0.25) * sum, 0.0, 0.0, 0.0);
}
