// What a hop reads: the field, the links, where the neighbours are, the phases of the boundary, and what is fused to it.
//
// NEIGHBOURS: 0 they are computed by shifts; 1 read from a table, the field uTable of two planes; 2 read from the two spare numbers of an
// 18-real link: U_mu(x) holds where x+mu and x-mu are.  A texel (x, y) is one number there, x + 4096 y.
#include "lattice/colour.glsl"
#include "lattice/links.glsl"

uniform FIELD uPsi;
#if DIAGONAL
uniform FIELD uChi;
#endif
#if DESCEND
uniform FIELD uResidual;
#endif
uniform REAL uFactors[4]; // a, b, c, d; staggered: a, 0, c, 0
uniform FIELD uSame[4];
uniform FIELD uOther[4];

ivec2 texelOfNumber(REAL number)
{
    int n = int(number);
    return ivec2(n & 4095, n >> 12);
}

#if NEIGHBOURS == 1
uniform FIELD uTable;
// The texel of x+mu (sign = 1) or x-mu (-1); mu and sign are literals.
#define NEIGHBOUR(x, mu, sign) texelOfNumber(loadPlane(uTable, texelOf(x), (sign) > 0 ? 0 : 1)[mu])
#elif NEIGHBOURS == 2
#define NEIGHBOUR(x, mu, sign) texelOfNumber(loadPlane(uSame[mu], texelOf(x), 4)[(sign) > 0 ? 2 : 3])
#else
#define NEIGHBOUR(x, mu, sign) texelOf(shifted(x, mu, sign))
#endif

// exp(i pi theta_mu) of a step in direction mu, as (re, im) for mu = 0 .. 3: on every step for the bits of SPREAD_PHASES, on the step
// from L-1 to 0 for those of COMPLEX_PHASES, and there a sign for those of SIGN_PHASES.
#if SPREAD_PHASES + COMPLEX_PHASES + SIGN_PHASES > 0
uniform REAL uPhases[8];
#endif

int coordinate(Site x, int mu) { return mu == 0 ? 2 * x.xh + x.odd : mu == 1 ? x.y : mu == 2 ? x.z : x.t; }
#define HAS_PHASE(mu) ((((SPREAD_PHASES) | (COMPLEX_PHASES) | (SIGN_PHASES)) >> (mu)) % 2 == 1)
#define IS_SPREAD(mu) (((SPREAD_PHASES) >> (mu)) % 2 == 1)
#define IS_SIGN(mu) (((SIGN_PHASES) >> (mu)) % 2 == 1)

#if SPREAD_PHASES + COMPLEX_PHASES + SIGN_PHASES > 0
int extentOf(int mu) { return mu == 0 ? LX : mu == 1 ? LY : mu == 2 ? LZ : LT; }

// Of the step from x to x+mu, and of the step back to x-mu; mu is a literal.
REAL2 phaseAhead(Site x, int mu)
{
    REAL2 phase = REAL2(uPhases[2 * mu], uPhases[2 * mu + 1]);
    return IS_SPREAD(mu) || coordinate(x, mu) == extentOf(mu) - 1 ? phase : REAL2(1.0, 0.0);
}
REAL2 phaseBehind(Site x, int mu)
{
    REAL2 phase = REAL2(uPhases[2 * mu], -uPhases[2 * mu + 1]);
    return IS_SPREAD(mu) || coordinate(x, mu) == 0 ? phase : REAL2(1.0, 0.0);
}
ColourVector withPhase(REAL2 phase, ColourVector v, int mu) { return IS_SIGN(mu) ? scaled(phase.x, v) : scaled(phase, v); }
#endif

// v, or with the phase of the step from x to x+mu (sign = 1) or to x-mu (-1); mu and sign are literals.
#if SPREAD_PHASES + COMPLEX_PHASES + SIGN_PHASES > 0
ColourVector phased(Site x, int mu, int sign, ColourVector v)
{
    if (!HAS_PHASE(mu)) return v;
    if (sign > 0) return withPhase(phaseAhead(x, mu), v, mu);
    return withPhase(phaseBehind(x, mu), v, mu);
}
#else
#define phased(x, mu, sign, v) (v)
#endif
