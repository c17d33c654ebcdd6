// Fields with SLICES vectors on each site, those of a fifth dimension or of several right-hand sides: slice s has the columns from s FIELD_WIDTH on.
#include "lattice/layout.glsl"
#include "lattice/no_hoist.glsl"

//
// FOR_EVERY_SLICE before a block, in which IN_SLICE(texel) is a texel of the slice; a field with one slice has no loop.
#if SLICES > 1
#define FOR_EVERY_SLICE for (int slice = uOpaqueZero; slice < SLICES; ++slice)
#define IN_SLICE(texel) ((texel) + ivec2(FIELD_WIDTH * slice, 0))
#else
#define FOR_EVERY_SLICE
#define IN_SLICE(texel) (texel)
#endif

// The right-hand side of a texel, of VECTORS that have SLICES slices together.
#ifndef VECTORS
#define VECTORS 1
#endif
#if VECTORS > 1
#define VECTOR_OF(texel) quotient((texel).x, FIELD_WIDTH * (SLICES / VECTORS), -1)
#else
#define VECTOR_OF(texel) 0
#endif

// What a texel in four dimensions is displaced by in the slice of this one.
#if SLICES > 1
ivec2 sliceOrigin(ivec2 texel) { return ivec2(FIELD_WIDTH * quotient(texel.x, FIELD_WIDTH, -1), 0); }
#else
#define sliceOrigin(texel) ivec2(0)
#endif
