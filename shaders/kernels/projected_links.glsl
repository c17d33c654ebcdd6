// A link projected on the Abelian part and on the centre of the group (CONVENTIONS.md, "Abelian and centre projection"): (phi_0, phi_1, phi_2, z) with
// the angles, in turns,
//   phi_i = arg U_ii - (1/N) [sum_j arg U_jj], the sum in [-1/2, 1/2),
// of which SU(2) has one, and the number z of the element e^{2 pi i z/N} of the centre that is nearest.
#include "lattice/group.glsl"
#include "lattice/math.glsl"

uniform FIELD uLinks;

// -1/2 to 1/2.
REAL angleOf(REAL re, REAL im) { return im < REAL(0.0) ? -turnsOf(re, -im) : turnsOf(re, im); }

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Matrix u = loadLink(uLinks, texel);
#if NC == 2
    result[0] = REAL4(angleOf(u.q.x, u.q.w), 0.0, 0.0, u.q.x < REAL(0.0) ? 1.0 : 0.0);
#else
    REAL3 angles = REAL3(angleOf(u.re[0].x, u.im[0].x), angleOf(u.re[1].y, u.im[1].y), angleOf(u.re[2].z, u.im[2].z));
    REAL sum = angles.x + angles.y + angles.z;
    angles -= (sum - floor(sum + REAL(0.5))) * (REAL(1.0) / REAL(3.0));
    // Re(tr U e^{-2 pi i z/3}) for z = 1 and 2.
    REAL2 t = trace(u);
    REAL middle = REAL(-0.5) * t.x, side = sqrt(REAL(0.75)) * t.y;
    REAL z = REAL(0.0);
    if (middle + side > t.x) z = REAL(1.0);
    if (middle - side > max(t.x, middle + side)) z = REAL(2.0);
    result[0] = REAL4(angles, z);
#endif
}
