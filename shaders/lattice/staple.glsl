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
        Matrix side = mul(link(uSame[NU], x), link(uOther[MU], shifted(x, NU, +1)));
        sum = add(sum, mul(link(uOther[NU], front), adj(side)));
        Site down = shifted(x, NU, -1);
        side = mul(link(uOther[MU], down), link(uSame[NU], shifted(front, NU, -1)));
        sum = add(sum, mul(adj(side), link(uOther[NU], down)));
    }
#end
    return sum;
}
