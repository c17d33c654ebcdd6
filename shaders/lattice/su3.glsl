// 3x3 complex matrices by rows: re[i], im[i] are the real and imaginary part of row i.  As mat3 counts columns, re and im
// are the transposed matrices, and a product is written from right to left.
//
// A link stores rows 0 and 1, (re, im) of column 0, 1, 2 in turn, in three planes; row 2 is the conjugate of their cross
// product.
#define LINK_PLANES 3
#define SUBGROUPS 3

struct Matrix {
    REAL3x3 re, im;
};

Matrix zeroMatrix() { return Matrix(REAL3x3(0.0), REAL3x3(0.0)); }
Matrix unitMatrix() { return Matrix(REAL3x3(1.0), REAL3x3(0.0)); }
Matrix add(Matrix a, Matrix b) { return Matrix(a.re + b.re, a.im + b.im); }
Matrix scaled(REAL c, Matrix a) { return Matrix(c * a.re, c * a.im); }
Matrix adj(Matrix a) { return Matrix(transpose(a.re), -transpose(a.im)); }
Matrix mul(Matrix a, Matrix b) { return Matrix(b.re * a.re - b.im * a.im, b.re * a.im + b.im * a.re); }

REAL reTrace(Matrix a) { return a.re[0].x + a.re[1].y + a.re[2].z; }
REAL2 trace(Matrix a) { return REAL2(reTrace(a), a.im[0].x + a.im[1].y + a.im[2].z); }
// Re tr a b^dagger.
REAL reTraceAdj(Matrix a, Matrix b)
{
    return dot(a.re[0], b.re[0]) + dot(a.re[1], b.re[1]) + dot(a.re[2], b.re[2]) + dot(a.im[0], b.im[0]) +
           dot(a.im[1], b.im[1]) + dot(a.im[2], b.im[2]);
}
// (|a - b|^2, Re tr a b^dagger); row by row, or Intel's compiler runs out of registers where both are products.
REAL2 distanceAndDot(Matrix a, Matrix b)
{
    REAL2 sum = REAL2(0.0);
#for K in 0 1 2
    {
        REAL3 re = a.re[K] - b.re[K], im = a.im[K] - b.im[K];
        sum += REAL2(dot(re, re), dot(a.re[K], b.re[K]));
        sum += REAL2(dot(im, im), dot(a.im[K], b.im[K]));
    }
#end
    return sum;
}

// Row 2 of the SU(3) matrix with the given rows 0 and 1.
void rebuildThirdRow(inout Matrix u)
{
    u.re[2] = cross(u.re[0], u.re[1]) - cross(u.im[0], u.im[1]);
    u.im[2] = -cross(u.re[0], u.im[1]) - cross(u.im[0], u.re[1]);
}

Matrix fromRows(REAL4 a, REAL4 b, REAL4 c)
{
    Matrix u;
    u.re[0] = REAL3(a.x, a.z, b.x);
    u.im[0] = REAL3(a.y, a.w, b.y);
    u.re[1] = REAL3(b.z, c.x, c.z);
    u.im[1] = REAL3(b.w, c.y, c.w);
    rebuildThirdRow(u);
    return u;
}

Matrix loadLink(PLANES planes, ivec2 texel)
{
    return fromRows(loadPlane(planes, texel, 0), loadPlane(planes, texel, 1), loadPlane(planes, texel, 2));
}

void storeLink(Matrix u, out REAL4 result[LINK_PLANES])
{
    result[0] = REAL4(u.re[0].x, u.im[0].x, u.re[0].y, u.im[0].y);
    result[1] = REAL4(u.re[0].z, u.im[0].z, u.re[1].x, u.im[1].x);
    result[2] = REAL4(u.re[1].y, u.im[1].y, u.re[1].z, u.im[1].z);
}

// The rows of subgroup 0, 1, 2: (0,1), (0,2), (1,2).
#define SUBGROUP_I(s) ((s) == 2 ? 1 : 0)
#define SUBGROUP_J(s) ((s) == 0 ? 1 : 2)

