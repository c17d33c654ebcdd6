// Numbers that stay on the device: one texel of two planes, hi + lo, with up to four numbers.  uNumber0 is such a field; of it
// number0(0) is uFactor0 times the number uIndex0, divided by the number uDivisorIndex0 of uDivisor0 unless that is negative, and
// complexNumber0(0) is uFactor0 times (first, second).  The same for a second one.
// VECTORS: of fields with so many right-hand sides (algebra/bundle.h) there is a texel and a factor for each vector, and the argument is the vector.
#include "lattice/real.glsl"

#ifndef VECTORS
#define VECTORS 1
#endif
#if VECTORS > 1
#define FACTOR(factors, vector) factors[vector]
#else
#define FACTOR(factors, vector) factors
#endif

REAL4 numbersOf(PLANES field, int vector) { return loadPlane(field, ivec2(vector, 0), 0) + loadPlane(field, ivec2(vector, 0), 1); }
REAL numberOf(PLANES field, int index, int vector)
{
    REAL4 n = numbersOf(field, vector);
    return index == 0 ? n.x : index == 1 ? n.y : index == 2 ? n.z : n.w;
}

#for N in 0 1
uniform FIELD uNumber$N, uDivisor$N;
uniform int uIndex$N, uDivisorIndex$N;
#if VECTORS > 1
uniform REAL uFactor$N[VECTORS];
#else
uniform REAL uFactor$N;
#endif
REAL number$N(int vector)
{
    REAL n = numberOf(uNumber$N, uIndex$N, vector);
    if (uDivisorIndex$N >= 0) n /= numberOf(uDivisor$N, uDivisorIndex$N, vector);
    return FACTOR(uFactor$N, vector) * n;
}
REAL2 complexNumber$N(int vector) { return FACTOR(uFactor$N, vector) * numbersOf(uNumber$N, vector).xy; }
#end

// Operations leave vectors that are not in use as they are.
#if VECTORS > 1
uniform int uInUse;
#define IN_USE(vector) ((uInUse >> (vector) & 1) != 0)
#endif
