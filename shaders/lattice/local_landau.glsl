// Landau gauge, and with LINKS = 6 Coulomb gauge: the functional of a site is Re tr g K, K the sum of its links as seen from it.  In a subgroup
// it is 2 (a0 q0 - a1 q1 - a2 q2 - a3 q3) + const with the quaternion part q of K: largest for a = v^dagger, q = k v.
#include "lattice/algebra.glsl"

#define LINKS_IN_LOOP 0
#define Local Matrix
Matrix localAt(Site x)
{
    Matrix k = zeroMatrix();
#for MU in 0 1 2 3
#if MU < DIRECTIONS
    NO_HOIST_IF_RELOAD { k = add(k, linkAhead(x, MU)); }
    NO_HOIST_IF_RELOAD { k = add(k, linkBehind(x, MU)); }
#endif
#end
    return k;
}

void localTerms(Matrix k, Site x, Matrix g, int subgroup, out REAL4 terms[LOCAL_PLANES]) { terms[0] = quaternionPart(k, subgroup); }
void turn(inout Matrix k, REAL4 a, int subgroup) { k = rotatedRows(a, k, subgroup); }
void linkTerms(Matrix v, int subgroup, out REAL4 terms[LOCAL_PLANES]) { terms[0] = quaternionPart(v, subgroup); }

REAL4 largest(REAL4 terms[LOCAL_PLANES])
{
    REAL k = sqrt(dot(terms[0], terms[0]));
    if (k < SMALLEST_NORM) return REAL4(1.0, 0.0, 0.0, 0.0);
    return REAL4(terms[0].x, -terms[0].yzw) / k;
}

// Re tr K of all sites has every link twice.  Link by link, because two matrices of doubles do not fit 63 registers.
REAL2 qualityOf(Site x)
{
    REAL trace = REAL(0.0);
    Algebra gradient = algebraPart(zeroMatrix());
#for MU in 0 1 2 3
#if MU < DIRECTIONS
    NO_HOIST_IF_RELOAD
    {
        Matrix u = linkAhead(x, MU);
        trace += reTrace(u);
        gradient = add(gradient, algebraPart(u));
    }
    NO_HOIST_IF_RELOAD
    {
        Matrix u = link(uOther[MU], shifted(x, MU, -1));
        trace += reTrace(u);
        gradient = add(gradient, scaled(REAL(-1.0), algebraPart(u)));
    }
#endif
#end
    return REAL2(trace / REAL(LINKS * NC), traceSquare(gradient) / REAL(NC));
}
