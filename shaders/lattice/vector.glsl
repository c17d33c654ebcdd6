// Fields as vectors of a vector space: VECTOR_PLANES planes of a texel, and with NORM one more layer for the norm of a texel (real.glsl).
#include "lattice/real.glsl"

void loadVector(out REAL4 planes[VECTOR_PLANES], PLANES field, ivec2 texel)
{
#if NORM
    REAL norm = loadNorm(field, texel, VECTOR_PLANES);
#for K below VECTOR_PLANES
    planes[K] = norm * loadedSixteen(loadPlane(field, texel, K));
#end
#else
#for K below VECTOR_PLANES
    planes[K] = loadPlane(field, texel, K);
#end
#endif
}
