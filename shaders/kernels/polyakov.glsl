// The Polyakov loop L(x) = (1/N) tr prod_t U_3(x, t), one spatial site per texel of the slice t = 0: (Re L, Im L, 0, 0).
// The sites (x, y, z, t) for t = 0, 1, ... alternate in parity and share xh.
#include "lattice/gauge_field.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Matrix line = mul(loadLink(uSame[3], texel), loadLink(uOther[3], aheadInTime(texel, 1)));
    for (int t = 2; t < LT; t += 2) {
        line = mul(line, loadLink(uSame[3], aheadInTime(texel, t)));
        line = mul(line, loadLink(uOther[3], aheadInTime(texel, t + 1)));
    }
    result[0] = REAL4(trace(line) / REAL(NC), 0.0, 0.0);
}
