// The Lie algebra: an element is i h with h Hermitian and traceless.  algebra_su2.glsl and algebra_su3.glsl offer the same names.
#include "lattice/complex.glsl"
#include "lattice/group.glsl"

// The last Taylor term of exp(i h) for |h| <= 1; an odd number.
#if DOUBLE
#define EXPONENTIAL_TERMS 19
#else
#define EXPONENTIAL_TERMS 11
#endif

#if NC == 2
#include "lattice/algebra_su2.glsl"
#else
#include "lattice/algebra_su3.glsl"
#endif
