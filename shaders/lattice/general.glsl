// Matrices that are sums of group elements, and their part in the algebra.  SU(3): all rows are stored, two planes a row, (re, im) of columns 0 and 1,
// then of column 2, as the kernel staple does.  In SU(2) such a sum is a quaternion like a link.
#include "lattice/group.glsl"

#if NC == 2
#define GENERAL_PLANES 1
#define loadGeneral(planes, texel) loadLink(planes, texel)
#define storeGeneral(a, result) storeLink(a, result)

// (a - a^dagger) / 2 without its trace.
Matrix algebraPart(Matrix a) { return Matrix(REAL4(0.0, a.q.yzw)); }
#else
#define GENERAL_PLANES 6

Matrix loadGeneral(PLANES planes, ivec2 texel)
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

void storeGeneral(Matrix m, out REAL4 result[GENERAL_PLANES])
{
#for K in 0 1 2
    result[2 * K] = REAL4(m.re[K].x, m.im[K].x, m.re[K].y, m.im[K].y);
    result[2 * K + 1] = REAL4(m.re[K].z, m.im[K].z, 0.0, 0.0);
#end
}

Matrix algebraPart(Matrix a)
{
    const REAL half_ = REAL(0.5);
    Matrix m = Matrix(half_ * (a.re - transpose(a.re)), half_ * (a.im + transpose(a.im)));
    REAL mean = (a.im[0].x + a.im[1].y + a.im[2].z) / REAL(3.0);
#for K in 0 1 2
    m.im[K][K] -= mean;
#end
    return m;
}
#endif
