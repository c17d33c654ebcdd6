// The planes of a texture as they are: copies fields, and measures the copy bandwidth that other kernels are compared with.
#include "lattice/real.glsl"

uniform FIELD uSource;

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
#for K below RESULT_PLANES
    result[K] = loadPlane(uSource, texel, K);
#end
}
