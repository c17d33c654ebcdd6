// Numbers that stay on the device: one texel of two planes, hi + lo, with up to four numbers.  uNumber0 is such a field; of it
// number0(0) is uFactor0 times the number uIndex0, and complexNumber0(0) is uFactor0 times (first, second).  The same for a second one.
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

#for N in 0 1
uniform FIELD uNumber$N;
uniform int uIndex$N;
#if VECTORS > 1
uniform REAL uFactor$N[VECTORS];
#else
uniform REAL uFactor$N;
#endif
REAL4 numbers$N(int vector) { return loadPlane(uNumber$N, ivec2(vector, 0), 0) + loadPlane(uNumber$N, ivec2(vector, 0), 1); }
REAL number$N(int vector)
{
    REAL4 n = numbers$N(vector);
    return FACTOR(uFactor$N, vector) * (uIndex$N == 0 ? n.x : uIndex$N == 1 ? n.y : uIndex$N == 2 ? n.z : n.w);
}
REAL2 complexNumber$N(int vector) { return FACTOR(uFactor$N, vector) * numbers$N(vector).xy; }
#end

// Operations leave vectors that are not in use as they are.
#if VECTORS > 1
uniform int uInUse;
#define IN_USE(vector) ((uInUse >> (vector) & 1) != 0)
#endif
