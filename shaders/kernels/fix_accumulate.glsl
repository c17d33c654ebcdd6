// The accumulated transformation of a site: G'(x) = g(x) G(x) with g(x) = U'(x) U(x)^dagger from a link before and
// after a step, projected on the group.
#include "lattice/group.glsl"

uniform FIELD uBefore;
uniform FIELD uAfter;
uniform FIELD uSum;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Matrix g = mul(loadLink(uAfter, texel), adj(loadLink(uBefore, texel)));
    storeLink(reunitarised(mul(g, loadLink(uSum, texel))), result);
}
