// The mean of (1/N) Re tr over the twelve oriented 1x2 loops that start at x, two steps in mu and one in nu:
//   U_mu(x) U_mu(x+mu) U_nu(x+2mu) [U_nu(x) U_mu(x+nu) U_mu(x+mu+nu)]^dagger.
#include "lattice/gauge_field.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    REAL sum = REAL(0.0);
#for MU in 0 1 2 3
    {
        Site one = shifted(x, MU, +1), two = shifted(one, MU, +1);
        Matrix line = mul(link(uSame[MU], x), link(uOther[MU], one));
#for NU in 0 1 2 3 except MU
        {
            Site up = shifted(x, NU, +1);
            Matrix other = mul(mul(link(uSame[NU], x), link(uOther[MU], up)), link(uSame[MU], shifted(up, MU, +1)));
            sum += reTraceAdj(mul(line, link(uSame[NU], two)), other);
        }
#end
    }
#end
    result[0] = REAL4(sum / (REAL(12.0) * REAL(NC)), 0.0, 0.0, 0.0);
}
