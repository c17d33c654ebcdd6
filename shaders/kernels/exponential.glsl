// exp(i (uFirst h1 + uSecond h2)) U, projected on the group against the growth of rounding errors (lattice/subgroups.glsl).  If uSecond is 0,
// h2 is not read.
#include "lattice/algebra.glsl"

uniform FIELD uLink;
uniform FIELD uAlgebra;
uniform FIELD uAlgebra2;
uniform REAL uFirst, uSecond;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Algebra h = scaled(uFirst, loadAlgebra(uAlgebra, texel));
    if (uSecond != REAL(0.0)) h = add(h, scaled(uSecond, loadAlgebra(uAlgebra2, texel)));
    storeLink(reunitarised(mul(exponential(h), loadLink(uLink, texel))), result);
}
