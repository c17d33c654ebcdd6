// |U - V|^2 / N^2 of two links: the ends of a step of the flow by schemes of two orders (Fritzsch and Ramos, arXiv:1301.4388, appendix D).
#include "lattice/group.glsl"

uniform FIELD uFirst;
uniform FIELD uSecond;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    result[0] = REAL4(distance2(loadLink(uFirst, texel), loadLink(uSecond, texel)) / REAL(NC * NC), 0.0, 0.0, 0.0);
}
