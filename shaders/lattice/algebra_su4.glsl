// h is stored as (h00, h11, h22, 0), (Re h01, Im h01, Re h02, Im h02), (h03, h12), (h13, h23).
#define ALGEBRA_PLANES 4

struct Algebra {
    REAL4 diagonal, a, b, c;
};

Algebra add(Algebra a, Algebra b) { return Algebra(a.diagonal + b.diagonal, a.a + b.a, a.b + b.b, a.c + b.c); }
Algebra scaled(REAL f, Algebra a) { return Algebra(f * a.diagonal, f * a.a, f * a.b, f * a.c); }

// tr h^2; the fourth number of the diagonal is minus the sum of the others.
REAL traceSquare(Algebra h)
{
    REAL last = h.diagonal.x + h.diagonal.y + h.diagonal.z;
    return dot(h.diagonal.xyz, h.diagonal.xyz) + last * last + REAL(2.0) * (dot(h.a, h.a) + dot(h.b, h.b) + dot(h.c, h.c));
}

Algebra loadAlgebra(PLANES planes, ivec2 texel)
{
    return Algebra(loadPlane(planes, texel, 0), loadPlane(planes, texel, 1), loadPlane(planes, texel, 2), loadPlane(planes, texel, 3));
}
void storeAlgebra(Algebra h, out REAL4 result[ALGEBRA_PLANES])
{
    result[0] = h.diagonal;
    result[1] = h.a;
    result[2] = h.b;
    result[3] = h.c;
}

// Element (i, j) of -i (m - m^dagger) / 2.
REAL2 hermitianElement(Matrix m, int i, int j)
{
    return REAL(0.5) * REAL2(m.im[i][j] + m.im[j][i], m.re[j][i] - m.re[i][j]);
}

// The h of (m - m^dagger)/2 minus its trace / 4.
Algebra algebraPart(Matrix m)
{
    REAL fourth = REAL(0.25) * (m.im[0].x + m.im[1].y + m.im[2].z + m.im[3].w);
    return Algebra(REAL4(m.im[0].x - fourth, m.im[1].y - fourth, m.im[2].z - fourth, 0.0),
                   REAL4(hermitianElement(m, 0, 1), hermitianElement(m, 0, 2)),
                   REAL4(hermitianElement(m, 0, 3), hermitianElement(m, 1, 2)),
                   REAL4(hermitianElement(m, 1, 3), hermitianElement(m, 2, 3)));
}

// The same of a product u a, summed over the rows of a.
#define AlgebraSum Matrix
AlgebraSum zeroAlgebraSum() { return zeroMatrix(); }

// Adds what row k of a, are + i aim, contributes; k is a literal.
void addProduct(inout AlgebraSum sum, Matrix u, REAL4 are, REAL4 aim, int k)
{
#for I below 4
    sum.re[I] += u.re[I][k] * are - u.im[I][k] * aim;
    sum.im[I] += u.re[I][k] * aim + u.im[I][k] * are;
#end
}

Matrix hermitianMatrix(Algebra h)
{
    Matrix m;
    m.re[0] = REAL4(h.diagonal.x, h.a.x, h.a.z, h.b.x);
    m.im[0] = REAL4(0.0, h.a.y, h.a.w, h.b.y);
    m.re[1] = REAL4(h.a.x, h.diagonal.y, h.b.z, h.c.x);
    m.im[1] = REAL4(-h.a.y, 0.0, h.b.w, h.c.y);
    m.re[2] = REAL4(h.a.z, h.b.z, h.diagonal.z, h.c.z);
    m.im[2] = REAL4(-h.a.w, -h.b.w, 0.0, h.c.w);
    m.re[3] = REAL4(h.b.x, h.c.x, h.c.z, -h.diagonal.x - h.diagonal.y - h.diagonal.z);
    m.im[3] = REAL4(-h.b.y, -h.c.y, -h.c.w, 0.0);
    return m;
}

// exp(i h) by Horner's rule for its Taylor series, after halvings of h that bring tr h^2 to 1, and as many squarings.
Matrix exponential(Algebra h)
{
    REAL size = traceSquare(h), scale = REAL(1.0);
    int halvings = 0;
    for (; size > REAL(1.0) && halvings < 60; ++halvings) {
        size *= REAL(0.25);
        scale *= REAL(0.5);
    }
    Matrix m = hermitianMatrix(scaled(scale, h)), result = unitMatrix();
    for (int n = EXPONENTIAL_TERMS; n > 0; --n) { // 1 + i m result / n
        Matrix p = scaled(REAL(1.0) / REAL(n), mul(m, result));
        result = Matrix(SQUARE(1.0) - p.im, p.re);
    }
    for (int n = 0; n < halvings; ++n)
        result = mul(result, result);
    return result;
}
