// A link of the gauge field as fermion operators have it stored (lattice/links.glsl).
#include "lattice/links.glsl"
#include "lattice/site.glsl"

uniform FIELD uLink;
uniform int uMu;

REAL numberOfTexel(Site x)
{
    ivec2 texel = texelOf(x);
    return REAL(texel.x + 4096 * texel.y);
}

// The inverse of directionOf().
REAL numberOfDirection(REAL2 v)
{
    REAL size = abs(v.x) + abs(v.y);
    REAL d = size > REAL(0.0) ? v.y / size : REAL(0.0);
    return v.x < REAL(0.0) ? REAL(2.0) - d : d;
}

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Matrix u = loadLink(uLink, texel);
#if LINK_REALS == 18
    Site x = siteAt(texel);
    Site ahead = x, behind = x;
#for MU in 0 1 2 3
    if (uMu == MU) {
        ahead = shifted(x, MU, +1);
        behind = shifted(x, MU, -1);
    }
#end
    packTwoRows(u, result[0], result[1], result[2]);
    packRow(u.re[2], u.im[2], result[3], result[4]);
#if NEIGHBOURS == 2
    result[4].zw = REAL2(numberOfTexel(ahead), numberOfTexel(behind));
#endif
#elif LINK_REALS == 8
    REAL r = sqrt(REAL(0.5));
    REAL2 a0 = REAL2(u.re[0].x, u.im[0].x), a1 = REAL2(u.re[0].y, u.im[0].y), a2 = REAL2(u.re[0].z, u.im[0].z);
    REAL2 b0 = REAL2(u.re[1].x, u.im[1].x), b1 = REAL2(u.re[1].y, u.im[1].y);
    REAL2 c0 = REAL2(u.re[2].x, u.im[2].x), c1 = REAL2(u.re[2].y, u.im[2].y);
    result[0] = REAL4(r * (a1 - a0), a2);
    result[1] = REAL4(r * (b0 + b1), numberOfDirection(a0 + a1), numberOfDirection(c0 + c1));
#else
    storeLink(u, result);
#endif
}
