// SU(4): matrices by rows (matrix.glsl).
//
// A link stores rows 0, 1 and 2, two planes each; row 3 is the conjugate of their generalised cross product.
#define LINK_PLANES 6
#define SUBGROUPS 6
#define ROW REAL4
#define SQUARE REAL4x4

// The rows of subgroup 0 .. 5: (0,1), (0,2), (0,3), (1,2), (1,3), (2,3).
#define SUBGROUP_I(s) ((s) < 3 ? 0 : (s) < 5 ? 1 : 2)
#define SUBGROUP_J(s) ((s) == 0 ? 1 : (s) == 1 || (s) == 3 ? 2 : 3)

void packRow(REAL4 re, REAL4 im, out REAL4 a, out REAL4 b)
{
    a = REAL4(re.x, im.x, re.y, im.y);
    b = REAL4(re.z, im.z, re.w, im.w);
}
void unpackRow(REAL4 a, REAL4 b, out REAL4 re, out REAL4 im)
{
    re = REAL4(a.x, a.z, b.x, b.z);
    im = REAL4(a.y, a.w, b.y, b.w);
}

// a x b . c of three complex vectors of which component K is left out.
REAL2 minorWithout(int k, REAL4 ar, REAL4 ai, REAL4 br, REAL4 bi, REAL4 cr, REAL4 ci)
{
    REAL3 pr = k == 0 ? ar.yzw : k == 1 ? ar.xzw : k == 2 ? ar.xyw : ar.xyz, pi = k == 0 ? ai.yzw : k == 1 ? ai.xzw : k == 2 ? ai.xyw : ai.xyz;
    REAL3 qr = k == 0 ? br.yzw : k == 1 ? br.xzw : k == 2 ? br.xyw : br.xyz, qi = k == 0 ? bi.yzw : k == 1 ? bi.xzw : k == 2 ? bi.xyw : bi.xyz;
    REAL3 rr = k == 0 ? cr.yzw : k == 1 ? cr.xzw : k == 2 ? cr.xyw : cr.xyz, ri = k == 0 ? ci.yzw : k == 1 ? ci.xzw : k == 2 ? ci.xyw : ci.xyz;
    REAL3 re = cross(pr, qr) - cross(pi, qi), im = cross(pr, qi) + cross(pi, qr);
    return REAL2(dot(re, rr) - dot(im, ri), dot(re, ri) + dot(im, rr));
}

// The conjugate of the cofactors of the last row of a matrix whose other rows are a, b, c.
void conjugateCrossProduct(REAL4 ar, REAL4 ai, REAL4 br, REAL4 bi, REAL4 cr, REAL4 ci, out REAL4 re, out REAL4 im)
{
#for K below 4
    {
        REAL2 m = minorWithout(K, ar, ai, br, bi, cr, ci);
        re[K] = K % 2 == 1 ? m.x : -m.x;
        im[K] = K % 2 == 1 ? -m.y : m.y;
    }
#end
}

#define rebuildLastRow(u)                                                                                              \
    conjugateCrossProduct(u.re[0], u.im[0], u.re[1], u.im[1], u.re[2], u.im[2], u.re[3], u.im[3])

#include "lattice/matrix.glsl"

Matrix loadLink(PLANES planes, ivec2 texel)
{
    Matrix u;
#for K below 3
    loadRow(planes, texel, K, u.re[K], u.im[K]);
#end
    rebuildLastRow(u);
    return u;
}

void storeLink(Matrix u, out REAL4 result[LINK_PLANES])
{
#for K below 3
    packRow(u.re[K], u.im[K], result[2 * K], result[2 * K + 1]);
#end
}

// A link from the Gaussian numbers of a hot start.
Matrix fromGaussians(REAL4 g[LINK_PLANES])
{
    Matrix u;
#for K below 3
    unpackRow(g[2 * K], g[2 * K + 1], u.re[K], u.im[K]);
#end
    return reunitarised(u);
}
