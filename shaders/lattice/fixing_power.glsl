// a^omega of the rotation a at the maximum: omega = 1 relaxes, omega = 2 reflects.
#include "lattice/math.glsl"

uniform REAL uOmega;
uniform int uOrder; // 0: exact; 1, 2: so many terms of the binomial series in a - 1, normalised

REAL4 rotation(REAL4 terms[LOCAL_PLANES], int subgroup, uint site)
{
    REAL4 a = largest(terms);
    REAL s2 = dot(a.yzw, a.yzw), s = sqrt(s2);
    if (uOrder > 0) {
        REAL d = a.x - REAL(1.0), second = uOrder > 1 ? REAL(0.5) * uOmega * (uOmega - REAL(1.0)) : REAL(0.0);
        REAL4 p = REAL4(REAL(1.0) + uOmega * d + second * (d * d - s2), (uOmega + REAL(2.0) * second * d) * a.yzw);
        return p * inversesqrt(dot(p, p));
    }
    if (s < SMALLEST_NORM) return a;
    REAL2 turned = cosSinTwoPi(uOmega * turnsOf(a.x, s));
    return REAL4(turned.x, (turned.y / s) * a.yzw);
}
