// h of i h = uForce [U A]_TA, [M]_TA = (M - M^dagger)/2 minus its trace / N, A the staple sum of U = U_MU(x): the force of a gauge action.
// ACCUMULATE: plus uOld times the element that uAlgebra holds.
#include "lattice/staples_$STAPLES.glsl"
#include "lattice/algebra.glsl"

uniform REAL uForce;
#if ACCUMULATE
uniform REAL uOld;
uniform PLANES uAlgebra;
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    Matrix sum = stapleMatrix(x);
    Algebra h = scaled(uForce, algebraPart(mul(linkToUpdate(x), sum)));
#if ACCUMULATE
    h = add(h, scaled(uOld, loadAlgebra(uAlgebra, texel)));
#endif
    storeAlgebra(h, result);
}
