// Which links a pass updates, besides their parity: all (SUBLATTICES = 1), or those of sublattice uSublattice among SUBLATTICES = 4 or 8, so
// that no two of them share a 1x2 rectangle; core/link_set.h states them.  uSublattice = -1: all of them.  FIXES_TIMES, of links in space: those on
// times that are multiples of uThickness are not updated.
#include "lattice/site.glsl"

#if SUBLATTICES > 1
uniform int uMu;
uniform int uSublattice;

int alongMu(ivec4 x) { return uMu == 0 ? x.x : uMu == 1 ? x.y : uMu == 2 ? x.z : x.w; }

#if SUBLATTICES == 4
int colourOf(Site x)
{
    ivec4 at = wholeCoordinates(x);
    return (at.x + at.y + at.z + at.w + alongMu(at)) & 3;
}
#else
// 0 1 2 0 1 2 .. for the first `threes` sites of an extent, then 0 1 2 3 0 ..
int counted(int x, int threes) { return x < threes ? x - 3 * quotient(x, 3, -1) : (x - threes) & 3; }

int colourOf(Site x)
{
    ivec4 at = wholeCoordinates(x);
    ivec4 c = ivec4(counted(at.x, THREES_X), counted(at.y, THREES_Y), counted(at.z, THREES_Z), counted(at.w, THREES_T));
    return (alongMu(at) & 1) + 2 * ((c.x + c.y + c.z + c.w - alongMu(c)) & 3);
}
#endif

bool isInSet(Site x) { return uSublattice < 0 || colourOf(x) == uSublattice; }
#elif defined(FIXES_TIMES)
uniform int uThickness;

bool isInSet(Site x) { return wholeCoordinates(x).w % uThickness != 0; }
#else
bool isInSet(Site x) { return true; }
#endif
