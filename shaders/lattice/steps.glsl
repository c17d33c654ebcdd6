// STEPS: the hops, terms or planes of a kernel come one after the other, so that few registers suffice.
#include "lattice/no_hoist.glsl"

#if STEPS
#define NO_HOIST_IF_STEPS NO_HOIST
#else
#define NO_HOIST_IF_STEPS
#endif
