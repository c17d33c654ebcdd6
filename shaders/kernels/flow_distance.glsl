// |V - V'|^2 / N^2 of a link V, the end of a step of the third-order flow from W, and V' = exp(i (uFirst h1 + uSecond h2)) W, that of the
// second-order flow with the same forces (Fritzsch and Ramos, arXiv:1301.4388, appendix D).
#include "lattice/algebra.glsl"

uniform FIELD uStart;
uniform FIELD uEnd;
uniform FIELD uAlgebra1;
uniform FIELD uAlgebra2;
uniform REAL uFirst, uSecond;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Algebra h = add(scaled(uFirst, loadAlgebra(uAlgebra1, texel)), scaled(uSecond, loadAlgebra(uAlgebra2, texel)));
    Matrix other = mul(exponential(h), loadLink(uStart, texel));
    Matrix difference = add(loadLink(uEnd, texel), scaled(REAL(-1.0), other));
    result[0] = REAL4(reTraceAdj(difference, difference) / REAL(NC * NC), 0.0, 0.0, 0.0);
}
