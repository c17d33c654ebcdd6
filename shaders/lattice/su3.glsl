// SU(3): matrices by rows (matrix.glsl).
//
// A link stores rows 0 and 1, (re, im) of column 0, 1, 2 in turn, in three planes; row 2 is the conjugate of their cross
// product.
#define LINK_PLANES 3
#define SUBGROUPS 3
#define ROW REAL3
#define SQUARE REAL3x3

// The rows of subgroup 0, 1, 2: (0,1), (0,2), (1,2).
#define SUBGROUP_I(s) ((s) == 2 ? 1 : 0)
#define SUBGROUP_J(s) ((s) == 0 ? 1 : 2)

void packRow(REAL3 re, REAL3 im, out REAL4 a, out REAL4 b)
{
    a = REAL4(re.x, im.x, re.y, im.y);
    b = REAL4(re.z, im.z, 0.0, 0.0);
}
void unpackRow(REAL4 a, REAL4 b, out REAL3 re, out REAL3 im)
{
    re = REAL3(a.x, a.z, b.x);
    im = REAL3(a.y, a.w, b.y);
}

// Row 2 of the SU(3) matrix with the given rows 0 and 1.
#define rebuildLastRow(u)                                                                                              \
    u.re[2] = cross(u.re[0], u.re[1]) - cross(u.im[0], u.im[1]);                                                       \
    u.im[2] = -cross(u.re[0], u.im[1]) - cross(u.im[0], u.re[1])

#include "lattice/matrix.glsl"

// Rows 0 and 1 in three planes.
void packTwoRows(Matrix u, out REAL4 a, out REAL4 b, out REAL4 c)
{
    REAL4 first, second;
    packRow(u.re[0], u.im[0], a, b);
    packRow(u.re[1], u.im[1], first, second);
    b.zw = first.xy;
    c = REAL4(first.zw, second.xy);
}
void unpackTwoRows(REAL4 a, REAL4 b, REAL4 c, inout Matrix u)
{
    unpackRow(a, b, u.re[0], u.im[0]);
    unpackRow(REAL4(b.zw, c.xy), c.zwzw, u.re[1], u.im[1]);
}

Matrix fromPlanes(REAL4 a, REAL4 b, REAL4 c)
{
    Matrix u;
    unpackTwoRows(a, b, c, u);
    rebuildLastRow(u);
    return u;
}

Matrix loadLink(PLANES planes, ivec2 texel)
{
    return fromPlanes(loadPlane(planes, texel, 0), loadPlane(planes, texel, 1), loadPlane(planes, texel, 2));
}

void storeLink(Matrix u, out REAL4 result[LINK_PLANES])
{
    packTwoRows(u, result[0], result[1], result[2]);
}

// A link from the Gaussian numbers of a hot start.
Matrix fromGaussians(REAL4 g[LINK_PLANES]) { return reunitarised(fromPlanes(g[0], g[1], g[2])); }
