// The Lie algebra: an element is i h with h Hermitian and traceless.  each algebra_su$NC.glsl offers the same names.
#include "lattice/complex.glsl"
#include "lattice/group.glsl"

// The last Taylor term of exp(i h) for |h| <= 1; an odd number.
#if DOUBLE
#define EXPONENTIAL_TERMS 19
#else
#define EXPONENTIAL_TERMS 11
#endif

#include "lattice/algebra_su$NC.glsl"
