// sum over mu of tr h^2 of the momenta i h of a site, in the first component.
#include "lattice/algebra.glsl"

uniform FIELD uMomentum[4];

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    REAL sum = REAL(0.0);
#for MU in 0 1 2 3
    sum += traceSquare(loadAlgebra(uMomentum[MU], texel));
#end
    result[0] = REAL4(sum, 0.0, 0.0, 0.0);
}
