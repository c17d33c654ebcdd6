// Traces of products of links, Re tr a b^dagger: SUM_ROWS(sum, f) adds f(row) for every row.
//
// It is a loop whose length the compiler does not know, so that links are loaded where they are used: compilers merge and
// hoist the loads of straight code until registers spill (rectangle, Intel Skylake: 1550 spills, half a minute to
// compile).  A "row" is the whole matrix and the loop runs once; or BY_ROWS (SU(3)) it is a row, which takes a third of the
// registers and loads links three times: in double precision nothing else fits the 63 registers of a Fermi card.
#include "lattice/gauge_field.glsl"

uniform int uRows; // 1, or 3 by rows
#define SUM_ROWS(sum, f)                                                                                               \
    for (int row = 0; row < uRows; ++row) sum += f(row);

#if BY_ROWS
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
#else
#define linkRow(planes, x, row) link(planes, x)
REAL reDot(Matrix a, Matrix b) { return reTraceAdj(a, b); }
#endif
