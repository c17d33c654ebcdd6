// What the functions of shaders/lattice cost, by which the kernels of gauge fields state their costs.
//
// Flops: every +, -, *, / and elementary function (sqrt, log, exp, cos, sin) of the source counts one; changes of sign,
// the integer work of random numbers and last rows of matrices that are rebuilt (SU(3): 42 for each load) count nothing;
// RANLUX, which works with floats, counts.  A heat bath is counted with one proposal, which is accepted.
#pragma once

#include "gaugegl/core/group.h"

namespace gaugegl {

/// Flops of the functions of shaders/lattice/su$NC.glsl; a matrix is a quaternion or N x N complex numbers.
struct MatrixFlops {
    double product; ///< SU(3): 9 elements, each 3 complex products of 6 and 2 complex sums of 2
    double sum;     ///< SU(3): 18; SU(2): 4
    double trace;   ///< real part; SU(3): 2 sums; SU(2): 2 q0
    double complexTrace;
    double traceAdj;    ///< Re tr a b^dagger: SU(3): 6 dot products of 5 and 5 sums; SU(2): one of 7, doubled
    double deviation;   ///< from the group: SU(3): 2 norms of 12, a complex product of rows 22, 8 for the squares
    double reunitarise; ///< SU(3): 2 norms of 12, 2 scalings of 6, the product 22, its subtraction 24; SU(2): 8 + 4
    double block;  ///< quaternion part in a subgroup: SU(3): 3 rows of 4 (4 products, 3 sums, 1/2, +=); SU(2): product
    double rotate; ///< rows by a quaternion: SU(3): 12 numbers of 7; SU(2): a product
    double elementSum;  ///< of elements of the algebra; numbers of them
    double elementPart; ///< of a matrix: SU(3): 6 numbers of a sum and a product, the diagonal 5; SU(2): chosen numbers
    double exponential; ///< of an element, see exponentialFlops; SU(2): |h|^2 5, 5 terms of 6, the result 4
    double project;     ///< a sum of links, see projectFlops; SU(2): normalised
};

namespace flops {

/// Conjugate cofactors of SU(3): 9 elements of two complex products; determinant: 4 dot products of 5 and 2 sums.
constexpr double cofactors = 9 * 14, determinant = 22;
constexpr double combination = 90; ///< p x + q c, q complex
constexpr double complexProduct = 6;

/// Newton's iteration, counted with four steps, which links near equilibrium need; each has two norms of 35, 4 for the
/// square of one, 7 for the factor, 7 for the inverse determinant.  Then the cube root of a phase: 6 roots of 9, 9
/// products, two times 11; the norm of it 6.
constexpr double project = 4 * (cofactors + determinant + 2 * 35 + 4 + 7 + 7 + combination) + cofactors + determinant +
                           6 + (6 * 9 + 9 * complexProduct + 2 * 17) + combination;

/// Invariants 38; 11 Taylor terms of 14 and 5 for the scale; h^2; the polynomial, two complex multiples of 72.
constexpr double exponential = 38 + 11 * 14 + 5 + 198 + 2 * 72;

/// SU(4): 16 minors of 64, 4 dot products of 7 and 2 sums, two complex multiples; the fourth root two roots of 9.
constexpr double cofactorsSU4 = 16 * 64, determinantSU4 = 30, combinationSU4 = 160;
constexpr double projectSU4 = 4 * (cofactorsSU4 + determinantSU4 + 2 * 63 + 4 + 7 + 7 + combinationSU4) + cofactorsSU4 +
                              determinantSU4 + 6 + 2 * 9 + combinationSU4;
/// SU(4): tr h^2 33, 11 Taylor terms of a product and its scaling.
constexpr double exponentialSU4 = 33 + 11 * (480 + 32 + 4);

constexpr double uniforms = 8; ///< (bits + 1/2) 2^-23, four times
constexpr double quaternionProduct = 28;
constexpr double quaternionNorm = 8;
constexpr double gaussians = uniforms + 2 * 7; ///< two pairs: -2 ln u, sqrt, cos, sin, two products

} // namespace flops

/// In the order of groupTraits.
inline constexpr MatrixFlops matrixFlopsOfGroups[] = {
    {28, 4, 1, 1, 8, 9, 12, 28, 28, 3, 0, 5 + 5 * 6 + 4, 12},
    {198, 18, 2, 4, 35, 54, 82, 108, 84, 8, 17, flops::exponential, flops::project},
    {480, 32, 3, 6, 63, 159, 258, 144, 112, 15, 31, flops::exponentialSU4, flops::projectSU4},
};

/// Of a group.
constexpr const MatrixFlops& matrixFlops(Group group) { return matrixFlopsOfGroups[int(group)]; }

} // namespace gaugegl
