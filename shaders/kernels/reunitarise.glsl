// A link projected onto the group (CONVENTIONS.md, "Unitarity").
#include "lattice/group.glsl"

uniform FIELD uLink;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    storeLink(reunitarised(loadLink(uLink, texel)), result);
}
