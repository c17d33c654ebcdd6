// Fields as vectors of a vector space: VECTOR_PLANES planes of a texel, and with NORM one more layer for the norm of a texel (real.glsl).  The names with Y are for
// fields that are stored as NORM_Y says.
#include "lattice/real.glsl"

#ifndef NORM_Y
#define NORM_Y NORM
#endif

#if NORM
#define NORM_OF(field, texel) loadNorm(field, texel, VECTOR_PLANES)
#define VECTOR_PLANE(field, texel, plane, norm) ((norm) * loadedSixteen(loadPlane(field, texel, plane)))
#else
#define NORM_OF(field, texel) REAL(1.0)
#define VECTOR_PLANE(field, texel, plane, norm) loadPlane(field, texel, plane)
#endif
#if NORM_Y
#define NORM_OF_Y(field, texel) loadNorm(field, texel, VECTOR_PLANES)
#define VECTOR_PLANE_Y(field, texel, plane, norm) ((norm) * loadedSixteen(loadPlane(field, texel, plane)))
#else
#define NORM_OF_Y(field, texel) REAL(1.0)
#define VECTOR_PLANE_Y(field, texel, plane, norm) loadPlane(field, texel, plane)
#endif

void loadVector(out REAL4 planes[VECTOR_PLANES], PLANES field, ivec2 texel)
{
    REAL norm = NORM_OF(field, texel);
#for K below VECTOR_PLANES
    planes[K] = VECTOR_PLANE(field, texel, K, norm);
#end
}
