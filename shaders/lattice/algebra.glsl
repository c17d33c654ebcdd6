// The Lie algebra: an element is i h with h Hermitian and traceless.  algebra_su2.glsl and algebra_su3.glsl offer the same names.
#include "lattice/group.glsl"

// Taylor terms of exp(i h) for |h| <= 1.
#if DOUBLE
#define EXPONENTIAL_TERMS 18
#else
#define EXPONENTIAL_TERMS 11
#endif

#if NC == 2
#include "lattice/algebra_su2.glsl"
#else
#include "lattice/algebra_su3.glsl"
#endif
