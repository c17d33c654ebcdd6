// SU(2) by quaternions: q is q0 + i (q1 sigma_1 + q2 sigma_2 + q3 sigma_3).  A sum of SU(2) elements is a quaternion too.
#define LINK_PLANES 1
#define SUBGROUPS 1

struct Matrix {
    REAL4 q;
};

Matrix zeroMatrix() { return Matrix(REAL4(0.0)); }
Matrix unitMatrix() { return Matrix(REAL4(1.0, 0.0, 0.0, 0.0)); }
Matrix add(Matrix a, Matrix b) { return Matrix(a.q + b.q); }
Matrix scaled(REAL c, Matrix a) { return Matrix(c * a.q); }
Matrix adj(Matrix a) { return Matrix(REAL4(a.q.x, -a.q.yzw)); }
Matrix mul(Matrix a, Matrix b) { return Matrix(quaternionProduct(a.q, b.q)); }

REAL reTrace(Matrix a) { return REAL(2.0) * a.q.x; }
REAL2 trace(Matrix a) { return REAL2(REAL(2.0) * a.q.x, 0.0); }
// Re tr a b^dagger.
REAL reTraceAdj(Matrix a, Matrix b) { return REAL(2.0) * dot(a.q, b.q); }
// (|a - b|^2, Re tr a b^dagger).
REAL2 distanceAndDot(Matrix a, Matrix b) { return REAL(2.0) * REAL2(dot(a.q - b.q, a.q - b.q), dot(a.q, b.q)); }

Matrix loadLink(PLANES planes, ivec2 texel) { return Matrix(loadPlane(planes, texel, 0)); }
void storeLink(Matrix u, out REAL4 result[LINK_PLANES]) { result[0] = u.q; }

// The quaternion part of block (i, j) of u a, and rows i, j multiplied by a from the left: here the whole matrix.
REAL4 block(Matrix u, Matrix a, int subgroup) { return quaternionProduct(u.q, a.q); }
Matrix rotatedRows(REAL4 a, Matrix m, int subgroup) { return Matrix(quaternionProduct(a, m.q)); }
REAL4 quaternionPart(Matrix m, int subgroup) { return m.q; }

Matrix reunitarised(Matrix u) { return Matrix(u.q * inversesqrt(dot(u.q, u.q))); }
// The squared distance from the group: of |q|^2 from 1.
REAL unitarityDeviation2(Matrix u)
{
    REAL d = dot(u.q, u.q) - REAL(1.0);
    return d * d;
}
// A link from the Gaussian numbers of a hot start.
Matrix fromGaussians(REAL4 g[LINK_PLANES]) { return reunitarised(Matrix(g[0])); }
