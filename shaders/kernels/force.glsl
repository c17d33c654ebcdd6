// h of i h = uForce [U A]_TA, [M]_TA = (M - M^dagger)/2 minus its trace / N, A the staple sum of U = U_MU(x): the force of a gauge action.
// If uOld is not 0, plus uOld times the element that uAlgebra holds.
#include "lattice/staples_$STAPLES.glsl"
#include "lattice/algebra.glsl"

uniform REAL uForce, uOld;
uniform FIELD uAlgebra;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    Matrix sum = stapleMatrix(x);
    Algebra h = scaled(uForce, algebraPart(mul(linkToUpdate(x), sum)));
    if (uOld != REAL(0.0)) h = add(h, scaled(uOld, loadAlgebra(uAlgebra, texel)));
    storeAlgebra(h, result);
}
