// The gauge field around a site x: uSame[mu] holds the links U_mu of the sites with the parity of x, uOther[mu] those of the
// other parity.
#include "lattice/group.glsl"
#include "lattice/site.glsl"

uniform PLANES uSame[4];
uniform PLANES uOther[4];

Matrix link(PLANES half_, Site x) { return loadLink(half_, texelOf(x)); }
