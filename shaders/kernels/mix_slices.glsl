// A real matrix in the fifth dimension (core/domain_wall.h), which has a texel (column, row) for (P_+, P_-):
//   out(s) = sum_r M(s, r) x(r), with DIAGONAL plus uDiagonal chi(s).
// TERMS: one more plane, (|out|^2, 0, 0, 0).  VECTORS: of so many right-hand sides, each by itself.
#include "lattice/slices.glsl"
#include "lattice/vector.glsl"

uniform FIELD uX;
uniform FIELD uMatrix;
#if DIAGONAL
uniform FIELD uChi;
uniform REAL uDiagonal;
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    int row = quotient(texel.x, FIELD_WIDTH, -1), first = texel.x - FIELD_WIDTH * row;
#if VECTORS > 1
    int vector = row / SLICES;
    row -= SLICES * vector;
    first += FIELD_WIDTH * SLICES * vector;
#endif
    REAL4 sum[VECTOR_PLANES];
#if DIAGONAL
    loadVector(sum, uChi, texel);
#for K below VECTOR_PLANES
    sum[K] *= uDiagonal;
#end
#else
#for K below VECTOR_PLANES
    sum[K] = REAL4(0.0);
#end
#endif
    for (int column = uOpaqueZero; column < SLICES; ++column) {
        REAL4 m = loadPlane(uMatrix, ivec2(column, row), 0);
        ivec2 from = ivec2(first + FIELD_WIDTH * column, texel.y);
        REAL norm = NORM_OF(uX, from);
#for K below VECTOR_PLANES
#if 2 * K < VECTOR_PLANES
        sum[K] += m.x * VECTOR_PLANE(uX, from, K, norm);
#else
        sum[K] += m.y * VECTOR_PLANE(uX, from, K, norm);
#endif
#end
    }
#if TERMS
    REAL terms = REAL(0.0);
#endif
#for K below VECTOR_PLANES
    result[K] = sum[K];
#if TERMS
    terms += dot(sum[K], sum[K]);
#endif
#end
#if TERMS
    result[VECTOR_PLANES] = REAL4(terms, 0.0, 0.0, 0.0);
#endif
}
