// An element x0 + i (x . sigma) of SU(2) with the density sqrt(1 - x0^2) exp(alpha x0), alpha >= 0, from proposals of Kennedy and Pendleton or
// (CREUTZ) of Creutz, or flat ones where alpha is so small that both divide rounding errors by it; CONVENTIONS.md ("Heat bath") defines them.
#include "lattice/math.glsl"

#define FLAT_BELOW REAL(0.00390625) // 2^-8

// delta = 1 - x0 of one proposal and whether it is accepted.
bool propose(REAL alpha, REAL4 u, out REAL delta)
{
    if (alpha < FLAT_BELOW) {
        delta = REAL(2.0) * u.x;
        return u.w * u.w <= delta * (REAL(2.0) - delta) && u.y <= expOf(-alpha * delta);
    }
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
