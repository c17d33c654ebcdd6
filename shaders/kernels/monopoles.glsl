// Of Abelian links, the means over colours of (sum_mu |k_mu| / 4, |k_3|, mean of the three spatial plaquettes, mean of the three with t) at x, with the currents
//   k_mu(x) = sum_nu eps_munurhosigma [flux_rhosigma(x+nu) - flux_rhosigma(x)], rho < sigma,
// of monopoles (DeGrand and Toussaint, Phys. Rev. D 22 (1980) 2478).
#include "lattice/math.glsl"
#include "lattice/projected.glsl"

#if NC == 2
#define SUBLATTICES REAL
#define COLOURS_OF(v) (v).x
#define MEAN(v) (v)
#else
#define SUBLATTICES REAL3
#define COLOURS_OF(v) (v).xyz
#define MEAN(v) (((v).x + (v).y + (v).z) * (REAL(1.0) / REAL(3.0)))
#endif

// Removes the 2 pi turns of Dirac strings and makes the sum over colours 0.
SUBLATTICES reduced(SUBLATTICES f)
{
    f -= floor(f + REAL(0.5));
#if NC == 3
    REAL sum = f.x + f.y + f.z;
    if (sum > REAL(0.5)) {
        if (f.x >= f.y && f.x >= f.z) f.x -= REAL(1.0);
        else if (f.y >= f.z) f.y -= REAL(1.0);
        else f.z -= REAL(1.0);
    }
    if (sum < REAL(-0.5)) {
        if (f.x <= f.y && f.x <= f.z) f.x += REAL(1.0);
        else if (f.y <= f.z) f.y += REAL(1.0);
        else f.z += REAL(1.0);
    }
#endif
    return f;
}

REAL cosine(REAL turns) { return cosSinTwoPi(turns - floor(turns)).x; }

REAL plaquette(SUBLATTICES f)
{
#if NC == 2
    return cosine(f);
#else
    return (cosine(f.x) + cosine(f.y) + cosine(f.z)) * (REAL(1.0) / REAL(3.0));
#endif
}

SUBLATTICES magnitude(SUBLATTICES k) { return abs(floor(k + REAL(0.5))); }

// The sign of the permutation (a, b, c, d) of 0, 1, 2, 3.
#define EPSILON(a, b, c, d) REAL((((b) - (a)) * ((c) - (a)) * ((d) - (a)) * ((c) - (b)) * ((d) - (b)) * ((d) - (c))) / 12)

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    SUBLATTICES k[4];
#for MU in 0 1 2 3
    k[MU] = SUBLATTICES(0.0);
#end
    REAL space = REAL(0.0), time = REAL(0.0);
#for RHO in 0 1 2 3
#for SIGMA in 0 1 2 3
#if RHO < SIGMA
    NO_HOIST
    {
        SUBLATTICES here = COLOURS_OF(AROUND(uSame, uOther, x, RHO, SIGMA));
        if (SIGMA == 3) time += plaquette(here);
        else space += plaquette(here);
        here = reduced(here);
#for NU in 0 1 2 3
#if NU != RHO && NU != SIGMA
        NO_HOIST
        {
            Site ahead = shifted(x, NU, +1);
            SUBLATTICES there = reduced(COLOURS_OF(AROUND(uOther, uSame, ahead, RHO, SIGMA)));
            k[6 - NU - RHO - SIGMA] += EPSILON(6 - NU - RHO - SIGMA, NU, RHO, SIGMA) * (there - here);
        }
#endif
#end
    }
#endif
#end
#end
    SUBLATTICES all = magnitude(k[0]) + magnitude(k[1]) + magnitude(k[2]) + magnitude(k[3]);
    const REAL third = REAL(1.0) / REAL(3.0);
    result[0] = REAL4(REAL(0.25) * MEAN(all), MEAN(magnitude(k[3])), third * space, third * time);
}
