// h of i h = uForce [U A]_TA, [M]_TA = (M - M^dagger)/2 minus its trace / N, A the staple sum of U = U_MU(x): the force of a gauge action.
// Stored sums are taken row by row, so that little is held at a time.  If uOld is not 0, plus uOld times the element that uAlgebra holds.
#include "lattice/staples_$STAPLES.glsl"
#include "lattice/algebra.glsl"

uniform REAL uForce, uOld;
uniform FIELD uAlgebra;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
#if STORED
    AlgebraSum sum = zeroAlgebraSum();
#for K below NC
    NO_HOIST
    {
        ROW re, im;
        loadStapleRow(x, K, re, im);
        addProduct(sum, linkToUpdate(x), re, im, K);
    }
#end
    Algebra h = scaled(uForce, algebraPart(sum));
#else
    Matrix sum = stapleMatrix(x);
    Algebra h = scaled(uForce, algebraPart(mul(linkToUpdate(x), sum)));
#endif
    if (uOld != REAL(0.0)) h = add(h, scaled(uOld, loadAlgebra(uAlgebra, texel)));
    storeAlgebra(h, result);
}
