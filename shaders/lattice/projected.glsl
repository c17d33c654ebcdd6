// Links that kernels/projected_links.glsl has projected, around a site x: uSame[mu] those of the sites with the parity of x, uOther[mu] those of the other parity.
//
// AROUND(near, far, x, MU, NU): what the four links of a plaquette sum up to, those ahead minus those back; near are the links of the parity of x. MU and NU are literals.
#include "lattice/real.glsl"
#include "lattice/site.glsl"

uniform FIELD uSame[4];
uniform FIELD uOther[4];

#define PROJECTED(planes, x) loadPlane(planes, texelOf(x), 0)
#define AROUND(near, far, x, MU, NU) (PROJECTED(near[MU], x) + PROJECTED(far[NU], shifted(x, MU, +1)) - PROJECTED(far[MU], shifted(x, NU, +1)) - PROJECTED(near[NU], x))
