// The staple sum of the links U_MU (lattice/staple.glsl) for updates that read it (staples_stored.glsl), two planes a row: (re, im) of
// columns 0 and 1, then of column 2.  SU(3) only.  A pass that writes one row computes no other.
#include "lattice/staple.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Matrix a = stapleSum(siteAt(texel));
#for K in 0 1 2
    result[2 * K] = REAL4(a.re[K].x, a.im[K].x, a.re[K].y, a.im[K].y);
    result[2 * K + 1] = REAL4(a.re[K].z, a.im[K].z, 0.0, 0.0);
#end
}
