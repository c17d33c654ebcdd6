// Linear combinations of vector fields.  OPERATION:
//   0  out = y + A x            1  out = x + A y           2  out = y + A p, out2 = x + B p  (y the solution, p the direction, x the residual)
//   3  no field: (x, y) alone   4  out = A x              5  out = 0
// COMPLEX: A is a complex number.  TERMS: one more plane: (|out|^2, 0, 0, 0), or of operation 3 (Re (x, y), Im (x, y), |x|^2, |y|^2) with (x, y) = sum conj(x) y.
// CONSTANT: A is the uniform uConstant instead of a number of the device.  NORM says how uX is stored, NORM_Y how uY and uP are.
// VECTORS: the fields hold so many right-hand sides, uVectorWidth columns each, with coefficients of their own; the results of those that are
// not in use are y, and of the direction p.
// ONE_X: x is one vector for all, from column uXColumn of its field on.
// STEPS: planes are loaded one after the other, each in a loop of opaque length (lattice/steps.glsl).
#include "lattice/scalar.glsl"
#include "lattice/steps.glsl"
#include "lattice/vector.glsl"

uniform FIELD uX;
uniform FIELD uY;
uniform FIELD uP;
#if VECTORS > 1
uniform REAL uConstant[VECTORS];
uniform int uVectorWidth;
#else
uniform REAL uConstant;
#endif
#if ONE_X
uniform int uXColumn;
#endif
// Whether y is read: operations 4 and 5 need it for vectors that are not in use.
#define READS_Y (OPERATION < 4 || VECTORS > 1)

REAL4 timesComplex(REAL2 c, REAL4 v) { return REAL4(c.x * v.x - c.y * v.y, c.x * v.y + c.y * v.x, c.x * v.z - c.y * v.w, c.x * v.w + c.y * v.z); }

#if CONSTANT
#define TIMES_A(v) (FACTOR(uConstant, vector) * (v))
#elif COMPLEX
#define TIMES_A(v) timesComplex(a, v)
#else
#define TIMES_A(v) (a * (v))
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
#if VECTORS > 1
    int vector = texel.x / uVectorWidth;
#else
    const int vector = 0;
#endif
#if ONE_X
    ivec2 xTexel = ivec2(texel.x + uXColumn, texel.y);
#if VECTORS > 1
    xTexel.x -= uVectorWidth * vector;
#endif
#else
    ivec2 xTexel = texel;
#endif
#if OPERATION != 5
    REAL normX = NORM_OF(uX, xTexel);
#endif
#if READS_Y
    REAL normY = NORM_OF_Y(uY, texel);
#endif
#if OPERATION == 2
    REAL normP = NORM_OF_Y(uP, texel);
    REAL b = number1(vector);
#endif
#if !CONSTANT && OPERATION != 3
#if COMPLEX
    REAL2 a = complexNumber0(vector);
#else
    REAL a = number0(vector);
#endif
#endif
#if TERMS
    REAL4 terms = REAL4(0.0);
#endif
#for K below VECTOR_PLANES
    NO_HOIST_IF_STEPS
    {
#if OPERATION != 5
        REAL4 x = VECTOR_PLANE(uX, xTexel, K, normX);
#endif
#if READS_Y
        REAL4 y = VECTOR_PLANE_Y(uY, texel, K, normY);
#endif
#if OPERATION == 0
        result[K] = y + TIMES_A(x);
#elif OPERATION == 1
        result[K] = x + TIMES_A(y);
#elif OPERATION == 2
        REAL4 p = VECTOR_PLANE_Y(uP, texel, K, normP);
        result[K] = y + TIMES_A(p);
        result[VECTOR_PLANES + K] = x + b * p;
#elif OPERATION == 3
        terms += REAL4(dot(x, y), dot(x.xz, y.yw) - dot(x.yw, y.xz), dot(x, x), dot(y, y));
#elif OPERATION == 4
        result[K] = TIMES_A(x);
#else
        result[K] = REAL4(0.0);
#endif
#if VECTORS > 1 && OPERATION != 3
        if (!IN_USE(vector)) {
            result[K] = y;
#if OPERATION == 2
            result[VECTOR_PLANES + K] = p;
#endif
        }
#endif
#if TERMS && OPERATION != 3
        terms.x += dot(result[K], result[K]);
#endif
    }
#end
#if TERMS
    result[RESULT_PLANES - 1] = terms;
#endif
}
