// Staples for an update of U_MU(x), summed here; all subgroups of the link follow.  SUM is staple, or staple_fat where the staples are of other
// fields than the link, which then is that of uLink.
#include "lattice/$SUM.glsl"

#define STORED 0
#define Staples Matrix
#if FAT
uniform FIELD uLink;
Matrix linkToUpdate(Site x) { return link(uLink, x); }
#else
Matrix linkToUpdate(Site x) { return link(uSame[MU], x); }
#endif
Matrix linkAgain(Matrix u, Site x) { return u; }
Staples staplesOf(Site x) { return stapleSum(x, 0); }
Matrix stapleMatrix(Site x) { return stapleSum(x, 0); }
REAL4 subgroupBlock(Matrix u, Staples staples, int subgroup) { return block(u, staples, subgroup); }
