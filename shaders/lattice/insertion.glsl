// Antihermitian matrices i h, h Hermitian, that forces insert into loops (kernels/insertion_force.glsl).  Unlike elements of the algebra they have a trace: in
// SU(3) three planes, (h00, h11, h22, 0), (Re h01, Im h01, Re h02, Im h02), (Re h12, Im h12, 0, 0); in SU(2), where the trace has no effect, one as in the algebra.
#include "lattice/algebra.glsl"

#if NC == 2
Matrix loadInsertion(PLANES planes, ivec2 texel, int first) { return Matrix(REAL4(0.0, loadPlane(planes, texel, first).yzw)); }
// i h of an element of the algebra.
Matrix antihermitian(Algebra a) { return Matrix(REAL4(0.0, a.h)); }
#else
Matrix antihermitian(REAL3 diagonal, REAL2 h01, REAL2 h02, REAL2 h12)
{
    Matrix m;
    m.re[0] = REAL3(0.0, -h01.y, -h02.y);
    m.im[0] = REAL3(diagonal.x, h01.x, h02.x);
    m.re[1] = REAL3(h01.y, 0.0, -h12.y);
    m.im[1] = REAL3(h01.x, diagonal.y, h12.x);
    m.re[2] = REAL3(h02.y, h12.y, 0.0);
    m.im[2] = REAL3(h02.x, h12.x, diagonal.z);
    return m;
}
Matrix loadInsertion(PLANES planes, ivec2 texel, int first)
{
    REAL4 d = loadPlane(planes, texel, first), a = loadPlane(planes, texel, first + 1), b = loadPlane(planes, texel, first + 2);
    return antihermitian(d.xyz, a.xy, a.zw, b.xy);
}
Matrix antihermitian(Algebra h) { return antihermitian(REAL3(h.a.xy, -h.a.x - h.a.y), h.a.zw, h.b.xy, h.b.zw); }
#endif
