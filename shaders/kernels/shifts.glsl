// The numbers of the systems of multi-shift conjugate gradients after a step (solvers/multishift.h), a texel for each: from number0, alpha, and
// number1, beta, with z and zeta of the step before,
//   1/z = 1 + d alpha + (alpha beta_old / alpha_old) (1 - z_old),   zeta = z zeta_old.
// Planes 0 and 1 are numbers of the device (lattice/scalar.glsl): (alpha zeta, beta z, zeta^2 |r|^2, (p, A p)).  Plane 2 is for the next step:
// (z, zeta, beta / alpha, 0); before the first one (1, 1, 0, 0).
#include "lattice/scalar.glsl"

uniform FIELD uShifts; // of the step before
uniform REAL uDistances[SHIFTS];
uniform REAL uFactorCurvature, uFactorAfter; // of (p, A p), the divisor of alpha, and of |r|^2, the dividend of beta

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    REAL4 before = loadPlane(uShifts, texel, 2);
    REAL alpha = number0(0), beta = number1(0);
    REAL curvature = uFactorCurvature * numberOf(uDivisor0, uDivisorIndex0, 0);
    REAL after = uFactorAfter * numberOf(uNumber1, uIndex1, 0);
    REAL inverse = REAL(1.0) + uDistances[texel.x] * alpha;
    inverse = inverse + (alpha * before.z) * (REAL(1.0) - before.x);
    REAL z = REAL(1.0) / inverse, zeta = before.y * z;
    result[0] = REAL4(alpha * zeta, beta * z, zeta * zeta * after, curvature);
    result[1] = REAL4(0.0);
    result[2] = REAL4(z, zeta, beta / alpha, 0.0);
}
