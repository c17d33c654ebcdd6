// Heat bath of U_MU(x): every SU(2) subgroup in turn gets X v^dagger, X = x0 + i (x . sigma) with the density
// sqrt(1 - x0^2) exp(alpha x0), by the proposals of Kennedy and Pendleton or (CREUTZ) of Creutz; CONVENTIONS.md defines
// every random number of every GENERATOR (philox, ranlux, lcg).  With COUNT_ACCEPTED the result is the number of subgroups
// that get a new value.
#include "lattice/math.glsl"
#include "lattice/draws_$GENERATOR.glsl"
#include "lattice/subgroups.glsl"

uniform REAL uBeta;
uniform int uTrials;

// delta = 1 - x0 of one proposal and whether it is accepted.
bool propose(REAL alpha, REAL4 u, out REAL delta)
{
#if CREUTZ
    delta = -logOf(u.x + (REAL(1.0) - u.x) * expOf(REAL(-2.0) * alpha)) / alpha;
    return u.w * u.w <= delta * (REAL(2.0) - delta);
#else
    REAL c = cosSinTwoPi(u.y).x;
    delta = -(logOf(u.x) + c * c * logOf(u.z)) / alpha;
    return u.w * u.w <= REAL(1.0) - REAL(0.5) * delta;
#endif
}

// The new element from delta and a direction that is uniform on the sphere.
REAL4 element(REAL delta, REAL4 u)
{
    REAL r = REAL(2.0) * sqrt(u.x * (REAL(1.0) - u.x));
    REAL3 n = REAL3(r * cosSinTwoPi(u.y), REAL(1.0) - REAL(2.0) * u.x);
    return REAL4(REAL(1.0) - delta, sqrt(max(delta * (REAL(2.0) - delta), REAL(0.0))) * n);
}

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    DrawSite site = drawSite(x);
    Matrix u = linkToUpdate(x);
    if (!isInSet(x)) {
#if COUNT_ACCEPTED
        result[0] = REAL4(0.0);
#else
        storeLink(u, result);
#endif
        return;
    }
    Staples staples = staplesOf(x);
    REAL updated = REAL(0.0);
#for SUBGROUP from FIRST_SUBGROUP below END_SUBGROUP
    {
        REAL4 q = subgroupBlock(u, staples, SUBGROUP);
        REAL k = sqrt(dot(q, q)), delta = REAL(0.0);
        bool accepted = false;
        Draws draws = startDraws(site, SUBGROUP);
        if (k >= SMALLEST_NORM)
            for (int trial = 0; trial < uTrials && !accepted; ++trial)
                accepted = propose(REAL(2.0) * uBeta * k / REAL(NC), trialDraw(draws, SUBGROUP, trial), delta);
        u = linkAgain(u, x);
        if (accepted) {
            REAL4 a = quaternionProduct(element(delta, directionDraw(draws, SUBGROUP)), conjugate(q / k));
            u = rotatedRows(a, u, SUBGROUP);
            updated += REAL(1.0);
        }
    }
#end
#if COUNT_ACCEPTED
    result[0] = REAL4(updated, 0.0, 0.0, 0.0);
#else
    if (updated > REAL(0.0)) u = atEnd(u);
    storeLink(u, result);
#endif
}
