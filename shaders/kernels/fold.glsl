// Folds a texture onto one that is FACTOR times smaller in both directions: each texel is the compensated sum of a block,
// as (hi, lo).  INPUT_PLANES = 1: plain numbers; 2: sums of an earlier fold.
#include "lattice/sum.glsl"

uniform FIELD uTerms;

Sum blockSum(ivec2 corner)
{
    ivec2 last = min(corner + FACTOR, sizeOf(uTerms));
    Sum sum = Sum(REAL4(0.0), REAL4(0.0));
    for (int y = corner.y; y < last.y; ++y)
        for (int x = corner.x; x < last.x; ++x) {
#if INPUT_PLANES == 2
            sum = addSums(sum, Sum(loadPlane(uTerms, ivec2(x, y), 0), loadPlane(uTerms, ivec2(x, y), 1)));
#else
            sum = addSums(sum, Sum(loadPlane(uTerms, ivec2(x, y), 0), REAL4(0.0)));
#endif
        }
    return sum;
}

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Sum sum = blockSum(texel * FACTOR);
    result[0] = sum.hi;
    result[1] = sum.lo;
}
