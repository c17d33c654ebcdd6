// Gaussian numbers of mean 0 and variance 1 (CONVENTIONS.md, "Gaussians").
#include "lattice/math.glsl"

// Box-Muller: two pairs from four uniform numbers.
REAL4 gaussians(REAL4 u)
{
    return REAL4(sqrt(REAL(-2.0) * logOf(u.x)) * cosSinTwoPi(u.y), sqrt(REAL(-2.0) * logOf(u.z)) * cosSinTwoPi(u.w));
}
