// Products of links from left to right, as whole matrices or (BY_ROWS, not SU(2)) one row at a time: a Line is a matrix or a row of
// one.  By rows a product takes a third of the registers and the work of loading is done three times: in double precision
// nothing else fits the 63 registers of a Fermi card.
//
// SUM_ROWS(sum, f) adds f(row) for every row.  It is a loop of opaque length, so that links are loaded where they are
// used: compilers merge and hoist the loads of straight-line code until registers spill (rectangle, Intel Skylake:
// 1550 spills, half a minute to compile).  Without BY_ROWS the loop runs once.
#include "lattice/gauge_field.glsl"

uniform int uRows; // 1, or N by rows
#define SUM_ROWS(sum, f)                                                                                               \
    for (int row = 0; row < uRows; ++row) sum += f(row);

#if BY_ROWS
struct Row {
    ROW re, im;
};
#define Line Row

Row zeroLine() { return Row(ROW(0.0), ROW(0.0)); }
Row add(Row a, Row b) { return Row(a.re + b.re, a.im + b.im); }
Row scaled(REAL c, Row a) { return Row(c * a.re, c * a.im); }

// r m.
Row mul(Row r, Matrix m)
{
    Row result = Row(r.re.x * m.re[0] - r.im.x * m.im[0], r.re.x * m.im[0] + r.im.x * m.re[0]);
#for K from 1 below NC
    result.re += r.re[K] * m.re[K] - r.im[K] * m.im[K];
    result.im += r.re[K] * m.im[K] + r.im[K] * m.re[K];
#end
    return result;
}

// Re a b^dagger.
REAL reDot(Row a, Row b) { return dot(a.re, b.re) + dot(a.im, b.im); }
// (|a - b|^2, Re a b^dagger).
REAL2 distanceAndDot(Row a, Row b)
{
    ROW re = a.re - b.re, im = a.im - b.im;
    return REAL2(dot(re, re) + dot(im, im), reDot(a, b));
}

Row rowOf(Matrix u, int row)
{
#for K below NC
    if (row == K) return Row(u.re[K], u.im[K]);
#end
    return zeroLine();
}
Row linkRow(PLANES planes, Site x, int row) { return rowOf(link(planes, x), row); }
Row adjLinkRow(PLANES planes, Site x, int row) { return rowOf(adj(link(planes, x)), row); }
#else
#define Line Matrix
#define zeroLine() zeroMatrix()
#define linkRow(planes, x, row) link(planes, x)
#define adjLinkRow(planes, x, row) adj(link(planes, x))
REAL reDot(Matrix a, Matrix b) { return reTraceAdj(a, b); }
#endif
