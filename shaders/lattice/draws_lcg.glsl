// The random numbers of a heat bath from the linear congruential generator of core/lcg.h, for benchmarks.  A site has a start
// value, and the host knows the map (A, C) from there to where a subgroup begins, so that nothing is written back.  From there
// the direction takes the first four draws, and each trial the next four; a draw is one number, in double precision two.
#include "lattice/real.glsl"
#include "lattice/site.glsl"

uniform FIELD uStart; // (upper, lower 16 bits of the start value, 0, 0)
uniform uvec2 uJumps[END_SUBGROUP];

#define DrawSite uint
struct Draws {
    uint direction, next; // the last number before those of the direction, and before those of the next trial
};

uint advanced(uint x) { return 1664525u * x + 1013904223u; }

REAL4 fourDraws(inout uint x)
{
    REAL4 u;
#for K below 4
    x = advanced(x);
#if DOUBLE
    u[K] = REAL(x >> 9) * (REAL(1.0) / REAL(8388608.0));
    x = advanced(x);
    u[K] += (REAL(x >> 3) + REAL(0.5)) * (REAL(1.0) / REAL(4503599627370496.0));
#else
    u[K] = (REAL(x >> 9) + 0.5) * (1.0 / 8388608.0);
#endif
#end
    return u;
}

// The start value.
DrawSite drawSite(Site x)
{
    REAL4 halves = loadPlane(uStart, texelOf(x), 0);
    return 65536u * uint(halves.x) + uint(halves.y);
}

Draws startDraws(DrawSite start, int subgroup)
{
    uint begin = uJumps[subgroup].x * start + uJumps[subgroup].y, next = begin;
#for K below 4
    next = advanced(next);
#if DOUBLE
    next = advanced(next);
#endif
#end
    return Draws(begin, next);
}

REAL4 trialDraw(inout Draws draws, int subgroup, int trial) { return fourDraws(draws.next); }

REAL4 directionDraw(Draws draws, int subgroup)
{
    uint x = draws.direction;
    return fourDraws(x);
}
