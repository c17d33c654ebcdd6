// Links of direction uMu transformed at one end: g(x) U_mu(x), whose rows are then projected on the group, or (THERE) U_mu(x) g(x+mu)^dagger.  ONLY_SUBGROUP (not -1): g is a
// rotation of that subgroup, of one plane.
#include "lattice/group.glsl"
#include "lattice/site.glsl"

uniform FIELD uLink;
uniform FIELD uTransformation; // of the end's parity
uniform int uMu;

Site ahead(Site x)
{
#for MU in 0 1 2 3
    if (uMu == MU) return shifted(x, MU, 1);
#end
    return x;
}

#if ONLY_SUBGROUP < 0
Matrix turned(Matrix u, ivec2 end) { return mul(loadLink(uTransformation, end), u); }
Matrix turnedBack(Matrix u, ivec2 end) { return mul(u, adj(loadLink(uTransformation, end))); }
#else
Matrix turned(Matrix u, ivec2 end) { return rotatedRows(loadPlane(uTransformation, end, 0), u, ONLY_SUBGROUP); }
Matrix turnedBack(Matrix u, ivec2 end) { return adj(rotatedRows(loadPlane(uTransformation, end, 0), adj(u), ONLY_SUBGROUP)); }
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Matrix u = loadLink(uLink, texel);
#if THERE
    storeLink(turnedBack(u, texelOf(ahead(siteAt(texel)))), result);
#else
    storeLink(reunitarised(turned(u, texel)), result);
#endif
}
