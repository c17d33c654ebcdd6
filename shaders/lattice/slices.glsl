// Fields with SLICES spinors on each site, those of a fifth dimension: slice s has the columns from s FIELD_WIDTH on.
#include "lattice/layout.glsl"

// The texel of the first site of the slice of a texel, in its row t = z = 0 of the whole field.
#if SLICES > 1
ivec2 sliceOrigin(ivec2 texel) { return ivec2(FIELD_WIDTH * quotient(texel.x, FIELD_WIDTH, -1), 0); }
#else
#define sliceOrigin(texel) ivec2(0)
#endif
