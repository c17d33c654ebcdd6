// The common part of heat bath and overrelaxation of the link U = U_MU(x).  Both visit its SU(2) subgroups (Cabibbo,
// Marinari,
// Phys. Lett. 119B (1982) 387): the block of a subgroup in U A, A being the staple sum, has the quaternion part k v, and
// the weight of a rotation a of its rows is exp(alpha (a v)_0), alpha = 2 beta k / N.  STAPLES is fused or stored.
//
// A changed link is projected on the group after the last subgroup.  Without this, rounding errors grow exponentially
// in SU(3): the reconstructed row 2 has the deviations of rows 0 and 1 added, and the next rotation feeds them back;
// after thirty updates in single precision they reached 4e-4.
#include "lattice/link_set.glsl"
#include "lattice/staples_$STAPLES.glsl"

// Below this k the direction v is not defined and the subgroup keeps its value.
#if DOUBLE
#define SMALLEST_NORM 1e-12lf
#else
#define SMALLEST_NORM 1e-12
#endif

REAL4 conjugate(REAL4 q) { return REAL4(q.x, -q.yzw); }

Matrix atEnd(Matrix u)
{
#if END_SUBGROUP == SUBGROUPS
    return reunitarised(u);
#else
    return u;
#endif
}