// Adds what row k of a, are + i aim, contributes to the quaternion part of block (i, j) of u a; k and the subgroup are
// literals.
void addToBlock(inout REAL4 q, Matrix u, REAL3 are, REAL3 aim, int k, int subgroup)
{
    int i = SUBGROUP_I(subgroup), j = SUBGROUP_J(subgroup);
    REAL ir = u.re[i][k], ii = u.im[i][k], jr = u.re[j][k], ji = u.im[j][k];
    q += REAL(0.5) * REAL4(ir * are[i] - ii * aim[i] + jr * are[j] - ji * aim[j],
                           ir * aim[j] + ii * are[j] + jr * aim[i] + ji * are[i],
                           ir * are[j] - ii * aim[j] - jr * are[i] + ji * aim[i],
                           ir * aim[i] + ii * are[i] - jr * aim[j] - ji * are[j]);
}

// The quaternion part of block (i, j) of u a; the subgroup is a literal.
REAL4 block(Matrix u, Matrix a, int subgroup)
{
    REAL4 q = REAL4(0.0);
#for K in 0 1 2
    addToBlock(q, u, a.re[K], a.im[K], K, subgroup);
#end
    return q;
}

// The quaternion part of block (i, j) of m; the subgroup is a literal.
REAL4 quaternionPart(Matrix m, int subgroup)
{
    int i = SUBGROUP_I(subgroup), j = SUBGROUP_J(subgroup);
    return REAL(0.5) * REAL4(m.re[i][i] + m.re[j][j], m.im[i][j] + m.im[j][i], m.re[i][j] - m.re[j][i], m.im[i][i] - m.im[j][j]);
}

// m with its rows i and j multiplied from the left by the quaternion a.
Matrix rotatedRows(REAL4 a, Matrix m, int subgroup)
{
    int i = SUBGROUP_I(subgroup), j = SUBGROUP_J(subgroup);
    Matrix r = m;
    r.re[i] = a.x * m.re[i] - a.w * m.im[i] + a.z * m.re[j] - a.y * m.im[j];
    r.im[i] = a.x * m.im[i] + a.w * m.re[i] + a.z * m.im[j] + a.y * m.re[j];
    r.re[j] = a.x * m.re[j] + a.w * m.im[j] - a.z * m.re[i] - a.y * m.im[i];
    r.im[j] = a.x * m.im[j] - a.w * m.re[j] - a.z * m.im[i] + a.y * m.re[i];
    return r;
}

// Row 0 normalised, row 1 made orthogonal to it and normalised, row 2 rebuilt.
Matrix reunitarised(Matrix u)
{
    REAL n = inversesqrt(dot(u.re[0], u.re[0]) + dot(u.im[0], u.im[0]));
    u.re[0] *= n;
    u.im[0] *= n;
    REAL pr = dot(u.re[0], u.re[1]) + dot(u.im[0], u.im[1]), pi = dot(u.re[0], u.im[1]) - dot(u.im[0], u.re[1]);
    u.re[1] -= pr * u.re[0] - pi * u.im[0];
    u.im[1] -= pr * u.im[0] + pi * u.re[0];
    n = inversesqrt(dot(u.re[1], u.re[1]) + dot(u.im[1], u.im[1]));
    u.re[1] *= n;
    u.im[1] *= n;
    rebuildThirdRow(u);
    return u;
}

// The squared distance from the group: of the norms of rows 0 and 1 from 1, and of their product from 0.
REAL unitarityDeviation2(Matrix u)
{
    REAL a = dot(u.re[0], u.re[0]) + dot(u.im[0], u.im[0]) - REAL(1.0);
    REAL b = dot(u.re[1], u.re[1]) + dot(u.im[1], u.im[1]) - REAL(1.0);
    REAL pr = dot(u.re[0], u.re[1]) + dot(u.im[0], u.im[1]), pi = dot(u.re[0], u.im[1]) - dot(u.im[0], u.re[1]);
    return a * a + b * b + REAL(2.0) * (pr * pr + pi * pi);
}

// A link from the Gaussian numbers of a hot start.
Matrix fromGaussians(REAL4 g[LINK_PLANES]) { return reunitarised(fromRows(g[0], g[1], g[2])); }
