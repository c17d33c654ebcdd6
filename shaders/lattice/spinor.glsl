// Wilson spinors: four colour vectors, in the DeGrand-Rossi basis (CONVENTIONS.md, "Fermions").
#include "lattice/colour.glsl"
#include "lattice/vector.glsl"

struct Spinor {
    ColourVector s0, s1, s2, s3;
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

// The projection (1 + sign gamma_mu) psi has two independent spin components, 0 and 1: its lower half is sign gamma_mu times the upper one.
// This is component s; mu, s and sign are literals.
ColourVector projected(Spinor p, int s, int mu, REAL sign)
{
    if (s == 0) {
        if (mu == 0) return addToI(p.s0, sign, p.s3);
        if (mu == 1) return addTo(p.s0, -sign, p.s3);
        if (mu == 2) return addToI(p.s0, sign, p.s2);
        return addTo(p.s0, sign, p.s2);
    }
    if (mu == 0) return addToI(p.s1, sign, p.s2);
    if (mu == 1) return addTo(p.s1, sign, p.s2);
    if (mu == 2) return addToI(p.s1, -sign, p.s3);
    return addTo(p.s1, sign, p.s3);
}

// r += the two components of the full spinor that follow from component s of a projection.
void addReconstructed(inout Spinor r, ColourVector h, int s, int mu, REAL sign)
{
    if (s == 0) {
        r.s0 = add(r.s0, h);
        if (mu == 0) r.s3 = addToI(r.s3, -sign, h);
        if (mu == 1) r.s3 = addTo(r.s3, -sign, h);
        if (mu == 2) r.s2 = addToI(r.s2, -sign, h);
        if (mu == 3) r.s2 = addTo(r.s2, sign, h);
    } else {
        r.s1 = add(r.s1, h);
        if (mu == 0) r.s2 = addToI(r.s2, -sign, h);
        if (mu == 1) r.s2 = addTo(r.s2, sign, h);
        if (mu == 2) r.s3 = addToI(r.s3, sign, h);
        if (mu == 3) r.s3 = addTo(r.s3, sign, h);
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
