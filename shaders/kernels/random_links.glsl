// A link drawn from the Haar measure: Gaussian numbers made unitary (CONVENTIONS.md, "Hot start").
#include "lattice/group.glsl"
#include "lattice/draws_$GENERATOR.glsl"
#include "lattice/gaussians.glsl"
#include "lattice/site.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    DrawSite site = drawSite(siteAt(texel));
    REAL4 g[LINK_PLANES];
#for K below RESULT_PLANES
    g[K] = gaussians(draw(site, K));
#end
    storeLink(fromGaussians(g), result);
}
