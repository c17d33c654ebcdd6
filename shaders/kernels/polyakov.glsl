// The Polyakov loop L(x) = (1/N) tr prod_t U_3(x, t), one spatial site per texel of the slice t = 0:
// (Re L, Im L, A, 0), with A = (N^2 |L|^2 - 1) / (N^2 - 1) the loop in the adjoint representation.
// The sites (x, y, z, t) for t = 0, 1, ... alternate in parity.
//
// Where ranks divide t, a rank multiplies the product of those before it, uLine (CONTINUES), by its LENGTH links, and all but the last
// write the product (PASSES_ON) instead.
#include "lattice/gauge_field.glsl"
#if CONTINUES || PASSES_ON
#include "lattice/full_matrix.glsl"
#endif
#if CONTINUES
uniform FIELD uLine;
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteOfSlice(texel, 3);
    Site next = shifted(x, 3, +1);
#if CONTINUES
    Matrix line = mul(mul(loadFullMatrix(uLine, texel), link(uSame[3], x)), link(uOther[3], next));
#else
    Matrix line = mul(link(uSame[3], x), link(uOther[3], next));
#endif
    for (int i = 2; i < LENGTH; i += 2) {
        x = shifted(next, 3, +1);
        next = shifted(x, 3, +1);
        line = mul(line, link(uSame[3], x));
        line = mul(line, link(uOther[3], next));
    }
#if PASSES_ON
    storeFullMatrix(line, result);
#else
    REAL2 loop = trace(line) / REAL(NC);
    result[0] = REAL4(loop, (REAL(NC * NC) * dot(loop, loop) - 1.0) / REAL(NC * NC - 1), 0.0);
#endif
}
