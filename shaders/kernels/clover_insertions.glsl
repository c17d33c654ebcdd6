// The insertions i h_munu(x) (lattice/insertion.glsl) of the six planes by which a clover term depends on the links: those of S = Re tr [G_munu T_munu],
//   T_munu = sum over spins (gamma_mu gamma_nu)_rs t_sr, i h = uWeight (T - T^dagger)/2,
// with colour matrices t_sr = x_s y_r^dagger of two spinors, or (DETERMINANT) t = R^-1 of a diagonal R = B + i t gamma_5, Hermitian part alone: P = C, with a
// twist (TURNED) P = C B.  gamma_mu gamma_nu is i c sigma_k on the upper and on the lower spins.  ADD: plus the insertions of uBefore.
#include "lattice/insertion.glsl"
#include "lattice/colour_outer_product.glsl"
#include "lattice/spinor.glsl"
#include "lattice/steps.glsl"
#if DETERMINANT
#include "lattice/packed_block.glsl"
#endif

#if ADD
uniform FIELD uBefore;
#endif
uniform REAL uWeight;

// i h as a sum of terms: its planes are stored without any trace being taken out.
void storeInsertion(OuterSum s, ivec2 texel, int first, inout REAL4 result[RESULT_PLANES])
{
    REAL4 p[INSERTION_PLANES];
#if NC == 2
    p[0] = REAL4(0.0, uWeight * s.h);
#else
    p[0] = uWeight * REAL4(s.diagonal, 0.0);
    p[1] = (REAL(0.5) * uWeight) * REAL4(s.re.x, s.im.x, s.re.y, s.im.y);
    p[2] = (REAL(0.5) * uWeight) * REAL4(s.re.z, s.im.z, 0.0, 0.0);
#endif
#for K below INSERTION_PLANES
#if ADD
    p[K] += loadPlane(uBefore, texel, first + K);
#endif
    result[first + K] = p[K];
#end
}

#if DETERMINANT
uniform FIELD uInverses;
#if TURNED
uniform FIELD uBlocks;
#endif

// P of the spins that begin at plane `first`.
Block inverseOf(ivec2 texel, int first)
{
    Block c = loadBlock(uInverses, texel, first);
#if TURNED
    return productOfCommuting(c, loadBlock(uBlocks, texel, first));
#else
    return c;
#endif
}

// sum += c W_k with the Hermitian W_k = sum (sigma_k)_rs P_sr: P_10 + P_01, -i P_10 + i P_01, P_00 - P_11.
#define ADD_W1(sum, c, p) addHermitian(sum, c, p, 1)
#define ADD_W2(sum, c, p) addHermitian(sum, c, p, 2)
#define ADD_W3(sum, c, p) addHermitian(sum, c, p, 3)

// Element (i, j) of W_k; k, i and j are literals.
REAL2 hermitianElementOf(Block p, int k, int i, int j)
{
    if (k == 3) {
        if (i == j) return REAL2(p.diagonal[i] - p.diagonal[NC + i], 0.0);
        return elementOf(p, i, j) - elementOf(p, NC + i, NC + j);
    }
    REAL2 a = elementOf(p, NC + i, j), b = elementOf(p, NC + j, i);
    if (k == 1) return REAL2(a.x + b.x, a.y - b.y);
    return REAL2(a.y + b.y, b.x - a.x);
}

void addHermitian(inout OuterSum sum, REAL c, Block p, int k)
{
#if NC == 2
    REAL2 w01 = hermitianElementOf(p, k, 0, 1);
    sum.h += c * REAL3(w01.x, -w01.y, REAL(0.5) * (hermitianElementOf(p, k, 0, 0).x - hermitianElementOf(p, k, 1, 1).x));
#else
    REAL2 w01 = hermitianElementOf(p, k, 0, 1), w02 = hermitianElementOf(p, k, 0, 2), w12 = hermitianElementOf(p, k, 1, 2);
    sum.diagonal += c * REAL3(hermitianElementOf(p, k, 0, 0).x, hermitianElementOf(p, k, 1, 1).x, hermitianElementOf(p, k, 2, 2).x);
    sum.re += (REAL(2.0) * c) * REAL3(w01.x, w02.x, w12.x);
    sum.im += (REAL(2.0) * c) * REAL3(w01.y, w02.y, w12.y);
#endif
}

#define LOAD_UPPER Block p = inverseOf(texel, 0);
#define LOAD_LOWER Block q = inverseOf(texel, BLOCK_PLANES);
#define UPPER p
#define LOWER q
#else
uniform FIELD uX;
uniform FIELD uY;

ColourVector timesI(REAL c, ColourVector a) { return ColourVector(-c * a.im, c * a.re); }

// The spins that a chirality has.
struct SpinPair {
    ColourVector xa, xb, ya, yb;
};

// sum += the antihermitian part of i c W_k, W_k = sum (sigma_k)_rs x_s y_r^dagger.
void ADD_W1(inout OuterSum sum, REAL c, SpinPair p)
{
    addOuter(sum, timesI(c, p.xb), p.ya);
    addOuter(sum, timesI(c, p.xa), p.yb);
}
void ADD_W2(inout OuterSum sum, REAL c, SpinPair p)
{
    addOuter(sum, scaled(c, p.xb), p.ya);
    addOuter(sum, scaled(-c, p.xa), p.yb);
}
void ADD_W3(inout OuterSum sum, REAL c, SpinPair p)
{
    addOuter(sum, timesI(c, p.xa), p.ya);
    addOuter(sum, timesI(-c, p.xb), p.yb);
}

#define LOAD_UPPER Spinor x = loadSpinor(uX, texel), y = loadSpinor(uY, texel);
#define LOAD_LOWER
#define UPPER SpinPair(x.s0, x.s1, y.s0, y.s1)
#define LOWER SpinPair(x.s2, x.s3, y.s2, y.s3)
#endif

// Planes 01, 02, 03, 12, 13, 23: which sigma, and the signs c of the upper and of the lower spins.
#define PLANE_OF(number, ADD_W, upper, lower)                                                                           \
    {                                                                                                                  \
        OuterSum sum = zeroOuterSum();                                                                                 \
        ADD_W(sum, REAL(upper), UPPER);                                                                          \
        ADD_W(sum, REAL(lower), LOWER);                                                                          \
        storeInsertion(sum, texel, number * INSERTION_PLANES, result);                                                 \
    }

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    LOAD_UPPER
    LOAD_LOWER
    PLANE_OF(0, ADD_W3, -1.0, -1.0)
    PLANE_OF(1, ADD_W2, -1.0, -1.0)
    PLANE_OF(2, ADD_W1, 1.0, -1.0)
    PLANE_OF(3, ADD_W1, -1.0, -1.0)
    PLANE_OF(4, ADD_W2, -1.0, 1.0)
    PLANE_OF(5, ADD_W3, 1.0, -1.0)
}
