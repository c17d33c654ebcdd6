// Of links of the centre, the fractions of the plaquettes at x that are not 1: (of the three spatial planes, of the three with t, 0, 0).
#include "lattice/projected.glsl"

// Whether a sum of numbers z of centre elements is not a multiple of N.
REAL pierced(REAL sum) { return abs(sum - REAL(NC) * floor(sum / REAL(NC) + REAL(0.5 / float(NC)))) > REAL(0.5) ? REAL(1.0) : REAL(0.0); }

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    REAL space = REAL(0.0), time = REAL(0.0);
#for MU in 0 1 2 3
#for NU in 0 1 2 3
#if MU < NU
    {
        REAL p = pierced(AROUND(uSame, uOther, x, MU, NU).w);
        if (NU == 3) time += p;
        else space += p;
    }
#endif
#end
#end
    const REAL third = REAL(1.0) / REAL(3.0);
    result[0] = REAL4(third * space, third * time, 0.0, 0.0);
}
