// The layout: site (x, y, z, t) of a half field of parity p has x = 2 xh + odd, odd = (y + z + t + p) mod 2, and lives in
// texel (xh + (LX/2) y, z + LZ t).
//
// A step in any direction leads to the other parity.  In y, z, t it keeps xh; in x it changes xh only when x moves to
// another pair.  Sites carry `odd` instead of p: a step in x flips it, a step in y, z, t leaves it (both p and the
// coordinate flip; extents are even, so that holds across the boundary).
//
// SHARED_LATTICE: ranks share the lattice.  LX .. LT are the extents of this rank's part, the coordinates of a Site are those in the part; its first site
// is (0, 0, uOriginZ, uOriginT) of the whole lattice, whose extents are WHOLE_LZ and WHOLE_LT.  Before and after the rows of each
// t are GHOSTS_Z rows, ROWS_Z in all, and before and after those of all t the rows of GHOSTS_T more, which hold what
// the neighbours have.  A step in a direction that is divided leads there.
#define FIELD_WIDTH (HALF_X * LY)

uniform int uParity;
#ifdef SHARED_LATTICE
uniform int uOriginZ, uOriginT;
#else
#define uOriginZ 0
#define uOriginT 0
#define GHOSTS_Z 0
#define GHOSTS_T 0
#define WHOLE_LZ LZ
#define WHOLE_LT LT
#endif

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
    int y = quotient(texel.x, HALF_X, SHIFT_HALF_X), slice = quotient(texel.y, ROWS_Z, SHIFT_ROWS_Z);
    int z = texel.y - ROWS_Z * slice - GHOSTS_Z, t = slice - GHOSTS_T;
    return Site(texel.x - HALF_X * y, y, z, t, (y + z + t + uParity) & 1);
}

// The site of a texel of a field that has the slice x_mu = 0 alone, or in x the pair of sites 0 and 1, and no ghosts; mu is a literal.
Site siteOfSlice(ivec2 texel, int mu)
{
    Site x = Site(texel.x, 0, texel.y, 0, 0);
    if (mu == 0) {
        x.xh = 0;
        x.y = texel.x;
    }
    if (mu > 1) {
        x.y = quotient(texel.x, HALF_X, SHIFT_HALF_X);
        x.xh = texel.x - HALF_X * x.y;
    }
    if (mu == 2) {
        x.z = 0;
        x.t = texel.y;
    }
    if (mu < 2) {
        x.t = quotient(texel.y, LZ, -1);
        x.z = texel.y - LZ * x.t;
    }
    x.odd = (x.y + x.z + x.t + uParity) & 1;
    return x;
}

ivec2 texelOf(Site x) { return ivec2(x.xh + HALF_X * x.y, x.z + GHOSTS_Z + ROWS_Z * (x.t + GHOSTS_T)); }

// The neighbour in direction +-mu (sign = +1 or -1); mu and sign are literals.
Site shifted(Site x, int mu, int sign)
{
    if (mu == 0) {
        x.xh = wrapped(x.xh, sign > 0 ? x.odd : x.odd - 1, HALF_X);
        x.odd = 1 - x.odd;
    }
    if (mu == 1) x.y = wrapped(x.y, sign, LY);
    if (mu == 2) x.z = GHOSTS_Z > 0 ? x.z + sign : wrapped(x.z, sign, LZ);
    if (mu == 3) x.t = GHOSTS_T > 0 ? x.t + sign : wrapped(x.t, sign, LT);
    return x;
}

// Its coordinates in the whole lattice.
ivec4 wholeCoordinates(Site x) { return ivec4(2 * x.xh + x.odd, x.y, x.z + uOriginZ, x.t + uOriginT); }

// The number of the site in the whole lattice: x fastest, t slowest.
uint siteIndex(Site x)
{
    ivec4 at = wholeCoordinates(x);
    return uint(at.x + LX * (at.y + LY * (at.z + WHOLE_LZ * at.w)));
}

// The texel t steps in time from another.
ivec2 aheadInTime(ivec2 texel, int t) { return texel + ivec2(0, ROWS_Z * t); }

// Fields in pairs: the sites t = 2k and 2k + 1 share a texel (x, z + LZ k); there are GHOSTS_T / 2 slices of ghosts.
int sliceOf(ivec2 texel) { return quotient(texel.y, ROWS_Z, SHIFT_ROWS_Z); }
ivec2 firstOfPair(ivec2 pair) { return aheadInTime(pair, sliceOf(pair)); }
ivec2 pairOfTexel(ivec2 texel) { int slice = sliceOf(texel); return aheadInTime(texel, (slice >> 1) - slice); }
bool isFirstOfPair(ivec2 texel) { return (sliceOf(texel) & 1) == 0; }
