// The Polyakov loop L = (1/N) tr prod_i U_MU(x + i MU) of a line in direction MU, one per texel of the slice x_MU = 0 (layout.glsl; in x
// each line is there twice, from x = 0 and from x = 1): (Re L, Im L, A, 0), with A = (N^2 |L|^2 - 1) / (N^2 - 1) the loop in the
// adjoint representation.  The sites of a line alternate in parity.
//
// Where ranks divide the direction, a rank multiplies the product of those before it, uLine (CONTINUES), by its LENGTH links, and all
// but the last write the product (PASSES_ON) instead.
#include "lattice/gauge_field.glsl"
#if CONTINUES || PASSES_ON
#include "lattice/full_matrix.glsl"
#endif
#if CONTINUES
uniform FIELD uLine;
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteOfSlice(texel, MU);
    Site next = shifted(x, MU, +1);
#if CONTINUES
    Matrix line = mul(mul(loadFullMatrix(uLine, texel), link(uSame[MU], x)), link(uOther[MU], next));
#else
    Matrix line = mul(link(uSame[MU], x), link(uOther[MU], next));
#endif
    for (int i = 2; i < LENGTH; i += 2) {
        x = shifted(next, MU, +1);
        next = shifted(x, MU, +1);
        line = mul(line, link(uSame[MU], x));
        line = mul(line, link(uOther[MU], next));
    }
#if PASSES_ON
    storeFullMatrix(line, result);
#else
    REAL2 loop = trace(line) / REAL(NC);
    result[0] = REAL4(loop, (REAL(NC * NC) * dot(loop, loop) - 1.0) / REAL(NC * NC - 1), 0.0);
#endif
}
