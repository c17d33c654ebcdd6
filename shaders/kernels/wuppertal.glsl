// A step of Wuppertal smearing of spinors (CONVENTIONS.md, "Smeared quarks"), of which uChi is at the sites themselves and uPsi at those of the other parity:
//   out(x) = uKeep psi(x) + uHop sum_{j=1..3} [ U_j(x) psi(x+j) + U_j(x-j)^dagger psi(x-j) ].
#include "lattice/spinor.glsl"
#include "lattice/links.glsl"
#include "lattice/phases.glsl"

uniform FIELD uPsi;
uniform FIELD uChi;
uniform FIELD uSame[3];
uniform FIELD uOther[3];
uniform REAL uKeep;
uniform REAL uHop;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    Spinor r = zeroSpinor();
#for MU in 0 1 2
    NO_HOIST_IF_STEPS
    {
        Spinor psi = loadSpinor(uPsi, texelOf(shifted(x, MU, 1)));
        HOLD_LINK(u, uSame[MU], texel)
#for S in 0 1 2 3
        r.s$S = add(r.s$S, phased(x, MU, 1, TIMES_LINK(u, uSame[MU], texel, psi.s$S)));
#end
    }
    NO_HOIST_IF_STEPS
    {
        ivec2 y = texelOf(shifted(x, MU, -1));
        Spinor psi = loadSpinor(uPsi, y);
        HOLD_LINK(u, uOther[MU], y)
#for S in 0 1 2 3
        r.s$S = add(r.s$S, phased(x, MU, -1, TIMES_ADJ_LINK(u, uOther[MU], y, psi.s$S)));
#end
    }
#end
    r = scaled(uHop, r);
    NO_HOIST_IF_STEPS
    r = add(scaled(uKeep, loadSpinor(uChi, texel)), r);
    PACK_PAIR(result, 0, r.s0, r.s1);
    PACK_PAIR(result, PLANES_OF_PAIR, r.s2, r.s3);
}
