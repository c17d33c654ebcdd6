// A work group sums the blocks of its threads by a tree in shared memory and writes one texel.
#include "entry/image.glsl"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y) in;
uniform int uFirstRow; // of this piece of the pass: a row of groups writes a row of texels

shared REAL4 sharedHi[GROUP_X * GROUP_Y];
shared REAL4 sharedLo[GROUP_X * GROUP_Y];

void main()
{
    uint thread = gl_LocalInvocationIndex;
    Sum sum = blockSum((ivec2(gl_GlobalInvocationID.xy) + ivec2(0, uFirstRow * GROUP_Y)) * FACTOR);
    sharedHi[thread] = sum.hi;
    sharedLo[thread] = sum.lo;
    barrier();
    for (uint other = uint(GROUP_X * GROUP_Y / 2); other > 0u; other >>= 1) {
        if (thread < other) {
            sum = addSums(sum, Sum(sharedHi[thread + other], sharedLo[thread + other]));
            sharedHi[thread] = sum.hi;
            sharedLo[thread] = sum.lo;
        }
        barrier();
    }
    if (thread > 0u) return;
    REAL4 result[RESULT_PLANES];
    result[0] = sum.hi;
    result[1] = sum.lo;
    ivec2 texel = ivec2(gl_WorkGroupID.xy) + ivec2(0, uFirstRow);
#for K below COUNT
    STORE0(texel, FIRST + K, RESULT_TEXEL(result, FIRST + K));
#end
}
