// Microcanonical overrelaxation of U_MU(x): every SU(2) subgroup in turn is reflected, a = v^dagger v^dagger, which keeps
// Re tr U A (Creutz, Phys. Rev. D 36 (1987) 515; Brown, Woch, Phys. Rev. Lett. 58 (1987) 2394).  If uCooling is not 0, a = v^dagger, which
// makes it as large as the subgroup can: a heat bath at infinite beta.
#include "lattice/subgroups.glsl"

uniform int uCooling;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    Matrix u = linkToUpdate(x);
    if (!isInSet(x)) {
        storeLink(u, result);
        return;
    }
    Staples staples = staplesOf(x);
#for SUBGROUP from FIRST_SUBGROUP below END_SUBGROUP
    {
        REAL4 q = subgroupBlock(u, staples, SUBGROUP);
        REAL k = sqrt(dot(q, q));
        u = linkAgain(u, x);
        if (k >= SMALLEST_NORM) {
            REAL4 w = conjugate(q / k);
            u = rotatedRows(uCooling != 0 ? w : quaternionProduct(w, w), u, SUBGROUP);
        }
    }
#end
    storeLink(atEnd(u), result);
}
