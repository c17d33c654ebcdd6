// The Polyakov loop L(x) = (1/N) tr prod_t U_3(x, t), one spatial site per texel of the slice t = 0:
// (Re L, Im L, A, 0), with A = (N^2 |L|^2 - 1) / (N^2 - 1) the loop in the adjoint representation.
// The sites (x, y, z, t) for t = 0, 1, ... alternate in parity and share xh.
//
// Where ranks divide t, a rank multiplies the product of those before it, uLine (CONTINUES), by its links, and all but the last write
// the product (PASSES_ON) instead.
#include "lattice/gauge_field.glsl"
#if CONTINUES || PASSES_ON
#include "lattice/full_matrix.glsl"
#endif
#if CONTINUES
uniform FIELD uLine;
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
#if CONTINUES
    Matrix line = loadFullMatrix(uLine, texel);
    line = mul(line, loadLink(uSame[3], aheadOfSlice(texel, 0)));
    line = mul(line, loadLink(uOther[3], aheadOfSlice(texel, 1)));
#else
    Matrix line = mul(loadLink(uSame[3], aheadOfSlice(texel, 0)), loadLink(uOther[3], aheadOfSlice(texel, 1)));
#endif
    for (int t = 2; t < LT; t += 2) {
        line = mul(line, loadLink(uSame[3], aheadOfSlice(texel, t)));
        line = mul(line, loadLink(uOther[3], aheadOfSlice(texel, t + 1)));
    }
#if PASSES_ON
    storeFullMatrix(line, result);
#else
    REAL2 loop = trace(line) / REAL(NC);
    result[0] = REAL4(loop, (REAL(NC * NC) * dot(loop, loop) - 1.0) / REAL(NC * NC - 1), 0.0);
#endif
}
