// The Polyakov loop L(x) = (1/N) tr prod_t U_3(x, t), one spatial site per texel of the slice t = 0:
// (Re L, Im L, A, 0), with A = (N^2 |L|^2 - 1) / (N^2 - 1) the loop in the adjoint representation.
// The sites (x, y, z, t) for t = 0, 1, ... alternate in parity and share xh.
#include "lattice/gauge_field.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Matrix line = mul(loadLink(uSame[3], aheadOfSlice(texel, 0)), loadLink(uOther[3], aheadOfSlice(texel, 1)));
    for (int t = 2; t < LT; t += 2) {
        line = mul(line, loadLink(uSame[3], aheadOfSlice(texel, t)));
        line = mul(line, loadLink(uOther[3], aheadOfSlice(texel, t + 1)));
    }
    REAL2 loop = trace(line) / REAL(NC);
    result[0] = REAL4(loop, (REAL(NC * NC) * dot(loop, loop) - 1.0) / REAL(NC * NC - 1), 0.0);
}
