// Fields as vectors of a vector space: VECTOR_PLANES planes of a texel, and with NORM one more layer for the norm of a texel (real.glsl).
// loadVectorY is for fields that are stored as NORM_Y says.
#include "lattice/real.glsl"

#ifndef NORM_Y
#define NORM_Y NORM
#endif
#define LOAD_IS_NORMED NORM
#define LOAD loadVector
#for N in 0 1
void LOAD(out REAL4 planes[VECTOR_PLANES], PLANES field, ivec2 texel)
{
#if LOAD_IS_NORMED
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
#undef LOAD_IS_NORMED
#undef LOAD
#define LOAD_IS_NORMED NORM_Y
#define LOAD loadVectorY
#end
