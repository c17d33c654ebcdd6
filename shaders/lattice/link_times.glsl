// U v of a link of the gauge field and a colour vector.
//
// STEPS (SU(3)): the link is not held but read row by row, row 0 twice, at an address that hides this from the compiler
// (site.glsl).  Row 2 is
// conj(row 0 x row 1), so that component 2 of U v is conj(row 0) . (conj(row 1) x v): no more than a row and three vectors are in registers.
#include "lattice/colour.glsl"
#include "lattice/site.glsl"

#if STEPS && NC == 3
ColourVector linkTimes(PLANES planes, ivec2 texel, ColourVector v)
{
    ColourVector result;
    REAL4 middle = loadPlane(planes, texel, 1);
    ColourVector u = firstColour(loadPlane(planes, texel, 0), middle);
    result.re.x = dot(u.re, v.re) - dot(u.im, v.im);
    result.im.x = dot(u.re, v.im) + dot(u.im, v.re);
    u = secondColour(middle, loadPlane(planes, texel, 2));
    result.re.y = dot(u.re, v.re) - dot(u.im, v.im);
    result.im.y = dot(u.re, v.im) + dot(u.im, v.re);
    v = conjugateCross(u, v);
    ivec2 again = texel + ivec2(uOpaqueZero, 0);
    u = firstColour(loadPlane(planes, again, 0), loadPlane(planes, again, 1));
    result.re.z = dot(u.re, v.re) + dot(u.im, v.im);
    result.im.z = dot(u.re, v.im) - dot(u.im, v.re);
    return result;
}
#else
ColourVector linkTimes(PLANES planes, ivec2 texel, ColourVector v) { return mul(loadLink(planes, texel), v); }
#endif
