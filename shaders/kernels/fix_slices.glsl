// Of the densities (functional, theta) of both parities, for every t the compensated sums and the largest theta: texel (i, t) has those of COLUMNS columns of the textures,
// (sum f, sum theta, 0, 0) and (their low parts, largest theta, 0).
#include "lattice/layout.glsl"
#include "lattice/sum.glsl"

uniform FIELD uEven;
uniform FIELD uOdd;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Sum sum = Sum(REAL4(0.0), REAL4(0.0));
    REAL most = REAL(0.0);
    for (int z = 0; z < LZ; ++z)
        for (int k = 0; k < COLUMNS; ++k) {
            ivec2 at = aheadInTime(ivec2(COLUMNS * texel.x + k, z), texel.y);
            if (at.x >= FIELD_WIDTH) continue;
            REAL4 even = loadPlane(uEven, at, 0), odd = loadPlane(uOdd, at, 0);
            sum = addSums(addSums(sum, Sum(even, REAL4(0.0))), Sum(odd, REAL4(0.0)));
            most = max(most, max(even.y, odd.y));
        }
    result[0] = sum.hi;
    result[1] = REAL4(sum.lo.xy, most, 0.0);
}
