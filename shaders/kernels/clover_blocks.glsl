// The blocks of a clover term (lattice/block_layout.glsl) from the clovers C_munu of the six planes (kernels/field_strength.glsl): with the Hermitian
// F_munu = -i (C - C^dagger)/2, the trace kept, and s = 1 for the upper spins, -1 for the lower ones,
//   B = 1 - uFactor [ sigma_1 (F_12 - s F_03) + sigma_2 (F_02 + s F_13) + sigma_3 (F_01 - s F_23) ],   uFactor = kappa c_SW.
#include "lattice/block_layout.glsl"
#include "lattice/full_matrix.glsl"

uniform FIELD uClover[6]; // 01, 02, 03, 23, 13, 12
uniform REAL uFactor;

// Element (i, j) of -i (c - c^dagger)/2.
REAL2 strength(Matrix c, int i, int j)
{
#if NC == 2
    if (i == j) return REAL2(i == 0 ? c.q.w : -c.q.w, 0.0);
    return REAL2(c.q.y, i == 0 ? -c.q.z : c.q.z);
#else
    return REAL(0.5) * REAL2(c.im[i][j] + c.im[j][i], c.re[j][i] - c.re[i][j]);
#endif
}

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
#for P below 6
    Matrix c$P = loadFullMatrix(uClover[P], texel);
#end
    REAL numbers[BLOCK * BLOCK];
#for HALF in 0 1
    {
        const REAL s = HALF == 0 ? REAL(1.0) : REAL(-1.0);
#for A below NC
#for B below NC
        {
            REAL2 x = uFactor * (strength(c5, A, B) - s * strength(c2, A, B));
            REAL2 y = uFactor * (strength(c1, A, B) + s * strength(c4, A, B));
            REAL2 z = uFactor * (strength(c0, A, B) - s * strength(c3, A, B));
#if A == B
            numbers[A] = REAL(1.0) - z.x;
            numbers[NC + A] = REAL(1.0) + z.x;
#elif A > B
            numbers[OFF_DIAGONAL(A, B)] = -z.x;
            numbers[OFF_DIAGONAL(A, B) + 1] = -z.y;
            numbers[OFF_DIAGONAL(NC + A, NC + B)] = z.x;
            numbers[OFF_DIAGONAL(NC + A, NC + B) + 1] = z.y;
#endif
            numbers[OFF_DIAGONAL(NC + A, B)] = y.y - x.x; // -(x + i y)
            numbers[OFF_DIAGONAL(NC + A, B) + 1] = -x.y - y.x;
        }
#end
#end
#for K below BLOCK_PLANES
        result[HALF * BLOCK_PLANES + K] = REAL4(numbers[4 * K], numbers[4 * K + 1], numbers[4 * K + 2], numbers[4 * K + 3]);
#end
    }
#end
}
