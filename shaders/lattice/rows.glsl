// Traces of products of links, Re tr a b^dagger, taken whole or row by row: SUM_ROWS(sum, f) adds f(row) for every row.
//
// With LOOP_ROWS (SU(3) only) it is a loop that the compiler cannot unroll: it takes a third of the registers and loads
// links three times.  In double precision nothing else fits the 63 registers of a Fermi card.  Otherwise a "row" is the
// whole matrix.
#include "lattice/gauge_field.glsl"

#if LOOP_ROWS
uniform int uRows; // 3

// One row of a matrix.
struct Row {
    REAL3 re, im;
};

// r m.
Row mul(Row r, Matrix m)
{
    Row result = Row(r.re.x * m.re[0] - r.im.x * m.im[0], r.re.x * m.im[0] + r.im.x * m.re[0]);
#for K in 1 2
    result.re += r.re[K] * m.re[K] - r.im[K] * m.im[K];
    result.im += r.re[K] * m.im[K] + r.im[K] * m.re[K];
#end
    return result;
}

// Re a b^dagger.
REAL reDot(Row a, Row b) { return dot(a.re, b.re) + dot(a.im, b.im); }

Row linkRow(PLANES planes, Site x, int row)
{
    Matrix u = link(planes, x);
    if (row == 0) return Row(u.re[0], u.im[0]);
    if (row == 1) return Row(u.re[1], u.im[1]);
    return Row(u.re[2], u.im[2]);
}

#define SUM_ROWS(sum, f)                                                                                               \
    for (int row = 0; row < uRows; ++row) sum += f(row);
#else
#define linkRow(planes, x, row) link(planes, x)
REAL reDot(Matrix a, Matrix b) { return reTraceAdj(a, b); }
#define SUM_ROWS(sum, f) sum += f(0);
#endif
