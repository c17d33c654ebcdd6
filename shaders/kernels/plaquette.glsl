// Local sums of the plaquettes with lower corner x, each as the distance of three of its links, A, from the fourth, B:
//   1 - (1/N) Re tr P_munu(x) = |A - B|^2 / (|A|^2 + |B|^2),  A = U_mu(x) U_nu(x+mu) U_mu(x+nu)^dagger,  B = U_nu(x):
//   (over the three spatial planes, over the three with t, over all six, mean over mu of (1/N) Re tr U_mu(x)).
// Links that are out of the group by e, as those of single precision are, change 1 minus the trace by O(e), which is more than a
// smooth field has, and |A - B|^2 / 2N by a factor 1 + O(e).  In the quotient both cancel.
#include "lattice/rows.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    REAL space = REAL(0.0), time = REAL(0.0), links = REAL(0.0);
#for MU in 0 1 2 3
    links += reTrace(link(uSame[MU], reloadSite(x))); // again: not kept for the loops below
#for NU in 0 1 2 3
#if MU < NU
    {
        REAL2 sum = REAL2(0.0);
#define CORNER(row) mul(linkRow(uSame[MU], x, row), link(uOther[NU], shifted(x, MU, +1)))
#define STAPLE(row) mul(CORNER(row), adj(link(uOther[MU], shifted(x, NU, +1))))
#define TERM(row) distanceAndDot(STAPLE(row), linkRow(uSame[NU], x, row))
        SUM_ROWS(sum, TERM)
        REAL p = sum.x / (sum.x + REAL(2.0) * sum.y); // |A - B|^2 + 2 Re tr A B^dagger = |A|^2 + |B|^2
        if (NU == 3) time += p;
        else space += p;
#undef CORNER
#undef STAPLE
#undef TERM
    }
#endif
#end
#end
    result[0] = REAL4(space, time, space + time, links / REAL(4 * NC));
}
