// A link drawn from the Haar measure: Gaussian numbers made unitary (CONVENTIONS.md, "Hot start").
#include "lattice/group.glsl"
#include "lattice/math.glsl"
#include "lattice/random.glsl"
#include "lattice/site.glsl"

uniform uint uStream;

// Box-Muller: two pairs from four uniform numbers.
REAL4 gaussians(REAL4 u)
{
    return REAL4(sqrt(REAL(-2.0) * logOf(u.x)) * cosSinTwoPi(u.y), sqrt(REAL(-2.0) * logOf(u.z)) * cosSinTwoPi(u.w));
}

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    uint site = siteIndex(siteAt(texel));
    REAL4 g[LINK_PLANES];
#for K below RESULT_PLANES
    g[K] = gaussians(uniforms(site, uint(K), uStream));
#end
    storeLink(fromGaussians(g), result);
}
