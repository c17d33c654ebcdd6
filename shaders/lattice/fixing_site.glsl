// g(x) of one step of gauge fixing.  METHOD is power, chance or annealing: how a rotation follows from the functional of a subgroup.
#include "lattice/fixing.glsl"
#include "lattice/fixing_$METHOD.glsl"

Matrix transformationAt(Site x)
{
    uint site = siteIndex(x);
    Local l = localAt(x);
    Matrix g = unitMatrix();
#for SUBGROUP below END_SUBGROUP
    {
        REAL4 terms[LOCAL_PLANES];
        localTerms(l, x, g, SUBGROUP, terms);
        REAL4 a = rotation(terms, SUBGROUP, site);
        g = rotatedRows(a, g, SUBGROUP);
        turn(l, a, SUBGROUP);
    }
#end
    return g;
}
