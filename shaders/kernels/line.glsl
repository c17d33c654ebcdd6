// Extends a line by one link: P(x) U(x+d), or with BACK P(x) U(x+d)^dagger; P is the product of links along a line from x, which ends at x+d or, with
// BACK, one step ahead of it.
//
// New links are multiplied from the right: rows 0 and 1 of the product then need no row 2 of P, and deviations from the
// group grow only by accumulated rounding.  From the left, the reconstructed row 2 would feed back the deviations of
// rows 0 and 1 with every link.
//
// FULL_MATRIX (SU(3)): the links are no group elements, as multihit makes them.
#include "lattice/displaced.glsl"
#include "lattice/full_matrix_rows.glsl"

uniform FIELD uLine;
uniform FIELD uLink;
uniform ivec4 uEnd;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    ivec2 end = texelOf(displaced(siteAt(texel), uEnd));
#if FULL_MATRIX
    storeLine(mul(fullMatrixLine(uLine, texel, STORED_ROW), loadFullMatrix(uLink, end)), result);
#elif BACK
    storeLink(mul(loadLink(uLine, texel), adj(loadLink(uLink, end))), result);
#else
    storeLink(mul(loadLink(uLine, texel), loadLink(uLink, end)), result);
#endif
}
