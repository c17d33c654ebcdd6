// The GROUP_X lanes of a work group add up one texel by a tree in shared memory; GROUP_Y texels of a column at a time. Texels beyond the
// end take part, for the barriers, and are not written.
#include "entry/image.glsl"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y) in;
uniform int uFirstRow, uEndRow; // the rows of this piece of the pass

#if GROUP_X > 1
shared REAL4 sharedHi[GROUP_X * GROUP_Y];
shared REAL4 sharedLo[GROUP_X * GROUP_Y];
#endif

void main()
{
    int lane = int(gl_LocalInvocationID.x);
    ivec2 texel = ivec2(gl_WorkGroupID.x, int(gl_GlobalInvocationID.y) + uFirstRow);
    Sum sum = laneSum(texel, lane);
#if GROUP_X > 1
    uint at = gl_LocalInvocationIndex;
    sharedHi[at] = sum.hi;
    sharedLo[at] = sum.lo;
    for (int others = GROUP_X / 2; others > 0; others >>= 1) {
        barrier();
        if (lane < others) {
            sum = addLines(sum, Sum(sharedHi[at + uint(others)], sharedLo[at + uint(others)]));
            sharedHi[at] = sum.hi;
            sharedLo[at] = sum.lo;
        }
    }
#endif
    if (lane > 0 || texel.y >= uEndRow) return;
    REAL4 result[RESULT_PLANES];
    result[0] = sum.hi;
    result[1] = sum.lo;
#for K below COUNT
    STORE0(texel, FIRST + K, RESULT_TEXEL(result, FIRST + K));
#end
}
