// Stochastic relaxation: of the rotation a at the maximum a^2 with probability uProbability, else a.
#include "lattice/random.glsl"

uniform uint uStream;
uniform REAL uProbability;

REAL4 rotation(REAL4 terms[LOCAL_PLANES], int subgroup, uint site)
{
    REAL4 a = largest(terms);
    if (uniforms(site, 0u, uStream)[subgroup] < uProbability) return quaternionProduct(a, a);
    return a;
}
