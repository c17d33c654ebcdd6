// N x N complex matrices by rows, N > 2: re[i], im[i] are the real and imaginary part of row i.  As GLSL counts columns, re and
// im are the transposed matrices, and a product is written from right to left.  ROW is a vector of N reals, SQUARE a matrix of
// them; su$NC.glsl has both, with the rows of the SU(2) subgroups and the storage of links.

struct Matrix {
    SQUARE re, im;
};

Matrix zeroMatrix() { return Matrix(SQUARE(0.0), SQUARE(0.0)); }
Matrix unitMatrix() { return Matrix(SQUARE(1.0), SQUARE(0.0)); }
Matrix add(Matrix a, Matrix b) { return Matrix(a.re + b.re, a.im + b.im); }
Matrix scaled(REAL c, Matrix a) { return Matrix(c * a.re, c * a.im); }
Matrix adj(Matrix a) { return Matrix(transpose(a.re), -transpose(a.im)); }
Matrix mul(Matrix a, Matrix b) { return Matrix(b.re * a.re - b.im * a.im, b.re * a.im + b.im * a.re); }

REAL reTrace(Matrix a)
{
    REAL sum = a.re[0][0];
#for K from 1 below NC
    sum += a.re[K][K];
#end
    return sum;
}
REAL2 trace(Matrix a)
{
    REAL sum = a.im[0][0];
#for K from 1 below NC
    sum += a.im[K][K];
#end
    return REAL2(reTrace(a), sum);
}
// Re tr a b^dagger.
REAL reTraceAdj(Matrix a, Matrix b)
{
    REAL sum = dot(a.re[0], b.re[0]);
#for K from 1 below NC
    sum += dot(a.re[K], b.re[K]);
#end
#for K below NC
    sum += dot(a.im[K], b.im[K]);
#end
    return sum;
}
// (|a - b|^2, Re tr a b^dagger); row by row, or Intel's compiler runs out of registers where both are products.
REAL2 distanceAndDot(Matrix a, Matrix b)
{
    REAL2 sum = REAL2(0.0);
#for K below NC
    {
        ROW re = a.re[K] - b.re[K], im = a.im[K] - b.im[K];
        sum += REAL2(dot(re, re), dot(a.re[K], b.re[K]));
        sum += REAL2(dot(im, im), dot(a.im[K], b.im[K]));
    }
#end
    return sum;
}

// A row of a matrix that is no group element takes two planes: (re, im) of columns 0 and 1, then of the others.
void loadRow(PLANES planes, ivec2 texel, int row, out ROW re, out ROW im)
{
    unpackRow(loadPlane(planes, texel, 2 * row), loadPlane(planes, texel, 2 * row + 1), re, im);
}

// Adds what row k of a, are + i aim, contributes to the quaternion part of block (i, j) of u a; k and the subgroup are
// literals.
void addToBlock(inout REAL4 q, Matrix u, ROW are, ROW aim, int k, int subgroup)
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
#for K below NC
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

// Rows 0 .. N-2 made orthogonal to those before and normalised, the last row rebuilt.
Matrix reunitarised(Matrix u)
{
    REAL n, pr, pi;
#for I below NC
#if I < NC - 1
#for J below NC
#if J < I
    pr = dot(u.re[J], u.re[I]) + dot(u.im[J], u.im[I]);
    pi = dot(u.re[J], u.im[I]) - dot(u.im[J], u.re[I]);
    u.re[I] -= pr * u.re[J] - pi * u.im[J];
    u.im[I] -= pr * u.im[J] + pi * u.re[J];
#endif
#end
    n = inversesqrt(dot(u.re[I], u.re[I]) + dot(u.im[I], u.im[I]));
    u.re[I] *= n;
    u.im[I] *= n;
#endif
#end
    rebuildLastRow(u);
    return u;
}

// The squared distance from the group: of the norms of the stored rows from 1, and of their products from 0.
REAL unitarityDeviation2(Matrix u)
{
    REAL sum = REAL(0.0), d, pr, pi;
#for I below NC
#if I < NC - 1
    d = dot(u.re[I], u.re[I]) + dot(u.im[I], u.im[I]) - REAL(1.0);
    sum += d * d;
#endif
#end
#for I below NC
#for J below NC
#if J < I && I < NC - 1
    pr = dot(u.re[J], u.re[I]) + dot(u.im[J], u.im[I]);
    pi = dot(u.re[J], u.im[I]) - dot(u.im[J], u.re[I]);
    sum += REAL(2.0) * (pr * pr + pi * pi);
#endif
#end
#end
    return sum;
}
