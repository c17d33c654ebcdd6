// Which links a pass updates, besides their parity: all (SUBLATTICES = 1), or those of sublattice uSublattice among SUBLATTICES = 4 or 8, so
// that no two of them share a 1x2 rectangle; core/link_set.h states them.  uSublattice = -1: all of them.
#include "lattice/site.glsl"

#if SUBLATTICES > 1
uniform int uMu;
uniform int uSublattice;

int alongMu(int x, int y, int z, int t) { return uMu == 0 ? x : uMu == 1 ? y : uMu == 2 ? z : t; }

#if SUBLATTICES == 4
int colourOf(Site x)
{
    int first = 2 * x.xh + x.odd;
    return (first + x.y + x.z + x.t + alongMu(first, x.y, x.z, x.t)) & 3;
}
#else
// 0 1 2 0 1 2 .. for the first `threes` sites of an extent, then 0 1 2 3 0 ..
int counted(int x, int threes) { return x < threes ? x - 3 * quotient(x, 3, -1) : (x - threes) & 3; }

int colourOf(Site x)
{
    int first = 2 * x.xh + x.odd;
    int cx = counted(first, THREES_X), cy = counted(x.y, THREES_Y), cz = counted(x.z, THREES_Z), ct = counted(x.t, THREES_T);
    return (alongMu(first, x.y, x.z, x.t) & 1) + 2 * ((cx + cy + cz + ct - alongMu(cx, cy, cz, ct)) & 3);
}
#endif

bool isInSet(Site x) { return uSublattice < 0 || colourOf(x) == uSublattice; }
#else
bool isInSet(Site x) { return true; }
#endif
