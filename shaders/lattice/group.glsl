// The gauge group: each su$NC.glsl offers the same names.
#include "lattice/real.glsl"

// c0 = a0 b0 - a.b, c = a0 b + b0 a - a x b.
REAL4 quaternionProduct(REAL4 a, REAL4 b)
{
    return REAL4(a.x * b.x - dot(a.yzw, b.yzw), a.x * b.yzw + b.x * a.yzw - cross(a.yzw, b.yzw));
}

#include "lattice/su$NC.glsl"

// |a - b|^2 = tr (a - b) (a - b)^dagger.
REAL distance2(Matrix a, Matrix b)
{
    Matrix d = add(a, scaled(REAL(-1.0), b));
    return reTraceAdj(d, d);
}
