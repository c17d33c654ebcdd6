// h = h1 sigma_1 + h2 sigma_2 + h3 sigma_3, stored as (0, h1, h2, h3).
#define ALGEBRA_PLANES 1

struct Algebra {
    REAL3 h;
};

Algebra add(Algebra a, Algebra b) { return Algebra(a.h + b.h); }
Algebra scaled(REAL c, Algebra a) { return Algebra(c * a.h); }
REAL traceSquare(Algebra a) { return REAL(2.0) * dot(a.h, a.h); } // tr h^2

Algebra loadAlgebra(PLANES planes, ivec2 texel) { return Algebra(loadPlane(planes, texel, 0).yzw); }
void storeAlgebra(Algebra a, out REAL4 result[ALGEBRA_PLANES]) { result[0] = REAL4(0.0, a.h); }

// The h of (m - m^dagger)/2 minus its trace.
Algebra algebraPart(Matrix m) { return Algebra(m.q.yzw); }

// exp(i h) = cos |h| + i (h . sigma) sin |h| / |h|, by series in z = |h|^2 <= 1 after halvings of h, and as many squarings.
Matrix exponential(Algebra a)
{
    REAL z = dot(a.h, a.h), scale = REAL(1.0), c = REAL(1.0), s = REAL(1.0);
    int halvings = 0;
    for (; z > REAL(1.0) && halvings < 60; ++halvings) {
        z *= REAL(0.25);
        scale *= REAL(0.5);
    }
    for (int n = EXPONENTIAL_TERMS; n > 1; n -= 2) {
        c = REAL(1.0) - c * z / REAL((n - 1) * (n - 2));
        s = REAL(1.0) - s * z / REAL(n * (n - 1));
    }
    for (int n = 0; n < halvings; ++n) {
        REAL square = c * c - z * s * s;
        s *= REAL(2.0) * c;
        c = square;
    }
    return Matrix(REAL4(c, scale * s * a.h));
}
