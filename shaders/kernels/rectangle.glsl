// The mean of (1/N) Re tr over the twelve oriented 1x2 loops that start at x, two steps in mu and one in nu:
//   U_mu(x) U_mu(x+mu) U_nu(x+2mu) [U_nu(x) U_mu(x+nu) U_mu(x+mu+nu)]^dagger.
#include "lattice/rows.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    REAL sum = REAL(0.0);
#for MU in 0 1 2 3
#for NU in 0 1 2 3 except MU
    {
        Site one = shifted(x, MU, +1), two = shifted(one, MU, +1);
        Site up = shifted(x, NU, +1), corner = shifted(up, MU, +1);
#define LINE(row) mul(linkRow(uSame[MU], x, row), link(uOther[MU], one))
#define CORNER(row) mul(mul(LINE(row), link(uSame[NU], two)), adj(link(uSame[MU], corner)))
#define TERM(row) reDot(mul(CORNER(row), adj(link(uOther[MU], up))), linkRow(uSame[NU], x, row))
        SUM_ROWS(sum, TERM)
#undef LINE
#undef CORNER
#undef TERM
    }
#end
#end
    result[0] = REAL4(sum / (REAL(12.0) * REAL(NC)), 0.0, 0.0, 0.0);
}
