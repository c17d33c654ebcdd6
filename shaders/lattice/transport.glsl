// What a hop reads around a site: the links, where the neighbours are, and the phases of the boundary.
//
// NEIGHBOURS: 0 they are computed by shifts; 1 read from a table, the field uTable of two planes; 2 read from the two spare numbers of an
// 18-real link: U_mu(x) holds where x+mu and x-mu are.  A texel (x, y) is one number there, x + 4096 y.
#include "lattice/colour.glsl"
#include "lattice/links.glsl"
#include "lattice/site.glsl"

uniform PLANES uSame[4];
uniform PLANES uOther[4];

ivec2 texelOfNumber(REAL number)
{
    int n = int(number);
    return ivec2(n & 4095, n >> 12);
}

#if NEIGHBOURS == 1
uniform PLANES uTable;
#define NEIGHBOUR_TABLE                                                                                                \
    REAL4 ahead_ = loadPlane(uTable, texelOf(x), 0), behind_ = loadPlane(uTable, texelOf(x), 1)
#define AHEAD(MU) texelOfNumber(ahead_[MU])
#define BEHIND(MU) texelOfNumber(behind_[MU])
#elif NEIGHBOURS == 2
#define NEIGHBOUR_TABLE
#define AHEAD(MU) texelOfNumber(loadPlane(uSame[MU], texelOf(x), 4).z)
#define BEHIND(MU) texelOfNumber(loadPlane(uSame[MU], texelOf(x), 4).w)
#else
#define NEIGHBOUR_TABLE
#define AHEAD(MU) texelOf(shifted(x, MU, +1))
#define BEHIND(MU) texelOf(shifted(x, MU, -1))
#endif

// exp(i pi theta_mu) of a step in direction mu, as (re, im) for mu = 0 .. 3: on every step for the bits of SPREAD_PHASES, on the step
// from L-1 to 0 for those of COMPLEX_PHASES, and there a sign for those of SIGN_PHASES.
#if SPREAD_PHASES + COMPLEX_PHASES + SIGN_PHASES > 0
uniform REAL uPhases[8];
#endif

int coordinate(Site x, int mu) { return mu == 0 ? 2 * x.xh + x.odd : mu == 1 ? x.y : mu == 2 ? x.z : x.t; }
