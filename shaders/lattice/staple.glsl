// The staple sum of the link U_MU(x); MU is a define.  A staple is the path from x+mu back to x that closes a loop with the
// link.  For each nu != MU and each side, s = +nu or -nu, with U(x -> y) the link of a step:
//   c0  U(x+mu -> x+mu+s) U(x+mu+s -> x+s) U(x+s -> x)                                      the plaquette,
//   c1  U(x+mu -> x+2mu) U(x+2mu -> x+2mu+s) U(x+2mu+s -> x+mu+s) U(x+mu+s -> x+s) U(x+s -> x)      the rectangles,
//   c1  U(x+mu -> x+mu+s) U(x+mu+s -> x+s) U(x+s -> x-mu+s) U(x-mu+s -> x-mu) U(x-mu -> x)
//   c1  U(x+mu -> x+mu+s) U(x+mu+s -> x+mu+2s) U(x+mu+2s -> x+2s) U(x+2s -> x+s) U(x+s -> x).
// RECTANGLES = 0: c0 = 1, c1 = 0, and 18 links are read; else 84, some of them up to four times.
// SPACE_OPTIONAL: if uSpatial is not 0, nu = 3 is left out.
#include "lattice/rows.glsl"

#if RECTANGLES
uniform REAL uC0, uC1;

// Doubles do not fit 63 registers otherwise; more such loops than are needed cost software drivers minutes to compile.
#if DOUBLE
#define NO_HOIST_IF_DOUBLE NO_HOIST
#else
#define NO_HOIST_IF_DOUBLE
#endif
#endif

#if SPACE_OPTIONAL
uniform int uSpatial;
#endif

// Its row `row`, or all of it (rows.glsl).
Line stapleSum(Site x, int row)
{
    Line sum = zeroLine();
    Site front = shifted(x, MU, +1);
#if RECTANGLES
    Site ahead = shifted(front, MU, +1), back = shifted(x, MU, -1);
#endif
#for NU in 0 1 2 3 except MU
#for SIDE in 1 -1
// The links of a step y -> z = y+s and of z -> y; `here` and `there` hold the links of the parities of y and z.
#if SIDE > 0
#define ALONG(here, there, y, z) link(here[NU], y)
#define ALONG_ROW(here, there, y, z) linkRow(here[NU], y, row)
#define STEP_BACK(here, there, y, z) adj(link(here[NU], y))
#else
#define ALONG(here, there, y, z) adj(link(there[NU], z))
#define ALONG_ROW(here, there, y, z) adjLinkRow(there[NU], z, row)
#define STEP_BACK(here, there, y, z) link(there[NU], z)
#endif
#if SPACE_OPTIONAL && NU == 3
    if (uSpatial == 0)
#endif
#if RECTANGLES
    NO_HOIST
#endif
    {
        Site side = shifted(x, NU, SIDE), corner = shifted(front, NU, SIDE);
#if RECTANGLES
        Line path = zeroLine();
        NO_HOIST_IF_DOUBLE
        {
            Site far = shifted(side, NU, SIDE), farCorner = shifted(corner, NU, SIDE);
            Line across = mul(ALONG_ROW(uOther, uSame, front, corner), ALONG(uSame, uOther, corner, farCorner));
            across = mul(mul(across, adj(link(uSame[MU], far))), STEP_BACK(uOther, uSame, side, far));
            path = scaled(uC1, across);
        }
        Site aheadSide = shifted(ahead, NU, SIDE);
        Line behind = mul(linkRow(uOther[MU], front, row), ALONG(uSame, uOther, ahead, aheadSide));
        behind = mul(mul(behind, adj(link(uSame[MU], corner))), adj(link(uOther[MU], side)));
        path = add(path, scaled(uC1, behind));

        Site backSide = shifted(back, NU, SIDE);
        Line near = mul(ALONG_ROW(uOther, uSame, reloadSite(front), reloadSite(corner)), adj(link(uOther[MU], reloadSite(side))));
        path = add(path, scaled(uC0, near));
        near = mul(mul(near, adj(link(uSame[MU], backSide))), STEP_BACK(uOther, uSame, back, backSide));
        sum = add(sum, scaled(uC1, mul(near, link(uOther[MU], back))));
#else
        Line path = mul(ALONG_ROW(uOther, uSame, front, corner), adj(link(uOther[MU], side)));
#endif
        sum = add(sum, mul(path, STEP_BACK(uSame, uOther, x, side)));
    }
#undef ALONG
#undef ALONG_ROW
#undef STEP_BACK
#end
#end
    return sum;
}
