// The staple sum of the link U_MU(x); MU is a define:
//   A = sum over nu != MU of  U_nu(x+mu) U_mu(x+nu)^dagger U_nu(x)^dagger + U_nu(x+mu-nu)^dagger U_mu(x-nu)^dagger U_nu(x-nu).
// 18 links are read.
#include "lattice/gauge_field.glsl"

Matrix stapleSum(Site x)
{
    Matrix sum = zeroMatrix();
    Site front = shifted(x, MU, +1);
#for NU in 0 1 2 3 except MU
    {
        Site up = shifted(x, NU, +1), down = shifted(x, NU, -1), corner = shifted(front, NU, -1);
        sum = add(sum, mul(mul(link(uOther[NU], front), adj(link(uOther[MU], up))), adj(link(uSame[NU], x))));
        sum = add(sum, mul(mul(adj(link(uSame[NU], corner)), adj(link(uOther[MU], down))), link(uOther[NU], down)));
    }
#end
    return sum;
}
