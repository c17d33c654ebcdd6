// The mean of the link U = U_3(x) at fixed neighbours, A being its staple sum: SU(2) A^dagger / k I_2(beta k) / I_1(beta k), k = |A|; SU(3) from
// the coefficients of multihit_coefficients.glsl.  No group element: SU(3) is written as a staple sum is, two planes a row.
#include "lattice/bessel.glsl"
#include "lattice/group_projection.glsl"
#include "lattice/staples_$STAPLES.glsl"

uniform REAL uBeta;

#if NC == 2
void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Matrix a = stapleMatrix(siteAt(texel));
    REAL half_ = REAL(0.5) * uBeta * sqrt(dot(a.q, a.q)); // I_2(z) / I_1(z) = z/2 second / first, z = beta k
    BesselPair pair = besselPair(REAL2(half_ * half_, 0.0), REAL2(REAL(-2.0) * half_, 0.0));
    result[0] = REAL(0.5) * uBeta * pair.second.x / pair.first.x * adj(a).q;
}
#else
uniform FIELD uCoefficients;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    REAL4 c = loadPlane(uCoefficients, texel, 0);
    Matrix j = scaled(uBeta / REAL(6.0), adj(stapleMatrix(siteAt(texel))));
    Matrix mean = combined(c.x, j, c.zw, conjugateCofactors(j));
    mean = add(mean, scaled(-c.y, mul(mul(j, adj(j)), j)));
#for K below NC
    packRow(mean.re[K], mean.im[K], result[2 * K], result[2 * K + 1]);
#end
}
#endif
