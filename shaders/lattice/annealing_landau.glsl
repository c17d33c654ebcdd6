// Landau and Coulomb gauge: the heat bath of an element in the field K, alpha = 2 beta k / N.
#define CREUTZ 0
#include "lattice/draws_philox.glsl"
#include "lattice/proposals.glsl"

uniform REAL uBeta;
uniform int uTrials;

REAL4 annealed(REAL4 terms[LOCAL_PLANES], int subgroup, uint site)
{
    REAL k = sqrt(dot(terms[0], terms[0])), delta = REAL(0.0);
    bool accepted = false;
    Draws draws = startDraws(site, subgroup);
    if (k >= SMALLEST_NORM)
        for (int trial = 0; trial < uTrials && !accepted; ++trial)
            accepted = propose(REAL(2.0) * uBeta * k / REAL(NC), trialDraw(draws, subgroup, trial), delta);
    if (!accepted) return REAL4(1.0, 0.0, 0.0, 0.0);
    return quaternionProduct(element(delta, directionDraw(draws, subgroup)), REAL4(terms[0].x, -terms[0].yzw) / k);
}
