// Staples for an update of U_MU(x), written before by the kernel staple (SU(3)).  A program does all subgroups, or one
// of them. The latter is for cards with few registers and for double precision: everything is loaded row by row where
// it is used, and loaded again after the proposals.
#include "lattice/gauge_field.glsl"

#define STORED 1
uniform FIELD uLink;
uniform FIELD uStaple;

struct Staples {
    ivec2 texel;
};
Matrix linkToUpdate(Site x) { return loadLink(uLink, texelOf(x)); }
#if END_SUBGROUP - FIRST_SUBGROUP == 1
Matrix linkAgain(Matrix u, Site x) { return loadLink(uLink, texelOf(reloadSite(x))); }
#else
Matrix linkAgain(Matrix u, Site x) { return u; } // an earlier subgroup has changed it
#endif
Staples staplesOf(Site x) { return Staples(texelOf(x)); }

REAL4 subgroupBlock(Matrix u, Staples staples, int subgroup)
{
    REAL4 q = REAL4(0.0);
#for K in 0 1 2
    {
        REAL4 a = loadPlane(uStaple, staples.texel, 2 * K), b = loadPlane(uStaple, staples.texel, 2 * K + 1);
        addToBlock(q, u, REAL3(a.x, a.z, b.x), REAL3(a.y, a.w, b.y), K, subgroup);
    }
#end
    return q;
}

// Row k of the sum; k is a literal.
void loadStapleRow(Site x, int k, out REAL3 re, out REAL3 im)
{
    REAL4 a = loadPlane(uStaple, texelOf(x), 2 * k), b = loadPlane(uStaple, texelOf(x), 2 * k + 1);
    re = REAL3(a.x, a.z, b.x);
    im = REAL3(a.y, a.w, b.y);
}

// The whole sum.
Matrix stapleMatrix(Site x)
{
    Matrix sum;
#for K in 0 1 2
    loadStapleRow(x, K, sum.re[K], sum.im[K]);
#end
    return sum;
}
