// The transformations g(x) of one step of gauge fixing at the sites of a parity; kernels/transform.glsl applies them.
#include "lattice/fixing_site.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES]) { storeLink(reunitarised(transformationAt(siteAt(texel))), result); }
