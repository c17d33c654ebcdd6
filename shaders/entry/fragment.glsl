// Runs the kernel once per texel of the targets and writes the layers FIRST .. FIRST+COUNT-1: a pass has at most eight.
layout(location = 0) out TEXEL oTexel[COUNT];
#for T below TARGETS
#define WRITE$T(k, layer, value) oTexel[k] = value
#end

void main()
{
    REAL4 result[RESULT_PLANES];
    kernel(ivec2(gl_FragCoord.xy), result);
#include "entry/write_targets.glsl"
}
