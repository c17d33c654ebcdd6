// Hermitian blocks (lattice/block_layout.glsl) times spinors.
//
// STEPS: the planes come one after the other (lattice/steps.glsl), so that few registers suffice.
#include "lattice/block_layout.glsl"
#include "lattice/spinor.glsl"
#include "lattice/steps.glsl"

// BLOCK_NORM: the blocks are stored in 16 bits with a norm (lattice/real.glsl).
#if BLOCK_NORM
#define BLOCK_NORM_OF(field, texel) loadNorm(field, texel, 2 * BLOCK_PLANES)
#define BLOCK_PLANE(field, texel, plane, norm) ((norm) * loadedSixteen(loadPlane(field, texel, plane)))
#else
#define BLOCK_NORM_OF(field, texel) REAL(1.0)
#define BLOCK_PLANE(field, texel, plane, norm) loadPlane(field, texel, plane)
#endif

// y += (element (i, j) and its adjoint) x, of which these are components i and j.
void addElement(inout REAL2 yi, inout REAL2 yj, REAL2 e, REAL2 xi, REAL2 xj)
{
    yi += REAL2(e.x * xj.x - e.y * xj.y, e.x * xj.y + e.y * xj.x);
    yj += REAL2(e.x * xi.x + e.y * xi.y, e.x * xi.y - e.y * xi.x);
}

// y += block x; the block begins at plane `first`.  Of a plane the first two numbers, then the others.
void addBlockTimes(inout REAL2 y[BLOCK], PLANES field, ivec2 texel, int first, REAL norm, REAL2 x[BLOCK])
{
#for K below BLOCK_PLANES
    NO_HOIST_IF_STEPS
    {
        REAL4 p = BLOCK_PLANE(field, texel, first + K, norm);
#for I below BLOCK
#if I / 4 == K
        y[I] += p[I - 4 * K] * x[I];
#endif
#for J below I
#if OFF_DIAGONAL(I, J) == 4 * K
        addElement(y[I], y[J], p.xy, x[I], x[J]);
#elif OFF_DIAGONAL(I, J) == 4 * K + 2
        addElement(y[I], y[J], p.zw, x[I], x[J]);
#endif
#end
#end
    }
#end
}

// The components of two spins as a vector, and back.
#for C below NC
#define TAKE_$C(v, a, b)                                                                                               \
    v[C] = REAL2(a.re[C], a.im[C]);                                                                                    \
    v[NC + C] = REAL2(b.re[C], b.im[C])
#define GIVE_$C(a, b, v)                                                                                               \
    a.re[C] = v[C].x;                                                                                                  \
    a.im[C] = v[C].y;                                                                                                  \
    b.re[C] = v[NC + C].x;                                                                                             \
    b.im[C] = v[NC + C].y
#end

// The blocks of the field at a texel times a spinor.
Spinor blocksTimes(PLANES field, ivec2 texel, Spinor p)
{
    REAL norm = BLOCK_NORM_OF(field, texel);
    Spinor r;
    REAL2 x[BLOCK], y[BLOCK];
#for C below NC
    TAKE_$C(x, p.s0, p.s1);
#end
#for I below BLOCK
    y[I] = REAL2(0.0);
#end
    addBlockTimes(y, field, texel, 0, norm, x);
#for C below NC
    GIVE_$C(r.s0, r.s1, y);
    TAKE_$C(x, p.s2, p.s3);
#end
#for I below BLOCK
    y[I] = REAL2(0.0);
#end
    addBlockTimes(y, field, texel, BLOCK_PLANES, norm, x);
#for C below NC
    GIVE_$C(r.s2, r.s3, y);
#end
    return r;
}
