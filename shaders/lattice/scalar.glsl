// Numbers that stay on the device: one texel of two planes, hi + lo, with up to four numbers.  uNumber0 is such a field; of it
// number0() is uFactor0 times the number uIndex0, and complexNumber0() is uFactor0 times (first, second).  The same for a second one.
#include "lattice/real.glsl"

#for N in 0 1
uniform FIELD uNumber$N;
uniform int uIndex$N;
uniform REAL uFactor$N;
REAL4 numbers$N() { return loadPlane(uNumber$N, ivec2(0), 0) + loadPlane(uNumber$N, ivec2(0), 1); }
REAL number$N()
{
    REAL4 n = numbers$N();
    return uFactor$N * (uIndex$N == 0 ? n.x : uIndex$N == 1 ? n.y : uIndex$N == 2 ? n.z : n.w);
}
REAL2 complexNumber$N() { return uFactor$N * numbers$N().xy; }
#end
