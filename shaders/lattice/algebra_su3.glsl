// h is stored as (h00, h11, Re h01, Im h01), (Re h02, Im h02, Re h12, Im h12).
#define ALGEBRA_PLANES 2

struct Algebra {
    REAL4 a, b;
};

Algebra add(Algebra a, Algebra b) { return Algebra(a.a + b.a, a.b + b.b); }
Algebra scaled(REAL c, Algebra a) { return Algebra(c * a.a, c * a.b); }

// tr h^2; the third number of the diagonal is minus the sum of the others.
REAL traceSquare(Algebra a)
{
    REAL last = a.a.x + a.a.y;
    return dot(a.a.xy, a.a.xy) + last * last + REAL(2.0) * (dot(a.a.zw, a.a.zw) + dot(a.b, a.b));
}

Algebra loadAlgebra(PLANES planes, ivec2 texel)
{
    return Algebra(loadPlane(planes, texel, 0), loadPlane(planes, texel, 1));
}
void storeAlgebra(Algebra a, out REAL4 result[ALGEBRA_PLANES])
{
    result[0] = a.a;
    result[1] = a.b;
}

// The h of (m - m^dagger)/2 minus its trace / 3.
Algebra algebraPart(Matrix m)
{
    REAL third = (m.im[0].x + m.im[1].y + m.im[2].z) / REAL(3.0);
    return Algebra(REAL4(m.im[0].x - third, m.im[1].y - third, REAL(0.5) * (m.im[0].y + m.im[1].x),
                         REAL(0.5) * (m.re[1].x - m.re[0].y)),
                   REAL(0.5) * REAL4(m.im[0].z + m.im[2].x, m.re[2].x - m.re[0].z, m.im[1].z + m.im[2].y,
                                     m.re[2].y - m.re[1].z));
}

// The same of a product u a, summed over the rows of a: m - m^dagger has (diagonal) i, and for (i, j) = (0,1), (0,2), (1,2) the elements
// re_ij and im_ij of -i (m - m^dagger).
struct AlgebraSum {
    REAL3 diagonal, re, im;
};

AlgebraSum zeroAlgebraSum() { return AlgebraSum(REAL3(0.0), REAL3(0.0), REAL3(0.0)); }

// Adds what row k of a, are + i aim, contributes; k is a literal.
void addProduct(inout AlgebraSum sum, Matrix u, REAL3 are, REAL3 aim, int k)
{
    REAL3 ur = REAL3(u.re[0][k], u.re[1][k], u.re[2][k]), ui = REAL3(u.im[0][k], u.im[1][k], u.im[2][k]);
    sum.diagonal += ur * aim + ui * are;
    sum.re += ur.xxy * aim.yzz + ui.xxy * are.yzz + ur.yzz * aim.xxy + ui.yzz * are.xxy;
    sum.im += ur.yzz * are.xxy - ui.yzz * aim.xxy - ur.xxy * are.yzz + ui.xxy * aim.yzz;
}

Algebra algebraPart(AlgebraSum sum)
{
    REAL third = (sum.diagonal.x + sum.diagonal.y + sum.diagonal.z) / REAL(3.0);
    return Algebra(REAL4(sum.diagonal.xy - third, REAL(0.5) * REAL2(sum.re.x, sum.im.x)),
                   REAL(0.5) * REAL4(sum.re.y, sum.im.y, sum.re.z, sum.im.z));
}

Matrix hermitianMatrix(Algebra h)
{
    Matrix m;
    m.re[0] = REAL3(h.a.x, h.a.z, h.b.x);
    m.im[0] = REAL3(0.0, h.a.w, h.b.y);
    m.re[1] = REAL3(h.a.z, h.a.y, h.b.z);
    m.im[1] = REAL3(-h.a.w, 0.0, h.b.w);
    m.re[2] = REAL3(h.b.x, h.b.z, -h.a.x - h.a.y);
    m.im[2] = REAL3(-h.b.y, -h.b.w, 0.0);
    return m;
}

// p0 + p1 h + p2 h^2, to which every function of h reduces by h^3 = c0 + c1 h, c0 = det h, c1 = tr h^2 / 2.
struct Polynomial {
    REAL2 p0, p1, p2;
};

REAL2 timesI(REAL2 a) { return REAL2(-a.y, a.x); }

Polynomial squared(Polynomial p, REAL c0, REAL c1)
{
    REAL2 product = REAL(2.0) * complexMul(p.p1, p.p2), last = complexMul(p.p2, p.p2);
    return Polynomial(complexMul(p.p0, p.p0) + c0 * product,
                      REAL(2.0) * complexMul(p.p0, p.p1) + c0 * last + c1 * product,
                      complexMul(p.p1, p.p1) + REAL(2.0) * complexMul(p.p0, p.p2) + c1 * last);
}

// exp(i h) by Horner's rule for its Taylor series, after halvings of h that bring |h| <= sqrt(4 c1 / 3) to 1, and as many squarings.  No
// angle and no difference of eigenvalues is needed (Morningstar and Peardon, hep-lat/0311018, have both).
Polynomial exponentialPolynomial(REAL c0, REAL c1)
{
    REAL scale = REAL(1.0);
    int halvings = 0;
    for (; c1 > REAL(0.75) && halvings < 60; ++halvings) {
        c1 *= REAL(0.25);
        c0 *= REAL(0.125);
        scale *= REAL(0.5);
    }
    Polynomial p = Polynomial(REAL2(1.0, 0.0), REAL2(0.0), REAL2(0.0));
    for (int n = EXPONENTIAL_TERMS; n > 0; --n) {
        REAL factor = REAL(1.0) / REAL(n);
        p = Polynomial(REAL2(1.0, 0.0) + timesI(factor * c0 * p.p2), timesI(factor * (p.p0 + c1 * p.p2)),
                       timesI(factor * p.p1));
    }
    for (int n = 0; n < halvings; ++n)
        p = squared(p, c0, c1);
    return Polynomial(p.p0, scale * p.p1, scale * scale * p.p2);
}

// m += p a.
void addScaled(inout Matrix m, REAL2 p, Matrix a)
{
    m.re += p.x * a.re - p.y * a.im;
    m.im += p.x * a.im + p.y * a.re;
}

Matrix exponential(Algebra h)
{
    REAL h22 = -h.a.x - h.a.y, n01 = dot(h.a.zw, h.a.zw), n02 = dot(h.b.xy, h.b.xy), n12 = dot(h.b.zw, h.b.zw);
    REAL c1 = REAL(0.5) * (h.a.x * h.a.x + h.a.y * h.a.y + h22 * h22) + n01 + n02 + n12;
    REAL loop = dot(complexMul(h.a.zw, h.b.zw), h.b.xy); // Re h01 h12 h20
    REAL c0 = h.a.x * h.a.y * h22 + REAL(2.0) * loop - h.a.x * n12 - h.a.y * n02 - h22 * n01;
    Polynomial p = exponentialPolynomial(c0, c1);
    Matrix m = hermitianMatrix(h), result = zeroMatrix();
    result.re = REAL3x3(p.p0.x);
    result.im = REAL3x3(p.p0.y);
    addScaled(result, p.p1, m);
    addScaled(result, p.p2, mul(m, m));
    return result;
}
