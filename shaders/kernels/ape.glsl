// The smeared link Proj[uKeep U + uStaples A^dagger] (APE, and each level of HYP smearing) with the staple sum A of the link: CONVENTIONS.md,
// "Smearing".
#include "lattice/staples_$STAPLES.glsl"
#include "lattice/group_projection.glsl"

uniform REAL uKeep, uStaples;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    Matrix sum = scaled(uStaples, adj(stapleMatrix(x)));
    storeLink(projected(add(sum, scaled(uKeep, linkToUpdate(x)))), result);
}
