// Links of direction uMu transformed: g(x) U_mu(x) g(x+mu)^dagger, of g the factor that ENDS says: 1 g(x), 2 g(x+mu)^dagger, 3 both.  A row that g(x) mixes is projected on
// the group.
#include "lattice/group.glsl"
#include "lattice/site.glsl"

uniform FIELD uLink;
uniform int uMu;
#if ENDS != 2
uniform FIELD uHere;
#endif
#if ENDS != 1
uniform FIELD uThere;
#endif

Site ahead(Site x)
{
#for MU in 0 1 2 3
    if (uMu == MU) return shifted(x, MU, 1);
#end
    return x;
}

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    Matrix u = loadLink(uLink, texel);
#if ENDS != 1
    u = mul(u, adj(loadLink(uThere, texelOf(ahead(x)))));
#endif
#if ENDS != 2
    u = reunitarised(mul(loadLink(uHere, texel), u));
#endif
    storeLink(u, result);
}
