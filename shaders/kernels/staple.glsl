// The staple sum of the links U_MU (lattice/staple.glsl, or staple_fat.glsl: SUM) for updates that read it (staples_stored.glsl), two planes a row: (re, im) of
// columns 0 and 1, then of the others.  Not SU(2).  BY_ROWS a pass computes the row that it writes; else all rows in one pass.
#include "lattice/link_set.glsl"
#include "lattice/$SUM.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
#for K below RESULT_PLANES
    result[K] = REAL4(0.0);
#end
    if (!isInSet(x)) return;
#if BY_ROWS
    const int row = FIRST / (2 * LAYERS_PER_PLANE);
    Row a = stapleSum(x, row);
    packRow(a.re, a.im, result[2 * row], result[2 * row + 1]);
#else
    Matrix a = stapleSum(x, 0);
#for K below NC
    packRow(a.re[K], a.im[K], result[2 * K], result[2 * K + 1]);
#end
#endif
}
