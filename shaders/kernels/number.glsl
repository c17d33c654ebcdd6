// Arithmetic with numbers of the device (lattice/scalar.glsl).  OPERATION: 0 A + B, 1 A B, 2 A / B, 3 |A|^2 (only
// COMPLEX).  A / 0 is infinite or NaN, as the driver likes; monitors of solvers stop at both.  COMPLEX: the numbers are
// complex; elements 0 and 1 of each are its real and imaginary parts.  Texel v has those of vector v.
#include "lattice/scalar.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
#if COMPLEX
    REAL2 a = complexNumber0(texel.x), b = complexNumber1(texel.x);
#if OPERATION == 0
    REAL2 c = a + b;
#elif OPERATION == 1
    REAL2 c = REAL2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
#elif OPERATION == 2
    REAL2 c = REAL2(a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y) / dot(b, b);
#else
    REAL2 c = REAL2(dot(a, a), 0.0);
#endif
#else
#if OPERATION == 0
    REAL2 c = REAL2(number0(texel.x) + number1(texel.x), 0.0);
#elif OPERATION == 1
    REAL2 c = REAL2(number0(texel.x) * number1(texel.x), 0.0);
#else
    REAL2 c = REAL2(number0(texel.x) / number1(texel.x), 0.0);
#endif
#endif
    result[0] = REAL4(c, 0.0, 0.0);
    result[1] = REAL4(0.0);
}
