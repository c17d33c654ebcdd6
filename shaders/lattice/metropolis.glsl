// Annealing of a functional without a heat bath: trials of Metropolis for the density exp(f / T) of a rotation a, T = 1/uBeta (CONVENTIONS.md, "Gauge fixing").
#include "lattice/draws_philox.glsl"
#include "lattice/math.glsl"

uniform REAL uBeta;

#define METROPOLIS_TRIALS 4

REAL4 annealed(REAL4 terms[LOCAL_PLANES], int subgroup, uint site)
{
#if DOUBLE
    const REAL turn = 6.28318530717958647693lf;
#else
    const REAL turn = 6.28318530717959;
#endif
    REAL widest = min(REAL(0.25), inversesqrt(uBeta) / turn); // in turns
    REAL4 a = REAL4(1.0, 0.0, 0.0, 0.0);
    REAL value = functionalOf(terms, a);
    Draws draws = startDraws(site, subgroup);
    for (int trial = 0; trial < METROPOLIS_TRIALS; ++trial) {
        REAL4 u = trialDraw(draws, subgroup, trial);
        REAL2 angle = cosSinTwoPi(widest * u.z);
        REAL3 n = REAL3(REAL(2.0) * sqrt(u.x * (REAL(1.0) - u.x)) * cosSinTwoPi(u.y), REAL(1.0) - REAL(2.0) * u.x);
        REAL4 proposal = quaternionProduct(REAL4(angle.x, angle.y * n), a);
        REAL proposed = functionalOf(terms, proposal);
        if (uBeta * (proposed - value) >= logOf(u.w)) {
            a = proposal;
            value = proposed;
        }
    }
    return a;
}
