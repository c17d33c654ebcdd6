// log, exp, cos and sin to the precision of REAL.  GLSL has none for doubles, and leaves the accuracy of the float ones
// to the driver; these are the same on every card.  Polynomials are Taylor series, cut where the remainder is below the
// rounding.

// ln x for x > 0 (normal numbers): x = 2^e m with m in [1/sqrt 2, sqrt 2), ln m = 2 artanh s, s = (m - 1)/(m + 1).
REAL logOf(REAL x)
{
#if DOUBLE
    uvec2 bits = unpackDouble2x32(x);
    int e = int(bits.y >> 20) - 1023;
    REAL m = packDouble2x32(uvec2(bits.x, (bits.y & 0xfffffu) | 0x3ff00000u));
#else
    int bits = floatBitsToInt(x);
    int e = (bits >> 23) - 127;
    REAL m = intBitsToFloat((bits & 0x7fffff) | 0x3f800000);
#endif
    if (m > REAL(1.4140625)) {
        m *= REAL(0.5);
        e += 1;
    }
    REAL s = (m - REAL(1.0)) / (m + REAL(1.0)), z = s * s, p = REAL(0.0);
#if DOUBLE
#for N in 23 21 19 17 15 13 11
    p = p * z + REAL(1.0) / REAL(N);
#end
    const REAL ln2 = 0.693147180559945309417lf;
#else
    const REAL ln2 = 0.693147180559945;
#endif
#for N in 9 7 5 3 1
    p = p * z + REAL(1.0) / REAL(N);
#end
    return REAL(2.0) * s * p + REAL(e) * ln2;
}

// exp x for x <= 0; 0 where the result would be below 1e-34 (float), 1e-300 (double).
REAL expOf(REAL x)
{
#if DOUBLE
    if (x < REAL(-690.0)) return REAL(0.0);
    REAL n = floor(x * 1.44269504088896340736lf + REAL(0.5));
    REAL r = (x - n * 0.693147180369123816490lf) - n * 1.90821492927058770002e-10lf, p = REAL(1.0);
#for N in 14 13 12 11 10 9
    p = REAL(1.0) + p * r * (REAL(1.0) / REAL(N));
#end
#else
    if (x < -78.0) return 0.0;
    REAL n = floor(x * 1.44269504088896 + 0.5);
    REAL r = (x - n * 0.693359375) + n * 2.12194440e-4, p = 1.0;
#endif
#for N in 8 7 6 5 4 3 2 1
    p = REAL(1.0) + p * r * (REAL(1.0) / REAL(N));
#end
#if DOUBLE
    return p * packDouble2x32(uvec2(0u, uint(int(n) + 1023) << 20));
#else
    return p * intBitsToFloat((int(n) + 127) << 23);
#endif
}

// (cos, sin)(2 pi u) for 0 <= u <= 1, from the angle to the nearest quarter turn.
REAL2 cosSinTwoPi(REAL u)
{
    REAL n = floor(REAL(4.0) * u + REAL(0.5));
#if DOUBLE
    REAL a = (u - REAL(0.25) * n) * 6.28318530717958647693lf;
#else
    REAL a = (u - REAL(0.25) * n) * 6.28318530717959;
#endif
    REAL z = a * a, c = REAL(1.0), s = REAL(1.0);
#if DOUBLE
#for N in 17 15 13 11
    c = REAL(1.0) - c * z * (REAL(1.0) / REAL(N * (N + 1)));
    s = REAL(1.0) - s * z * (REAL(1.0) / REAL((N + 1) * (N + 2)));
#end
#endif
#for N in 9 7 5 3 1
    c = REAL(1.0) - c * z * (REAL(1.0) / REAL(N * (N + 1)));
    s = REAL(1.0) - s * z * (REAL(1.0) / REAL((N + 1) * (N + 2)));
#end
    s *= a;
    int quadrant = int(n) & 3;
    if (quadrant == 1) return REAL2(-s, c);
    if (quadrant == 2) return REAL2(-c, -s);
    if (quadrant == 3) return REAL2(s, -c);
    return REAL2(c, s);
}

// The angle f of the direction (c, s), s >= 0, in turns: 0 to 1/2.  From tan(f/2) <= 1 (else of 1/2 - f) it is halved twice more, then the series of the arc tangent has few terms.
REAL turnsOf(REAL c, REAL s)
{
    REAL r = sqrt(c * c + s * s);
    if (r == REAL(0.0)) return REAL(0.0);
    REAL y = s / (r + abs(c)); // tan(f/2) <= 1
    y = y / (REAL(1.0) + sqrt(REAL(1.0) + y * y));
    y = y / (REAL(1.0) + sqrt(REAL(1.0) + y * y)); // tan(f/8) <= tan(pi/16)
    REAL z = y * y, p = REAL(0.0);
#if DOUBLE
#for N in 21 19 17 15 13 11
    p = REAL(1.0) / REAL(N) - z * p;
#end
    const REAL eighths = 1.27323954473516268615lf; // 8 / (2 pi)
#else
    const REAL eighths = 1.27323954473516;
#endif
#for N in 9 7 5 3 1
    p = REAL(1.0) / REAL(N) - z * p;
#end
    REAL turns = eighths * y * p;
    return c < REAL(0.0) ? REAL(0.5) - turns : turns;
}
