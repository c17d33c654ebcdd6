// Runs the kernel once per texel of the result and writes its layers FIRST .. FIRST+COUNT-1.
#include "entry/image.glsl"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y) in;
uniform int uFirstRow, uEndRow; // the rows of this piece of the pass

void main()
{
    ivec2 texel = ivec2(gl_GlobalInvocationID.xy) + ivec2(0, uFirstRow);
    if (texel.x >= resultSize().x || texel.y >= uEndRow) return;
    REAL4 result[RESULT_PLANES];
    kernel(texel, result);
#for K below COUNT
    STORE(texel, FIRST + K, RESULT_TEXEL(result, FIRST + K));
#end
}
