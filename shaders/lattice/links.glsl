// The storage of links for fermion operators: LINK_REALS = 4 (SU(2)), and for SU(3) 12, 18, or 8.
//  12: rows 0 and 1, as the gauge field.  18: all rows; two numbers of the fifth plane are spare.
//  8 (two planes): with the columns 0 and 1 turned by 45 degrees, so that links near 1 have |a0|^2 near 1/2, the elements a1, a2 of
//  row a and b0 of row b, and the angles of a0 and c0 (Bunk and Sommer, Comput. Phys. Commun. 40 (1986) 229).
// LINK_FIXED: they are stored as 16-bit integers (real.glsl).
//
// STEPS: each hop of a kernel is in a loop of opaque length (steps.glsl).
// BY_ROWS: a link of 18 reals is not held but read row by row.
#include "lattice/colour.glsl"
#include "lattice/site.glsl"
#include "lattice/steps.glsl"

#if LINK_FIXED
#define LINK_PLANE(planes, texel, plane) loadedSixteen(loadPlane(planes, texel, plane))
#else
#define LINK_PLANE(planes, texel, plane) loadPlane(planes, texel, plane)
#endif

#if LINK_REALS == 18
#define HOP_LINK_PLANES 5
Matrix loadHopLink(PLANES planes, ivec2 texel)
{
    Matrix u;
    unpackTwoRows(LINK_PLANE(planes, texel, 0), LINK_PLANE(planes, texel, 1), LINK_PLANE(planes, texel, 2), u);
    unpackRow(LINK_PLANE(planes, texel, 3), LINK_PLANE(planes, texel, 4), u.re[2], u.im[2]);
    return u;
}
#elif LINK_REALS == 8
#define HOP_LINK_PLANES 2
// An angle as a number d in (-1, 3]: (1 - |d|, d) for d <= 1, else (|2 - d| - 1, 2 - d), is a vector in its direction.
REAL2 directionOf(REAL d)
{
    bool left = d > REAL(1.0);
    REAL y = left ? REAL(2.0) - d : d;
    REAL x = REAL(1.0) - abs(y);
    return normalize(REAL2(left ? -x : x, y));
}
REAL2 timesComplex(REAL2 a, REAL2 b) { return REAL2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
REAL2 conjugate(REAL2 a) { return REAL2(a.x, -a.y); }

Matrix loadHopLink(PLANES planes, ivec2 texel)
{
    REAL4 p = LINK_PLANE(planes, texel, 0), q = LINK_PLANE(planes, texel, 1);
    REAL2 a1 = p.xy, a2 = p.zw, b0 = q.xy;
    REAL n = max(dot(p, p), REAL(1e-30)), missing = max(REAL(1.0) - n, REAL(0.0));
    REAL2 a0 = sqrt(missing) * directionOf(q.z);
    REAL2 c0 = sqrt(max(n - dot(b0, b0), REAL(0.0))) * directionOf(q.w); // |a0|^2 + |b0|^2 + |c0|^2 = 1
    // b is orthogonal to a, and conj(c0) = a1 b2 - a2 b1.
    REAL2 along = -timesComplex(b0, conjugate(a0)) / n, across = conjugate(c0) / n;
    REAL2 b1 = timesComplex(a1, along) - timesComplex(conjugate(a2), across);
    REAL2 b2 = timesComplex(a2, along) + timesComplex(conjugate(a1), across);
    REAL r = sqrt(REAL(0.5));
    REAL2 a0t = r * (a0 - a1), a1t = r * (a0 + a1), b0t = r * (b0 - b1), b1t = r * (b0 + b1);
    return fromPlanes(REAL4(a0t, a1t), REAL4(a2, b0t), REAL4(b1t, b2));
}
#else
#define HOP_LINK_PLANES LINK_PLANES
Matrix loadHopLink(PLANES planes, ivec2 texel)
{
#if NC == 2
    return Matrix(LINK_PLANE(planes, texel, 0));
#else
    return fromPlanes(LINK_PLANE(planes, texel, 0), LINK_PLANE(planes, texel, 1), LINK_PLANE(planes, texel, 2));
#endif
}
#endif

// HOLD_LINK(u, planes, texel) then TIMES_LINK(u, planes, texel, v): U v, and likewise U^dagger v.
#if BY_ROWS
#define HOLD_LINK(u, planes, texel)
#define TIMES_LINK(u, planes, texel, v) timesRows(planes, texel, v)
#define TIMES_ADJ_LINK(u, planes, texel, v) timesAdjRows(planes, texel, v)

// The row, (re, im) of column 0, 1, 2 in turn; row is a literal.
ColourVector loadRow(PLANES planes, ivec2 texel, int row)
{
    if (row == 1) return secondColour(LINK_PLANE(planes, texel, 1), LINK_PLANE(planes, texel, 2));
    return firstColour(LINK_PLANE(planes, texel, row == 0 ? 0 : 3), LINK_PLANE(planes, texel, row == 0 ? 1 : 4));
}

ColourVector timesRows(PLANES planes, ivec2 texel, ColourVector v)
{
    ColourVector r = zeroColour();
#for I in 0 1 2
    NO_HOIST
    {
        ColourVector u = loadRow(planes, texel, I);
        r.re[I] = dot(u.re, v.re) - dot(u.im, v.im);
        r.im[I] = dot(u.re, v.im) + dot(u.im, v.re);
    }
#end
    return r;
}

ColourVector timesAdjRows(PLANES planes, ivec2 texel, ColourVector v)
{
    ColourVector r = zeroColour();
#for I in 0 1 2
    NO_HOIST
    {
        ColourVector u = loadRow(planes, texel, I);
        r.re += u.re * v.re[I] + u.im * v.im[I];
        r.im += u.re * v.im[I] - u.im * v.re[I];
    }
#end
    return r;
}
#else
#define HOLD_LINK(u, planes, texel) Matrix u = loadHopLink(planes, texel);
#define TIMES_LINK(u, planes, texel, v) mul(u, v)
#define TIMES_ADJ_LINK(u, planes, texel, v) mulAdj(u, v)
#endif
