// Wilson spinors: four colour vectors, in the DeGrand-Rossi basis (CONVENTIONS.md, "Fermions").
#include "lattice/colour.glsl"
#include "lattice/vector.glsl"

struct Spinor {
    ColourVector s0, s1, s2, s3;
};
// The upper half of (1 + sign gamma_mu) psi; the lower half is sign gamma_mu times it.
struct HalfSpinor {
    ColourVector s0, s1;
};

Spinor zeroSpinor() { return Spinor(zeroColour(), zeroColour(), zeroColour(), zeroColour()); }

Spinor loadSpinor(PLANES field, ivec2 texel)
{
    REAL4 planes[VECTOR_PLANES];
    loadVector(planes, field, texel);
    Spinor p;
    UNPACK_PAIR(p.s0, p.s1, planes, 0);
    UNPACK_PAIR(p.s2, p.s3, planes, PLANES_OF_PAIR);
    return p;
}

// mu and sign are literals, as in the next function.
HalfSpinor project(Spinor p, int mu, REAL sign)
{
    if (mu == 0) return HalfSpinor(addToI(p.s0, sign, p.s3), addToI(p.s1, sign, p.s2));
    if (mu == 1) return HalfSpinor(addTo(p.s0, -sign, p.s3), addTo(p.s1, sign, p.s2));
    if (mu == 2) return HalfSpinor(addToI(p.s0, sign, p.s2), addToI(p.s1, -sign, p.s3));
    return HalfSpinor(addTo(p.s0, sign, p.s2), addTo(p.s1, sign, p.s3));
}

// r += the spinor whose projection h is.
void addReconstructed(inout Spinor r, HalfSpinor h, int mu, REAL sign)
{
    r.s0 = add(r.s0, h.s0);
    r.s1 = add(r.s1, h.s1);
    if (mu == 0) {
        r.s2 = addToI(r.s2, -sign, h.s1);
        r.s3 = addToI(r.s3, -sign, h.s0);
    } else if (mu == 1) {
        r.s2 = addTo(r.s2, sign, h.s1);
        r.s3 = addTo(r.s3, -sign, h.s0);
    } else if (mu == 2) {
        r.s2 = addToI(r.s2, -sign, h.s0);
        r.s3 = addToI(r.s3, sign, h.s1);
    } else {
        r.s2 = addTo(r.s2, sign, h.s0);
        r.s3 = addTo(r.s3, sign, h.s1);
    }
}

// (c.x + i c.y gamma_5) p.
Spinor twisted(REAL2 c, Spinor p)
{
    return Spinor(scaled(c, p.s0), scaled(c, p.s1), scaled(REAL2(c.x, -c.y), p.s2), scaled(REAL2(c.x, -c.y), p.s3));
}
Spinor scaled(REAL c, Spinor p) { return Spinor(scaled(c, p.s0), scaled(c, p.s1), scaled(c, p.s2), scaled(c, p.s3)); }
Spinor add(Spinor a, Spinor b) { return Spinor(add(a.s0, b.s0), add(a.s1, b.s1), add(a.s2, b.s2), add(a.s3, b.s3)); }
REAL norm2(Spinor p) { return norm2(p.s0) + norm2(p.s1) + norm2(p.s2) + norm2(p.s3); }
