// The phases of fermions around the lattice.
//
// exp(i pi theta_mu) of a step in direction mu, as (re, im) for mu = 0 .. 3: on every step for the bits of SPREAD_PHASES, on the step
// from L-1 to 0 for those of COMPLEX_PHASES, and there a sign for those of SIGN_PHASES.
#if SPREAD_PHASES + COMPLEX_PHASES + SIGN_PHASES > 0
uniform REAL uPhases[8];
#endif

int coordinate(Site x, int mu) { return wholeCoordinates(x)[mu]; }
#define HAS_PHASE(mu) ((((SPREAD_PHASES) | (COMPLEX_PHASES) | (SIGN_PHASES)) >> (mu)) % 2 == 1)
#define IS_SPREAD(mu) (((SPREAD_PHASES) >> (mu)) % 2 == 1)
#define IS_SIGN(mu) (((SIGN_PHASES) >> (mu)) % 2 == 1)

#if SPREAD_PHASES + COMPLEX_PHASES + SIGN_PHASES > 0
int extentOf(int mu) { return mu == 0 ? LX : mu == 1 ? LY : mu == 2 ? WHOLE_LZ : WHOLE_LT; }

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

// v, or of a step ahead (sign = 1) or behind (-1) in t with its weight e^mu or e^-mu of an isospin chemical potential; mu and sign are literals.
#if ISOSPIN
uniform REAL uIsospin[2]; // ahead, behind; of the adjoint hop the other way round
ColourVector weighted(int mu, int sign, ColourVector v)
{
    if (mu != 3) return v;
    return scaled(sign > 0 ? uIsospin[0] : uIsospin[1], v);
}
#else
#define weighted(mu, sign, v) (v)
#endif
