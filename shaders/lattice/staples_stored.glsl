// Staples for an update of U_MU(x), written before by the kernel staple (not SU(2)).  A program does all subgroups, or one of them:
// for cards with few registers and for double precision, where everything is loaded when it is used, row by row, and again
// after the proposals.
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
#for K below NC
    {
        ROW re, im;
        loadRow(uStaple, staples.texel, K, re, im);
        addToBlock(q, u, re, im, K, subgroup);
    }
#end
    return q;
}

// Row k of the sum; k is a literal.
void loadStapleRow(Site x, int k, out ROW re, out ROW im) { loadRow(uStaple, texelOf(x), k, re, im); }

// The whole sum.
Matrix stapleMatrix(Site x)
{
    Matrix sum;
#for K below NC
    loadStapleRow(x, K, sum.re[K], sum.im[K]);
#end
    return sum;
}
