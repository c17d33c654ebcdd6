// Runs the kernel once per texel of the target and writes its layers FIRST .. FIRST+COUNT-1: a target has at most eight.
layout(location = 0) out TEXEL oTexel[COUNT];

void main()
{
    REAL4 result[RESULT_PLANES];
    kernel(ivec2(gl_FragCoord.xy), result);
#for K below COUNT
    oTexel[K] = RESULT_TEXEL(result, FIRST + K);
#end
}
