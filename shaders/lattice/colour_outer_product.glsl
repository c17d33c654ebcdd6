// The algebra's part of sums of a b^dagger with colour vectors a, b: (m - m^dagger)/2 minus its trace / N.
#include "lattice/algebra.glsl"
#include "lattice/colour.glsl"

#if NC == 2
#define OuterSum Algebra
OuterSum zeroOuterSum() { return Algebra(REAL3(0.0)); }

void addOuter(inout OuterSum sum, ColourVector a, ColourVector b)
{
    REAL re01 = a.re.x * b.re.y + a.im.x * b.im.y, im01 = a.im.x * b.re.y - a.re.x * b.im.y;
    REAL re10 = a.re.y * b.re.x + a.im.y * b.im.x, im10 = a.im.y * b.re.x - a.re.y * b.im.x;
    REAL2 diagonal = a.im * b.re - a.re * b.im;
    sum.h += REAL(0.5) * REAL3(im01 + im10, re01 - re10, diagonal.x - diagonal.y);
}

Algebra algebraPart(OuterSum sum) { return sum; }
#else
#define OuterSum AlgebraSum
OuterSum zeroOuterSum() { return zeroAlgebraSum(); }

void addOuter(inout OuterSum sum, ColourVector a, ColourVector b)
{
    sum.diagonal += a.im * b.re - a.re * b.im;
    sum.re += a.im.xxy * b.re.yzz - a.re.xxy * b.im.yzz + a.im.yzz * b.re.xxy - a.re.yzz * b.im.xxy;
    sum.im += a.re.yzz * b.re.xxy + a.im.yzz * b.im.xxy - a.re.xxy * b.re.yzz - a.im.xxy * b.im.yzz;
}
#endif
