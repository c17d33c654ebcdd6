// The projection of a sum of links on the group: covariant, projected(g x h^dagger) = g projected(x) h^dagger.  Undefined where x is
// singular.
#include "lattice/complex.glsl"
#include "lattice/group.glsl"

#if NC == 2
Matrix projected(Matrix x) { return reunitarised(x); }
#else
// The conjugates of the cofactors of x: x^-dagger is this divided by the conjugate of det x.
Matrix conjugateCofactors(Matrix x)
{
    Matrix c;
#if NC == 3
#for I in 0 1 2
    c.re[I] = cross(x.re[(I + 1) % 3], x.re[(I + 2) % 3]) - cross(x.im[(I + 1) % 3], x.im[(I + 2) % 3]);
    c.im[I] = -cross(x.re[(I + 1) % 3], x.im[(I + 2) % 3]) - cross(x.im[(I + 1) % 3], x.re[(I + 2) % 3]);
#end
#else
// Rows in the order of row I and those behind it: as many exchanges as I for the first, the sign of the last row's cofactor is -1.
#for I in 0 1 2 3
    conjugateCrossProduct(x.re[(I + 1) % 4], x.im[(I + 1) % 4], x.re[(I + 2) % 4], x.im[(I + 2) % 4], x.re[(I + 3) % 4],
                          x.im[(I + 3) % 4], c.re[I], c.im[I]);
#if I % 2 == 0
    c.re[I] = -c.re[I];
    c.im[I] = -c.im[I];
#endif
#end
#endif
    return c;
}

// The conjugate of det x.
REAL2 conjugateDeterminant(Matrix x, Matrix cofactors)
{
    return REAL2(dot(x.re[0], cofactors.re[0]) + dot(x.im[0], cofactors.im[0]),
                 dot(x.re[0], cofactors.im[0]) - dot(x.im[0], cofactors.re[0]));
}

// p x + q c.
Matrix combined(REAL p, Matrix x, REAL2 q, Matrix c)
{
    return Matrix(p * x.re + q.x * c.re - q.y * c.im, p * x.im + q.x * c.im + q.y * c.re);
}

// The iterations that follow when the squared deviations of the singular values from their mean are below 0.01: each squares them.
#if DOUBLE
#define LAST_STEPS 4
#else
#define LAST_STEPS 3
#endif

// |x|^2 |x^-1|^2, which is N^2 where x is unitary.
#if NC == 3
#define NEARLY_UNITARY 9.01
#else
#define NEARLY_UNITARY 16.01
#endif

// The unitary part of x by Newton's iteration x <- (g x + x^-dagger / g) / 2, g = (|x^-1| / |x|)^(1/2) (Higham, SIAM J. Sci. Stat.
// Comput. 7 (1986) 1160), divided by the N-th root of its determinant.  It loses digits as |x^-1| |x|, a function of x^dagger x as the
// square of that.
Matrix projected(Matrix x)
{
    int steps = 20;
    for (int i = 0; i < steps; ++i) {
        Matrix c = conjugateCofactors(x);
        REAL2 det = conjugateDeterminant(x, c);
        REAL size = reTraceAdj(x, x), inverseSize = reTraceAdj(c, c) / dot(det, det);
        if (size * inverseSize < REAL(NEARLY_UNITARY)) steps = min(steps, i + LAST_STEPS);
        REAL g = sqrt(sqrt(inverseSize / size));
        x = combined(REAL(0.5) * g, x, REAL(0.5) / g * complexInverse(det), c);
    }
    REAL2 det = conjugateDeterminant(x, conjugateCofactors(x));
#if NC == 3
    REAL2 phase = cubeRootOfPhase(det / sqrt(dot(det, det)));
#else
    REAL2 phase = complexRoot(complexRoot(det / sqrt(dot(det, det))));
#endif
    return combined(REAL(0.0), x, phase, x);
}
#endif
