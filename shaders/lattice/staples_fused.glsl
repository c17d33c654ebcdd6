// Staples for an update of U_MU(x), summed here; all subgroups of the link follow.
#include "lattice/staple.glsl"

#define Staples Matrix
Matrix linkToUpdate(Site x) { return link(uSame[MU], x); }
Matrix linkAgain(Matrix u, Site x) { return u; }
Staples staplesOf(Site x) { return stapleSum(x, 0); }
REAL4 subgroupBlock(Matrix u, Staples staples, int subgroup) { return block(u, staples, subgroup); }
