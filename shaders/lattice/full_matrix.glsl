// Matrices that are sums of group elements, and products of their parts in the algebra.  All rows are stored, two planes a row (matrix.glsl), as the kernel staple does.  In SU(2) such a sum is a quaternion like a link.
#include "lattice/group.glsl"
#include "lattice/site.glsl"

#if NC == 2
#define FULL_MATRIX_PLANES 1
#define loadFullMatrix(planes, texel) loadLink(planes, texel)
#define storeFullMatrix(a, result) storeLink(a, result)

// Of the parts in the algebra A = (a - a^dagger)/2 minus its trace / N, and B, at a texel: adds (-tr A A, -tr B B, -tr A B).
void addProducts(inout REAL3 sum, PLANES a, PLANES b, ivec2 texel)
{
    REAL3 p = loadPlane(a, texel, 0).yzw, q = loadPlane(b, texel, 0).yzw;
    sum += REAL(2.0) * REAL3(dot(p, p), dot(q, q), dot(p, q));
}
#else
#define FULL_MATRIX_PLANES (2 * NC)

Matrix loadFullMatrix(PLANES planes, ivec2 texel)
{
    Matrix m;
#for K below NC
    loadRow(planes, texel, K, m.re[K], m.im[K]);
#end
    return m;
}

void storeFullMatrix(Matrix m, out REAL4 result[FULL_MATRIX_PLANES])
{
#for K below NC
    packRow(m.re[K], m.im[K], result[2 * K], result[2 * K + 1]);
#end
}

REAL2 element(PLANES planes, ivec2 texel, int row, int column)
{
    REAL4 p = loadPlane(planes, texel, 2 * row + column / 2);
    return column % 2 == 1 ? p.zw : p.xy;
}

// Element (row, column) of (a - a^dagger)/2.
REAL2 algebraElement(PLANES planes, ivec2 texel, int row, int column)
{
    REAL2 e = element(planes, texel, row, column), f = element(planes, texel, column, row);
    return REAL(0.5) * REAL2(e.x - f.x, e.y + f.y);
}

// i times the diagonal, without its mean.
ROW algebraDiagonal(PLANES planes, ivec2 texel)
{
    ROW d;
    REAL sum = REAL(0.0);
#for K below NC
    d[K] = element(planes, texel, K, K).y;
    sum += d[K];
#end
    return d - sum / REAL(NC);
}

// Of the parts in the algebra A = (a - a^dagger)/2 minus its trace / N, and B, at a texel: adds (-tr A A, -tr B B, -tr A B).  Element by element,
// because two matrices of doubles do not fit 63 registers.
void addProducts(inout REAL3 sum, PLANES a, PLANES b, ivec2 texel)
{
#for J below NC
#for I below NC
#if I < J
    NO_HOIST {
        REAL2 p = algebraElement(a, texel, I, J), q = algebraElement(b, texel, I, J);
        sum += REAL(2.0) * REAL3(dot(p, p), dot(q, q), dot(p, q));
    }
#endif
#end
#end
    NO_HOIST {
        ROW p = algebraDiagonal(a, texel), q = algebraDiagonal(b, texel);
        sum += REAL3(dot(p, p), dot(q, q), dot(p, q));
    }
}
#endif
