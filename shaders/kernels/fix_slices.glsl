// Of the densities (functional, theta) of both parities, for every t the compensated sums and the largest theta: texel (i, t) has those of COLUMNS columns of the textures,
// (sum f, sum theta, 0, 0) and (their low parts, largest theta, 0).
#include "lattice/sum.glsl"

uniform FIELD uEven;
uniform FIELD uOdd;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    int first = COLUMNS * texel.x, end = min(first + COLUMNS, HALF_X * LY);
    Sum sum = Sum(REAL4(0.0), REAL4(0.0));
    REAL most = REAL(0.0);
    for (int z = 0; z < LZ; ++z)
        for (int column = first; column < end; ++column) {
            ivec2 at = ivec2(column, z + LZ * texel.y);
            REAL4 even = loadPlane(uEven, at, 0), odd = loadPlane(uOdd, at, 0);
            sum = addSums(addSums(sum, Sum(even, REAL4(0.0))), Sum(odd, REAL4(0.0)));
            most = max(most, max(even.y, odd.y));
        }
    result[0] = sum.hi;
    result[1] = REAL4(sum.lo.xy, most, 0.0);
}
