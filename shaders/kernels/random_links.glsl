// A link drawn from the Haar measure: Gaussian numbers made unitary (CONVENTIONS.md, "Hot start").
#include "lattice/group.glsl"
#include "lattice/gaussians.glsl"
#include "lattice/site.glsl"

uniform uint uStream;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    uint site = siteIndex(siteAt(texel));
    REAL4 g[LINK_PLANES];
#for K below RESULT_PLANES
    g[K] = gaussians(uniforms(site, uint(K), uStream));
#end
    storeLink(fromGaussians(g), result);
}
