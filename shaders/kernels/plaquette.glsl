// Local sums of the plaquettes with lower corner x, each as the distance of three of its links from the fourth,
//   1 - (1/N) Re tr P_munu(x) = |U_mu(x) U_nu(x+mu) U_mu(x+nu)^dagger - U_nu(x)|^2 / (2N):
//   (over the three spatial planes, over the three with t, over all six, mean over mu of (1/N) Re tr U_mu(x)).
// Links that are out of the group by e change this by a factor 1 + O(e) and a term O(e^2), 1 minus the trace by O(e): in single precision more than what a
// smooth field has.
#include "lattice/rows.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    REAL space = REAL(0.0), time = REAL(0.0), links = REAL(0.0);
#for MU in 0 1 2 3
    links += reTrace(link(uSame[MU], again(x))); // again: not kept for the loops below
#for NU in 0 1 2 3
#if MU < NU
    {
        REAL p = REAL(0.0);
#define CORNER(row) mul(linkRow(uSame[MU], x, row), link(uOther[NU], shifted(x, MU, +1)))
#define STAPLE(row) mul(CORNER(row), adj(link(uOther[MU], shifted(x, NU, +1))))
#define TERM(row) distance2(STAPLE(row), linkRow(uSame[NU], x, row))
        SUM_ROWS(p, TERM)
        if (NU == 3) time += p;
        else space += p;
#undef CORNER
#undef STAPLE
#undef TERM
    }
#endif
#end
#end
    const REAL n = REAL(NC);
    space /= REAL(2.0) * n;
    time /= REAL(2.0) * n;
    result[0] = REAL4(space, time, space + time, links / (REAL(4.0) * n));
}
