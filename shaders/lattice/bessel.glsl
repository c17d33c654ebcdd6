// Modified Bessel functions of complex argument, for one-link integrals.
#include "lattice/complex.glsl"

#if DOUBLE
#define SERIES_TERMS 34
#define ASYMPTOTIC_TERMS 30
#else
#define SERIES_TERMS 25
#define ASYMPTOTIC_TERMS 10
#endif

struct BesselPair {
    REAL2 first, second;
};

// (I_1(z) / (z/2), I_2(z) / (z/2)^2) exp(e) with c = (z/2)^2, Re z >= 0; Re e and Re (e + z) must not be positive, so that nothing
// overflows.  Both are entire functions of c: sum over m of c^m / (m! (m+1)!), and of c^m / (m! (m+2)!).  For |c| >= 100 the asymptotic
// series in 1/z; its error is exp(-2 Re z) times smaller than the largest value on the circle around 0 through this c.
BesselPair besselPair(REAL2 c, REAL2 e)
{
    if (dot(c, c) < REAL(1e4)) {
        REAL2 term = complexExp(e), first = term, second = REAL(0.5) * term;
        for (int m = 1; m < SERIES_TERMS; ++m) {
            REAL n = REAL(m);
            term = complexMul(term, c) / (n * (n + REAL(1.0)));
            first += term;
            second += term / (n + REAL(2.0));
        }
        return BesselPair(first, second);
    }
    REAL2 z = REAL(2.0) * complexRoot(c), inverse = complexInverse(z);
    REAL2 term1 = REAL2(1.0, 0.0), term2 = term1, first = term1, second = term1;
    for (int k = 1; k <= ASYMPTOTIC_TERMS; ++k) {
        REAL odd = REAL(2 * k - 1);
        REAL2 factor = inverse / REAL(8 * k);
        term1 = (odd * odd - REAL(4.0)) * complexMul(term1, factor);
        term2 = (odd * odd - REAL(16.0)) * complexMul(term2, factor);
        first += term1;
        second += term2;
    }
#if DOUBLE
    const REAL twoPi = 6.28318530717958647693lf;
#else
    const REAL twoPi = 6.28318530717959;
#endif
    REAL2 scale = complexMul(complexExp(z + e), complexInverse(complexRoot(twoPi * z)));
    scale = REAL(2.0) * complexMul(scale, inverse);
    return BesselPair(complexMul(scale, first), REAL(2.0) * complexMul(complexMul(scale, inverse), second));
}
