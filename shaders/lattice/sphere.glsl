// The highest value of f(a) = a^T Q a + 2 b.a on the sphere |a| = 1 in four dimensions.
//
// With the eigenvalues e_i of Q, found by Jacobi's rotations, and b = sum_i beta_i v_i along its eigenvectors the maximum is a = sum_i y_i v_i,
// y_i = beta_i / (lambda - e_i), where lambda >= max e_i makes |y| = 1.  1/|y| is a concave function of lambda, nearly a straight one: Newton's iteration for 1/|y| = 1
// rises to its zero from any lambda below.  Where |y| < 1 for every lambda (always for b = 0), what is missing is along the eigenvector of the highest e_i.
// The numbers of sweeps and steps suffice to reach rounding: both converge quadratically.
#include "lattice/site.glsl"

#if DOUBLE
#define JACOBI_SWEEPS 5
#define NEWTON_STEPS 8
#else
#define JACOBI_SWEEPS 4
#define NEWTON_STEPS 6
#endif

struct QuadraticForm {
    REAL4 diagonal;    // Q_00, Q_11, Q_22, Q_33
    REAL3 first, rest; // Q_01, Q_02, Q_03; Q_12, Q_13, Q_23
    REAL4 linear;      // b
};

REAL valueOf(QuadraticForm f, REAL4 a)
{
    REAL mixed = a.x * dot(f.first, a.yzw) + a.y * (f.rest.x * a.z + f.rest.y * a.w) + a.z * f.rest.z * a.w;
    return dot(f.diagonal, a * a) + REAL(2.0) * (mixed + dot(f.linear, a));
}

// The rotation in the plane (i, j) that makes Q_ij = 0; k and l are the other two.
void rotatePlane(inout REAL ii, inout REAL jj, inout REAL ij, inout REAL ik, inout REAL jk, inout REAL il, inout REAL jl, inout REAL4 vi, inout REAL4 vj)
{
    REAL d = jj - ii, t = REAL(2.0) * ij / (abs(d) + sqrt(d * d + REAL(4.0) * ij * ij) + REAL(1e-30));
    if (d < REAL(0.0)) t = -t;
    REAL c = inversesqrt(REAL(1.0) + t * t), s = t * c;
    ii -= t * ij;
    jj += t * ij;
    ij = REAL(0.0);
    REAL k = c * ik - s * jk, l = c * il - s * jl;
    jk = s * ik + c * jk;
    jl = s * il + c * jl;
    ik = k;
    il = l;
    REAL4 v = c * vi - s * vj;
    vj = s * vi + c * vj;
    vi = v;
}

REAL4 highestOf(QuadraticForm f)
{
    REAL4 e = f.diagonal, v[4];
    REAL3 p = f.first, q = f.rest;
    v[0] = REAL4(1.0, 0.0, 0.0, 0.0);
    v[1] = REAL4(0.0, 1.0, 0.0, 0.0);
    v[2] = REAL4(0.0, 0.0, 1.0, 0.0);
    v[3] = REAL4(0.0, 0.0, 0.0, 1.0);
    for (int sweep = uOpaqueZero; sweep < JACOBI_SWEEPS; ++sweep) {
        rotatePlane(e.x, e.y, p.x, p.y, q.x, p.z, q.y, v[0], v[1]);
        rotatePlane(e.x, e.z, p.y, p.x, q.x, p.z, q.z, v[0], v[2]);
        rotatePlane(e.x, e.w, p.z, p.x, q.y, p.y, q.z, v[0], v[3]);
        rotatePlane(e.y, e.z, q.x, p.x, p.y, q.y, q.z, v[1], v[2]);
        rotatePlane(e.y, e.w, q.y, p.x, p.z, q.x, q.z, v[1], v[3]);
        rotatePlane(e.z, e.w, q.z, p.y, p.z, q.x, q.y, v[2], v[3]);
    }
    REAL top = max(max(e.x, e.y), max(e.z, e.w));
    REAL4 highest = e.x == top ? v[0] : e.y == top ? v[1] : e.z == top ? v[2] : v[3];
    if (highest.x < REAL(0.0)) highest = -highest;
#if NC == 2
    return highest * inversesqrt(dot(highest, highest)); // b = 0
#else
    REAL4 gap = REAL4(top) - e, beta = REAL4(dot(v[0], f.linear), dot(v[1], f.linear), dot(v[2], f.linear), dot(v[3], f.linear));
    REAL4 least = abs(beta) - gap;
    REAL shift = max(max(least.x, least.y), max(max(least.z, least.w), REAL(0.0))); // lambda - top
    REAL4 y = beta;
    REAL length2 = REAL(0.0);
    for (int step = uOpaqueZero; step < NEWTON_STEPS; ++step) {
        REAL4 pole = max(gap + REAL4(shift), REAL4(1e-30));
        y = beta / pole;
        length2 = dot(y, y);
        REAL slope = dot(y * y, REAL4(1.0) / pole);
        if (length2 > REAL(1.0)) shift += (sqrt(length2) - REAL(1.0)) * length2 / slope;
    }
    REAL4 a = y.x * v[0] + y.y * v[1] + y.z * v[2] + y.w * v[3];
    if (length2 < REAL(0.999999)) a += sqrt(REAL(1.0) - length2) * highest;
    return a * inversesqrt(dot(a, a));
#endif
}
