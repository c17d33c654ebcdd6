// The operands of a hop: the field, the links, the positions of neighbours, and the operands of fused operations.
//
// NEIGHBOURS: 0 they are computed by shifts; 1 read from a table, the field uTable of two planes; 2 read from the two spare numbers of an
// 18-real link: U_mu(x) holds where x+mu and x-mu are.  A texel (x, y) is one number there, x + 4096 y.
#include "lattice/colour.glsl"
#include "lattice/links.glsl"
#include "lattice/phases.glsl"

uniform FIELD uPsi;
#if DIAGONAL
uniform FIELD uChi;
#endif
#if UPDATE_RESIDUAL
uniform FIELD uResidual;
#endif
uniform REAL uFactors[4]; // a, b, c, d; staggered: a, 0, c, 0
uniform FIELD uSame[4];
uniform FIELD uOther[4];

ivec2 texelOfNumber(REAL number)
{
    int n = int(number);
    return ivec2(n & 4095, n >> 12);
}

#if NEIGHBOURS == 1
uniform FIELD uTable;
// The texel of x+mu (sign = 1) or x-mu (-1); mu and sign are literals.
#define NEIGHBOUR(x, mu, sign) texelOfNumber(loadPlane(uTable, texelOf(x), (sign) > 0 ? 0 : 1)[mu])
#elif NEIGHBOURS == 2
#define NEIGHBOUR(x, mu, sign) texelOfNumber(loadPlane(uSame[mu], texelOf(x), 4)[(sign) > 0 ? 2 : 3])
#else
#define NEIGHBOUR(x, mu, sign) texelOf(shifted(x, mu, sign))
#endif
