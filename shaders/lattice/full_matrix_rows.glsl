// Sums of group elements (full_matrix.glsl) as lines (rows.glsl): whole, or (BY_ROWS) the row that a pass writes and rows that are read.
#include "lattice/full_matrix.glsl"
#include "lattice/rows.glsl"

#if BY_ROWS
#define STORED_ROW (FIRST / (2 * LAYERS_PER_PLANE))

Row fullMatrixLine(PLANES planes, ivec2 texel, int row)
{
    REAL4 a = loadPlane(planes, texel, 2 * row), b = loadPlane(planes, texel, 2 * row + 1);
    return Row(REAL3(a.x, a.z, b.x), REAL3(a.y, a.w, b.y));
}

void storeLine(Row a, out REAL4 result[FULL_MATRIX_PLANES])
{
#for K below 6
    result[K] = REAL4(0.0);
#end
    result[2 * STORED_ROW] = REAL4(a.re.x, a.im.x, a.re.y, a.im.y);
    result[2 * STORED_ROW + 1] = REAL4(a.re.z, a.im.z, 0.0, 0.0);
}
#else
#define STORED_ROW 0
#define fullMatrixLine(planes, texel, row) loadFullMatrix(planes, texel)
#define storeLine(a, result) storeFullMatrix(a, result)
#endif
