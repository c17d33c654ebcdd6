// Complex numbers as (re, im), beside lattice/math.glsl.
#include "lattice/math.glsl"

REAL2 complexMul(REAL2 a, REAL2 b) { return REAL2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
REAL2 complexConjugate(REAL2 a) { return REAL2(a.x, -a.y); }
REAL2 complexInverse(REAL2 a) { return complexConjugate(a) / dot(a, a); }

// The root with a positive real part; of negative numbers the one with a positive imaginary part.
REAL2 complexRoot(REAL2 a)
{
    REAL half_ = sqrt(REAL(0.5) * (sqrt(dot(a, a)) + abs(a.x)));
    if (half_ == REAL(0.0)) return REAL2(0.0);
    REAL other = REAL(0.5) * a.y / half_;
    if (a.x >= REAL(0.0)) return REAL2(half_, other);
    return a.y < REAL(0.0) ? REAL2(-other, -half_) : REAL2(other, half_);
}

// exp a for Re a <= 0; as precise as Im a / 2 pi is in REAL.
REAL2 complexExp(REAL2 a)
{
#if DOUBLE
    REAL turns = a.y * 0.159154943091895335769lf;
#else
    REAL turns = a.y * 0.159154943091895;
#endif
    return expOf(a.x) * cosSinTwoPi(fract(turns));
}

// The cube root of a number of modulus 1 with its angle in (-pi/3, pi/3].  A quarter, a sixteenth and a sixty-fourth of the angle by
// square roots add up to a third of it less 0.5 %; two steps on the angle that is left make it exact.
REAL2 cubeRootOfPhase(REAL2 a)
{
    REAL2 root = REAL2(1.0, 0.0), part = a;
#for N in 1 2 3
    part = complexRoot(complexRoot(part));
    root = complexMul(root, part);
#end
#for N in 1 2
    {
        REAL s = complexMul(a, complexConjugate(complexMul(root, complexMul(root, root)))).y;
        root = complexMul(root, REAL2(1.0, s * (REAL(2.0) + s * s / REAL(3.0)) / REAL(6.0)));
        root /= sqrt(dot(root, root));
    }
#end
    return root;
}
