// Local sums of the plaquettes with lower corner x, P_munu(x) = (1/N) Re tr U_mu(x) U_nu(x+mu) U_mu(x+nu)^dagger U_nu(x)^dagger:
//   (mean of the three spatial planes, mean of the three with t, action density sum (1 - P), mean over mu of (1/N) Re tr U_mu(x)).
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
#define TERM(row) reDot(mul(CORNER(row), adj(link(uOther[MU], shifted(x, NU, +1)))), linkRow(uSame[NU], x, row))
        SUM_ROWS(p, TERM)
        if (NU == 3) time += p;
        else space += p;
#undef CORNER
#undef TERM
    }
#endif
#end
#end
    const REAL n = REAL(NC);
    result[0] = REAL4(space / (REAL(3.0) * n), time / (REAL(3.0) * n), REAL(6.0) - (space + time) / n,
                      links / (REAL(4.0) * n));
}
