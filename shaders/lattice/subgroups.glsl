// An update of the link U_MU(x) by its SU(2) subgroups (Cabibbo, Marinari, Phys. Lett. 119B (1982) 387).  With M = U A, the
// block of a subgroup has the quaternion part k v, and the weight of a rotation a of its rows is exp(alpha (a v)_0),
// alpha = 2 beta k / N.  A kernel supplies rotation(v, k, ...), the a of its algorithm.
#include "lattice/staple.glsl"

// Below this k the direction v is not defined and the subgroup keeps its value.
#if DOUBLE
#define SMALLEST_NORM 1e-12lf
#else
#define SMALLEST_NORM 1e-12
#endif

REAL4 conjugate(REAL4 q) { return REAL4(q.x, -q.yzw); }
