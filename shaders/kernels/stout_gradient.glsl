// One step of the chain rule of stout smearing, V = exp(A) U with A = -rho [U S]_TA, S the staple sum, for a function of the links whose derivative with respect to V
// is F, dS = -2 sum tr(dV V^-1 F):
//   exp(-A) F exp(A)                                  the links U in front of the exponential,
//   L = sum_k (-1)^k/(k+1)! ad_A^k F                  dS = .. - 2 sum tr(dA L): the adjoint of the derivative of the exponential.
// The series is that of A / 2^n with |A| / 2^n <= 1, and L(2 A) = (L(A) + exp(-A) L(A) exp(A))/2: the derivative of the exponential as lattice/algebra.glsl
// computes it.  The result is L, then the first.
#include "lattice/insertion.glsl"

uniform FIELD uExponent; // A
uniform FIELD uGradient; // F

// The last term of the series: |ad_A| <= 2.
#if DOUBLE
#define GRADIENT_TERMS 27
#else
#define GRADIENT_TERMS 15
#endif

// h of [i a, i b].
Algebra commutator(Algebra a, Algebra b) { return scaled(REAL(2.0), algebraPart(mul(antihermitian(a), antihermitian(b)))); }
// h of u^dagger (i h) u.
Algebra turned(Matrix u, Algebra h) { return algebraPart(mul(mul(adj(u), antihermitian(h)), u)); }

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Algebra a = loadAlgebra(uExponent, texel), f = loadAlgebra(uGradient, texel);
    Algebra direct = turned(exponential(a), f);
    REAL size = traceSquare(a);
    int halvings = 0;
    for (; size > REAL(1.0) && halvings < 60; ++halvings) {
        size *= REAL(0.25);
        a = scaled(REAL(0.5), a);
    }
    // F - (ad_A / 2) (F - (ad_A / 3) (F - ..)).
    Algebra l = f;
    for (int k = GRADIENT_TERMS; k > 0; --k)
        l = add(f, scaled(REAL(-1.0) / REAL(k + 1), commutator(a, l)));
    Matrix u = exponential(a);
    for (; halvings > 0; --halvings) {
        l = scaled(REAL(0.5), add(l, turned(u, l)));
        u = mul(u, u);
    }
    REAL4 planes[ALGEBRA_PLANES];
    storeAlgebra(l, planes);
#for K below ELEMENT_PLANES
    result[K] = planes[K];
#end
    storeAlgebra(direct, planes);
#for K below ELEMENT_PLANES
    result[ALGEBRA_PLANES + K] = planes[K];
#end
}
