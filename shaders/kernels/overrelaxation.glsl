// Microcanonical overrelaxation of U_MU(x): every SU(2) subgroup in turn is reflected, a = v^dagger v^dagger, which keeps
// Re tr U A (Creutz, Phys. Rev. D 36 (1987) 515; Brown, Woch, Phys. Rev. Lett. 58 (1987) 2394).
#include "lattice/subgroups.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    Matrix u = link(uSame[MU], x), m = mul(u, stapleSum(x));
#for SUBGROUP below SUBGROUP_COUNT
    {
        REAL4 q = block(m, SUBGROUP);
        REAL k = sqrt(dot(q, q));
        if (k >= SMALLEST_NORM) {
            REAL4 w = conjugate(q / k);
            REAL4 a = quaternionProduct(w, w);
            u = rotatedRows(a, u, SUBGROUP);
            m = rotatedRows(a, m, SUBGROUP);
        }
    }
#end
    storeLink(u, result);
}
