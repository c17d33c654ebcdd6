// The gauge field around a site x: uSame[mu] holds the links U_mu of the sites with the parity of x, uOther[mu] those of the
// other parity.
//
// They are eight textures, unless LINK_ARRAYS asks for fewer (SU(2) only, for comparison in a benchmark): 1, with plane
// 2 mu + parity, or 4, one for each direction, with plane parity.  A half field is then the number 2 mu + (0: same, 1: other).
#include "lattice/group.glsl"
#include "lattice/site.glsl"

#ifdef LINK_ARRAYS
uniform FIELD uLinks[LINK_ARRAYS];
const ivec4 uSame = ivec4(0, 2, 4, 6), uOther = ivec4(1, 3, 5, 7);

Matrix link(int half_, Site x)
{
    int plane = half_ ^ uParity;
#if LINK_ARRAYS == 1
    return Matrix(loadPlane(uLinks[0], texelOf(x), plane));
#else
    return Matrix(loadPlane(uLinks[half_ >> 1], texelOf(x), plane & 1));
#endif
}
#else
uniform FIELD uSame[4];
uniform FIELD uOther[4];

Matrix link(PLANES half_, Site x) { return loadLink(half_, texelOf(x)); }
#endif
