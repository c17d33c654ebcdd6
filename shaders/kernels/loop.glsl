// Wilson loops of one spatial transporter S, from x to x+r, and up to four temporal lines T_K of length t_K, component K of the result:
//   (1/N) Re tr [ S(x) T_K(x+r) S(x+t_K)^dagger T_K(x)^dagger ].
// FULL_MATRIX (SU(3)): the temporal lines are no group elements.
#include "lattice/displaced.glsl"
#include "lattice/full_matrix_rows.glsl"

uniform FIELD uSpatial; // S at sites of this parity, and of that of x+t_K
uniform FIELD uLaterSpatial[4];
uniform FIELD uTemporal[4]; // T_K at sites of this parity, and of that of x+r
uniform FIELD uFarTemporal[4];
uniform ivec4 uSeparation; // r
uniform ivec4 uTimes;      // t_K
uniform int uCount;        // of temporal lines

#if FULL_MATRIX
#define TEMPORAL(planes, x) loadFullMatrix(planes, texelOf(x))
#define TEMPORAL_LINE(planes, x, row) fullMatrixLine(planes, texelOf(x), row)
#else
#define TEMPORAL(planes, x) link(planes, x)
#define TEMPORAL_LINE(planes, x, row) linkRow(planes, x, row)
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    result[0] = REAL4(0.0);
#for K in 0 1 2 3
    if (K < uCount) {
        REAL sum = REAL(0.0);
#define THERE(row) mul(linkRow(uSpatial, x, row), TEMPORAL(uFarTemporal[K], displaced(x, uSeparation)))
#define BACK(row) mul(TEMPORAL_LINE(uTemporal[K], x, row), link(uLaterSpatial[K], displaced(x, ivec4(0, 0, 0, uTimes[K]))))
#define TERM(row) reDot(THERE(row), BACK(row))
        SUM_ROWS(sum, TERM)
#undef THERE
#undef BACK
#undef TERM
        result[0][K] = sum / REAL(NC);
    }
#end
}
