// exp(i h) U, projected on the group against the growth of rounding errors (lattice/subgroups.glsl).
#include "lattice/algebra.glsl"

uniform FIELD uLink;
uniform FIELD uAlgebra;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Matrix e = exponential(loadAlgebra(uAlgebra, texel));
    storeLink(reunitarised(mul(e, loadLink(uLink, texel))), result);
}
