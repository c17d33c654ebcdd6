// The staple sum of the links U_MU (lattice/staple.glsl, or staple_fat.glsl: SUM) for updates that read it (staples_stored.glsl), two planes a row: (re, im) of
// columns 0 and 1, then of column 2.  SU(3) only.  BY_ROWS a pass computes the row that it writes; else all rows in one pass.
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
    result[2 * row] = REAL4(a.re.x, a.im.x, a.re.y, a.im.y);
    result[2 * row + 1] = REAL4(a.re.z, a.im.z, 0.0, 0.0);
#else
    Matrix a = stapleSum(x, 0);
#for K in 0 1 2
    result[2 * K] = REAL4(a.re[K].x, a.im[K].x, a.re[K].y, a.im[K].y);
    result[2 * K + 1] = REAL4(a.re[K].z, a.im[K].z, 0.0, 0.0);
#end
#endif
}
