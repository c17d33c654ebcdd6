// A sum kept as hi + lo, four at a time, by error-free transformations (Knuth's two-sum).  Compilers must not reassociate
// them: `precise` forbids it from GLSL 4.00 on; before, the bits of every intermediate pass through an operation that a uniform makes opaque
// (compilers take a factor of a uniform 1 out of sums).
#include "lattice/real.glsl"

struct Sum {
    REAL4 hi, lo;
};

#if __VERSION__ >= 400
#define PRECISE precise
#define EXACT(x) (x)
#else
#define PRECISE
uniform int uNoBits; // 0
#define EXACT(x) intBitsToFloat(floatBitsToInt(x) ^ ivec4(uNoBits))
#endif

Sum addSums(Sum a, Sum b)
{
    PRECISE REAL4 s = EXACT(a.hi + b.hi);
    PRECISE REAL4 v = EXACT(s - a.hi);
    PRECISE REAL4 w = EXACT(s - v);
    PRECISE REAL4 e = EXACT(a.hi - w) + EXACT(b.hi - v);
    PRECISE REAL4 f = EXACT(e) + EXACT(a.lo + b.lo);
    PRECISE REAL4 hi = EXACT(s + f);
    PRECISE REAL4 d = EXACT(hi - s);
    PRECISE REAL4 lo = EXACT(f) - d;
    return Sum(hi, lo);
}
