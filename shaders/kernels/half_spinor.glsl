// The two independent spin components of (1 + SIGN gamma_MU) psi at the same site: what a hop needs of a neighbour, and so what ranks
// exchange.  SIGN is 1 or -1.
#include "lattice/spinor.glsl"

uniform FIELD uPsi;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Spinor psi = loadSpinor(uPsi, texel);
    ColourVector h0 = projected(psi, 0, MU, REAL(SIGN)), h1 = projected(psi, 1, MU, REAL(SIGN));
    PACK_PAIR(result, 0, h0, h1);
}
