// Sites at a distance that the host chooses, x + d for a vector d of integers.  Its components are 0 .. extent - 1: the host wraps them, also
// those that are negative or long, and as it knows the parity of x + d it binds the half fields that lie there.  In directions that ranks divide
// they are within the ghosts, of either sign.
#include "lattice/site.glsl"

Site displaced(Site x, ivec4 d)
{
    ivec4 moved = ivec4(2 * x.xh + x.odd, x.y, x.z, x.t) + d;
    if (moved.x >= LX) moved.x -= LX;
    if (moved.y >= LY) moved.y -= LY;
    if (GHOSTS_Z == 0 && moved.z >= LZ) moved.z -= LZ;
    if (GHOSTS_T == 0 && moved.w >= LT) moved.w -= LT;
    return Site(moved.x >> 1, moved.y, moved.z, moved.w, moved.x & 1);
}
