// The layout: site (x, y, z, t) of a half field of parity p has x = 2 xh + odd, odd = (y + z + t + p) mod 2, and lives in
// texel (xh + (LX/2) y, z + LZ t).
//
// A step in any direction leads to the other parity.  In y, z, t it keeps xh; in x it changes xh only when x moves to
// another pair.  Sites carry `odd` instead of p: a step in x flips it, a step in y, z, t leaves it (both p and the
// coordinate flip; extents are even, so that holds across the boundary).
uniform int uParity;

struct Site {
    int xh, y, z, t, odd;
};

// a / divisor for 0 <= a < 2^22: a shift where the divisor is a power of two (shift >= 0), else a multiplication that is
// exact because a + 1/2 is at least 1/2 away from every multiple.
int quotient(int a, int divisor, int shift)
{
    if (shift >= 0) return a >> shift;
    return int((float(a) + 0.5) * (1.0 / float(divisor)));
}

// x + step for step = -1, 0, 1, wrapped into 0 .. extent-1.
int wrapped(int x, int step, int extent)
{
    if ((extent & (extent - 1)) == 0) return (x + step) & (extent - 1);
    int moved = x + step;
    if (moved == extent) return 0;
    return moved < 0 ? extent - 1 : moved;
}

Site siteAt(ivec2 texel)
{
    int y = quotient(texel.x, HALF_X, SHIFT_HALF_X), t = quotient(texel.y, LZ, SHIFT_LZ);
    int z = texel.y - LZ * t;
    return Site(texel.x - HALF_X * y, y, z, t, (y + z + t + uParity) & 1);
}

ivec2 texelOf(Site x) { return ivec2(x.xh + HALF_X * x.y, x.z + LZ * x.t); }

// The neighbour in direction +-mu (sign = +1 or -1); mu and sign are literals.
Site shifted(Site x, int mu, int sign)
{
    if (mu == 0) {
        x.xh = wrapped(x.xh, sign > 0 ? x.odd : x.odd - 1, HALF_X);
        x.odd = 1 - x.odd;
    }
    if (mu == 1) x.y = wrapped(x.y, sign, LY);
    if (mu == 2) x.z = wrapped(x.z, sign, LZ);
    if (mu == 3) x.t = wrapped(x.t, sign, LT);
    return x;
}

// The same site, displaced by a zero that is opaque to the compiler: loads from it are not merged with earlier ones, so
// that the values need not stay in registers in between.
uniform int uOpaqueZero;
Site reloadSite(Site x)
{
    x.xh += uOpaqueZero;
    return x;
}

// A statement after NO_HOIST is executed once, in a loop of opaque length, so that the compiler does not hoist its
// loads.
#define NO_HOIST for (int once = uOpaqueZero; once < 1; ++once)

// The number of the site: x fastest, t slowest.
uint siteIndex(Site x) { return uint(2 * x.xh + x.odd + LX * (x.y + LY * (x.z + LZ * x.t))); }
