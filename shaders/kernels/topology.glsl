// Energy and topological charge density (E, q, 0, 0) from the clovers of the six planes, whose parts in the algebra are G_munu = i a^2 F_munu:
//   E = 1/4 F^a_munu F^a_munu = - sum_{mu<nu} tr G_munu G_munu,
//   q = 1/(32 pi^2) eps_munurhosigma tr F_munu F_rhosigma = - 1/(4 pi^2) tr [G_01 G_23 - G_02 G_13 + G_03 G_12].
#include "lattice/full_matrix.glsl"

uniform FIELD uClover[6]; // 01, 02, 03, 23, 13, 12

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    REAL energy = REAL(0.0), charge = REAL(0.0);
#for K in 0 1 2
    {
        REAL3 products = REAL3(0.0);
        addProducts(products, uClover[K], uClover[K + 3], texel);
        energy += products.x + products.y;
        charge += K == 1 ? -products.z : products.z;
    }
#end
#if DOUBLE
    const REAL fourPiSquared = 39.4784176043574344753lf;
#else
    const REAL fourPiSquared = 39.4784176043574;
#endif
    result[0] = REAL4(energy, charge / fourPiSquared, 0.0, 0.0);
}
