// Sums of group elements (full_matrix.glsl) as lines (rows.glsl): whole, or (BY_ROWS) the row that a pass writes and rows that are read.
#include "lattice/full_matrix.glsl"
#include "lattice/rows.glsl"

#if BY_ROWS
#define STORED_ROW (FIRST / (2 * LAYERS_PER_PLANE))

Row fullMatrixLine(PLANES planes, ivec2 texel, int row)
{
    Row r;
    loadRow(planes, texel, row, r.re, r.im);
    return r;
}

void storeLine(Row a, out REAL4 result[FULL_MATRIX_PLANES])
{
#for K below NC
    result[2 * K] = result[2 * K + 1] = REAL4(0.0);
#end
    packRow(a.re, a.im, result[2 * STORED_ROW], result[2 * STORED_ROW + 1]);
}
#else
#define STORED_ROW 0
#define fullMatrixLine(planes, texel, row) loadFullMatrix(planes, texel)
#define storeLine(a, result) storeFullMatrix(a, result)
#endif
