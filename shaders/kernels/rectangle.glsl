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
        Site y = apart(x, NU), one = shifted(y, MU, +1), two = shifted(one, MU, +1);
        Site up = shifted(y, NU, +1), corner = shifted(up, MU, +1);
#define LOWER(row) mul(mul(linkRow(uSame[MU], y, row), link(uOther[MU], one)), link(uSame[NU], two))
#define UPPER(row) mul(mul(linkRow(uSame[NU], y, row), link(uOther[MU], up)), link(uSame[MU], corner))
#define TERM(row) reDot(LOWER(row), UPPER(row))
        SUM_ROWS(sum, TERM)
#undef LOWER
#undef UPPER
#undef TERM
    }
#end
#end
    result[0] = REAL4(sum / (REAL(12.0) * REAL(NC)), 0.0, 0.0, 0.0);
}
