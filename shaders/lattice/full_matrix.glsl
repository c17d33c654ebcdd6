// Matrices that are sums of group elements, and products of their parts in the algebra.  SU(3): all rows are stored, two planes a row, (re, im) of columns 0 and 1,
// then of column 2, as the kernel staple does.  In SU(2) such a sum is a quaternion like a link.
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
#define FULL_MATRIX_PLANES 6

Matrix loadFullMatrix(PLANES planes, ivec2 texel)
{
    Matrix m;
#for K in 0 1 2
    {
        REAL4 a = loadPlane(planes, texel, 2 * K), b = loadPlane(planes, texel, 2 * K + 1);
        m.re[K] = REAL3(a.x, a.z, b.x);
        m.im[K] = REAL3(a.y, a.w, b.y);
    }
#end
    return m;
}

void storeFullMatrix(Matrix m, out REAL4 result[FULL_MATRIX_PLANES])
{
#for K in 0 1 2
    result[2 * K] = REAL4(m.re[K].x, m.im[K].x, m.re[K].y, m.im[K].y);
    result[2 * K + 1] = REAL4(m.re[K].z, m.im[K].z, 0.0, 0.0);
#end
}

REAL2 element(PLANES planes, ivec2 texel, int row, int column)
{
    REAL4 p = loadPlane(planes, texel, 2 * row + column / 2);
    return column == 1 ? p.zw : p.xy;
}

// Element (row, column) of (a - a^dagger)/2.
REAL2 algebraElement(PLANES planes, ivec2 texel, int row, int column)
{
    REAL2 e = element(planes, texel, row, column), f = element(planes, texel, column, row);
    return REAL(0.5) * REAL2(e.x - f.x, e.y + f.y);
}

// i times the diagonal, without its mean.
REAL3 algebraDiagonal(PLANES planes, ivec2 texel)
{
    REAL3 d = REAL3(element(planes, texel, 0, 0).y, element(planes, texel, 1, 1).y, element(planes, texel, 2, 2).y);
    return d - (d.x + d.y + d.z) / REAL(3.0);
}

// Of the parts in the algebra A = (a - a^dagger)/2 minus its trace / N, and B, at a texel: adds (-tr A A, -tr B B, -tr A B).  Element by element,
// because two matrices of doubles do not fit 63 registers.
void addProducts(inout REAL3 sum, PLANES a, PLANES b, ivec2 texel)
{
#for COLUMN in 1 2
#for ROW in 0 1
#if ROW < COLUMN
    NO_HOIST {
        REAL2 p = algebraElement(a, texel, ROW, COLUMN), q = algebraElement(b, texel, ROW, COLUMN);
        sum += REAL(2.0) * REAL3(dot(p, p), dot(q, q), dot(p, q));
    }
#endif
#end
#end
    NO_HOIST {
        REAL3 p = algebraDiagonal(a, texel), q = algebraDiagonal(b, texel);
        sum += REAL3(dot(p, p), dot(q, q), dot(p, q));
    }
}
#endif
