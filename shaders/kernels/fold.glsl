// A step of a lattice sum in its one order (CONVENTIONS.md, Lattice sums) along AXIS: 0 adds up columns, 1 rows, 2 both, columns first.  Texel i
// of the result is the compensated sum (hi, lo) of the texels i + k EXTENT of the terms, k < FOLD LANES: every lane adds FOLD of them,
// k = lane + LANES j.  AXIS 2: the texels of 2^uRowBits rows are counted column after column, and EXTENT is 1.
// Texels beyond the terms are zero.  INPUT_PLANES = 1: plain numbers; 2: sums of an earlier step.
// VECTORS, of columns: the terms are those of so many right-hand sides, uWidth columns each, and so is the result, EXTENT columns each.
// LARGEST: component 2 is not a sum but the largest term of component 1; no term is negative.
#include "lattice/sum.glsl"

uniform FIELD uTerms;
uniform int uExtent; // EXTENT: of the result along the axis
#ifndef VECTORS
#define VECTORS 1
#endif
#if VECTORS > 1
uniform int uWidth;
#endif
#if AXIS == 2
uniform int uRowBits;
#endif

#ifdef TERMS_WITH_GHOSTS // in rows and slices (device/layout.h); only where columns are added
uniform int uTermsSlice, uTermsGhosts, uTermsSlices;
#endif

// `at` is a texel of the vector.
Sum sum1(ivec2 at, ivec2 step, int vector)
{
    ivec2 size = sizeOf(uTerms);
#if AXIS == 2
    at = ivec2(at.x >> uRowBits, at.x & ((1 << uRowBits) - 1));
#endif
#if VECTORS > 1
    if (at.x >= uWidth) return Sum(REAL4(0.0), REAL4(0.0));
    at.x += uWidth * vector;
#endif
    if (at.x >= size.x || at.y >= size.y) return Sum(REAL4(0.0), REAL4(0.0));
#ifdef TERMS_WITH_GHOSTS
    int slice = at.y / uTermsSlice;
    at.y += uTermsGhosts + 2 * uTermsGhosts * slice + (uTermsSlice + 2 * uTermsGhosts) * uTermsSlices;
#endif
#if INPUT_PLANES == 2
    return Sum(loadPlane(uTerms, at, 0), loadPlane(uTerms, at, 1));
#else
    REAL4 term = loadPlane(uTerms, at, 0);
#if LARGEST
    term.z = term.y;
#endif
    return Sum(term, REAL4(0.0));
#endif
}

Sum addLines(Sum a, Sum b)
{
    Sum sum = addSums(a, b);
#if LARGEST
    sum.hi.z = max(a.hi.z, b.hi.z);
    sum.lo.z = REAL(0.0);
#endif
    return sum;
}

// Of so many texels, from `at` on: the upper half of them is added to the lower half until one is left, so that the last addition
// is that of the sum of odd ones to that of even ones.
Sum sum2(ivec2 at, ivec2 step, int vector) { return addLines(sum1(at, 2 * step, vector), sum1(at + step, 2 * step, vector)); }
Sum sum4(ivec2 at, ivec2 step, int vector) { return addLines(sum2(at, 2 * step, vector), sum2(at + step, 2 * step, vector)); }
Sum sum8(ivec2 at, ivec2 step, int vector) { return addLines(sum4(at, 2 * step, vector), sum4(at + step, 2 * step, vector)); }
Sum sum16(ivec2 at, ivec2 step, int vector) { return addLines(sum8(at, 2 * step, vector), sum8(at + step, 2 * step, vector)); }
Sum sum32(ivec2 at, ivec2 step, int vector) { return addLines(sum16(at, 2 * step, vector), sum16(at + step, 2 * step, vector)); }

#for N in 1 2 4 8 16 32
#if FOLD == N
#define FOLDED sum$N
#endif
#end

// What a lane adds to a texel of the result.
Sum laneSum(ivec2 texel, int lane)
{
#if VECTORS > 1
    int vector = texel.x / uExtent;
    texel.x -= uExtent * vector;
#else
    const int vector = 0;
#endif
#if AXIS != 1
    return FOLDED(texel + ivec2(uExtent * lane, 0), ivec2(uExtent * LANES, 0), vector);
#else
    return FOLDED(texel + ivec2(0, uExtent * lane), ivec2(0, uExtent * LANES), vector);
#endif
}

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Sum sum = laneSum(texel, 0);
    result[0] = sum.hi;
    result[1] = sum.lo;
}
