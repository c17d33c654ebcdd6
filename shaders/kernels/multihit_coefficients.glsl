// The coefficients (a, b, Re c, Im c) of the mean link of SU(3) in its staple sum A,
//   <U> = int dU U exp(beta/3 Re tr U A) / int dU exp(beta/3 Re tr U A) = a J - b J J^dagger J + c K,   J = beta/6 A^dagger,
// K the conjugates of the cofactors of J.  With X = tr J J^dagger, Y the sum of its principal minors, Z = det J J^dagger, D = 2 Re det J, the
// integral is F(X, Y, Z, D) = 1/(2 pi i) times the contour integral around 0 of
//   2 exp(D s) I_1(2 sqrt q) / sqrt q ds,   q = det(1 + s J J^dagger) / s = (1 + X s + Y s^2 + Z s^3) / s
// (de Forcrand and Roiesnel, Phys. Lett. B 151 (1985) 77; Eriksson et al., J. Math. Phys. 22 (1981) 2276, have its Taylor series), and
//   a = (F_X + X F_Y) / F,   b = F_Y / F,   c = (F_Z det J + F_D) / F.
// The trapezoidal rule on a circle converges exponentially: uPoints, an even number, of which the upper half is needed.  The radius is
// where exp(D s) and q together have their saddle if J is a multiple of a unitary matrix.
#include "lattice/bessel.glsl"
#include "lattice/staples_stored.glsl"
#include "lattice/group_projection.glsl"

uniform REAL uBeta;
uniform int uPoints;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Matrix j = scaled(uBeta / REAL(6.0), adj(stapleMatrix(siteAt(texel))));
    Matrix k = conjugateCofactors(j);
    REAL2 det = complexConjugate(conjugateDeterminant(j, k));
    REAL x = reTraceAdj(j, j), y = reTraceAdj(k, k), z = dot(det, det), d = REAL(2.0) * det.x;
    REAL radius = inversesqrt(REAL(1.0) + REAL(3.0) * y);
    REAL most = REAL(2.0) * sqrt((REAL(1.0) + radius * (x + radius * (y + radius * z))) / radius) + abs(d) * radius;

    REAL f = REAL(0.0), fx = REAL(0.0), fy = REAL(0.0), fz = REAL(0.0), fd = REAL(0.0);
    for (int i = 0; 2 * i < uPoints; ++i) {
        REAL2 s = radius * cosSinTwoPi((REAL(i) + REAL(0.5)) / REAL(uPoints));
        REAL2 cubic = complexMul(s, REAL2(x, 0.0) + complexMul(s, REAL2(y, 0.0) + z * s));
        BesselPair bessel = besselPair(complexMul(REAL2(1.0, 0.0) + cubic, complexInverse(s)), d * s - REAL2(most, 0.0));
        REAL2 first = complexMul(s, bessel.first), second = complexMul(s, bessel.second);
        f += first.x;
        fd += complexMul(s, first).x;
        fx += second.x;
        second = complexMul(s, second);
        fy += second.x;
        fz += complexMul(s, second).x;
    }
    result[0] = REAL4(fx + x * fy, fy, fz * det.x + fd, fz * det.y) / f;
}
