// Links of direction uMu transformed at one end: g(x) U_mu(x), whose rows are then projected on the group, or (THERE) U_mu(x) g(x+mu)^dagger.
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

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Matrix u = loadLink(uLink, texel);
#if THERE
    storeLink(mul(u, adj(loadLink(uTransformation, texelOf(ahead(siteAt(texel)))))), result);
#else
    storeLink(reunitarised(mul(loadLink(uTransformation, texel), u)), result);
#endif
}
