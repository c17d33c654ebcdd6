// Heat bath of U_MU(x): every SU(2) subgroup in turn gets X v^dagger, X = x0 + i (x . sigma) with the density
// sqrt(1 - x0^2) exp(alpha x0), by the proposals of Kennedy and Pendleton or (CREUTZ) of Creutz; CONVENTIONS.md defines
// every random number of every GENERATOR (philox, ranlux, lcg).  With COUNT_ACCEPTED the result is the number of subgroups
// that get a new value.
#include "lattice/draws_$GENERATOR.glsl"
#include "lattice/proposals.glsl"
#include "lattice/subgroups.glsl"

uniform REAL uBeta;
uniform int uTrials;

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
