// The staple sum of a link U_mu(x) from other fields than its own, one for each side and one for each link opposite (HYP smearing): SIDES
// planes (mu, nu_k), with the links U_nu_k of uSideSame[k] and uSideOther[k] and the links of direction mu of uTop[k],
//   A = sum_k  V_k(x+mu) T_k(x+nu_k)^dagger V_k(x)^dagger + V_k(x+mu-nu_k)^dagger T_k(x-nu_k)^dagger V_k(x-nu_k).
// The directions are values, so that three programs serve all links of all levels.
#include "lattice/rows.glsl"

uniform FIELD uSideSame[SIDES];
uniform FIELD uSideOther[SIDES];
uniform FIELD uTop[SIDES]; // of the other parity
uniform int uMu;
#for K below SIDES
uniform int uNu$K;
#end

// In double precision such loops make the compiler of a GTX 480 give up.
#if BY_ROWS && !DOUBLE
#define NO_HOIST_BY_ROWS NO_HOIST
#else
#define NO_HOIST_BY_ROWS
#endif

// Its row `row`, or all of it (rows.glsl).
Line stapleSum(Site x, int row)
{
    Line sum = zeroLine();
#for K below SIDES
    NO_HOIST_BY_ROWS
    {
        Site front = shifted(x, uMu, +1), up = shifted(x, uNu$K, +1);
        Line above = mul(linkRow(uSideOther[K], front, row), adj(link(uTop[K], up)));
        sum = add(sum, mul(above, adj(link(uSideSame[K], x))));
    }
    NO_HOIST_BY_ROWS
    {
        Site down = shifted(x, uNu$K, -1), corner = shifted(down, uMu, +1);
        Line below = mul(adjLinkRow(uSideSame[K], corner, row), adj(link(uTop[K], down)));
        sum = add(sum, mul(below, link(uSideOther[K], down)));
    }
#end
    return sum;
}
