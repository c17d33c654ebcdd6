// Colour vectors: colour_su2.glsl and colour_su3.glsl offer the same names.  Fermion fields store them in pairs.
#include "lattice/group.glsl"
#include "lattice/colour_su$NC.glsl"

ColourVector add(ColourVector a, ColourVector b) { return ColourVector(a.re + b.re, a.im + b.im); }
ColourVector scaled(REAL c, ColourVector a) { return ColourVector(c * a.re, c * a.im); }
// a + c b and a + i c b; c is a literal or a uniform.
ColourVector addTo(ColourVector a, REAL c, ColourVector b) { return ColourVector(a.re + c * b.re, a.im + c * b.im); }
ColourVector addToI(ColourVector a, REAL c, ColourVector b) { return ColourVector(a.re - c * b.im, a.im + c * b.re); }
// c a with a complex c.
ColourVector scaled(REAL2 c, ColourVector a) { return ColourVector(c.x * a.re - c.y * a.im, c.x * a.im + c.y * a.re); }
REAL norm2(ColourVector a) { return dot(a.re, a.re) + dot(a.im, a.im); }
