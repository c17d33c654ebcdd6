// The functions on links, sums of them and elements of the algebra that are compiled once for each instruction set
// (simd_links.h), as tables.  Only types, as in kernels.h, which defines the packs.  On each parity
//   matrices  [block][pack][number][lane], numbers as in fixing_kernels.h,
//   algebra   [block][pack][number][lane], the h of i h: SU(2) its components of the Pauli matrices; SU(3) h00, h11, then (re, im) of h01,
//             h02 and h12, as on a device (CONVENTIONS.md, "Molecular dynamics"),
//   hops      [block][pack][2 mu + (0 forwards, 1 backwards)][row][column][re, im][lane] of T.
#pragma once

#include "fixing_kernels.h"

#include "host/neighbour.h"

#include <cstdint>

namespace gaugegl::host {

/// Real numbers of an element of the algebra.
constexpr int algebraNumbers(int colours) { return colours * colours - 1; }

/// A matrix of each site: that of the site itself, or of a neighbour.
struct Factor {
    const double* numbers = nullptr; ///< of the parity of the result or, of neighbours, of the other one
    const Neighbour* step =
        nullptr;          ///< [block * 8], of the parity of the result, in one direction; null: the site itself
    bool adjoint = false; ///< its adjoint
};

/// A product of two matrices, or one alone where b has no numbers.
struct Product {
    Factor a, b;
    double scale = 1; ///< of the product
};

/// The result is before + product, or the product where there is no `before`.
struct ProductCall {
    double* out;          ///< matrices; of kicks, elements of the algebra
    const double* before; ///< may be out; or null
    Product product;
    int packs; ///< of a block
};

/// A sum of numbers at each site: sums[place] += offset + the result.
struct SumCall {
    double* sums;
    Product product;
    const double* algebra; ///< of squares
    double offset = 0;     ///< of each site
    int packs;             ///< of a block
};

/// out = exp(scale i h) U, projected on the group.
struct MoveCall {
    double* out;           ///< may be links
    const double* algebra; ///< h
    const double* links;   ///< U
    double scale;
    int packs; ///< of a block
};

/// The chain rule of stout smearing (gauge/smearing/stout_links.h): from the exponent A and F with dS = -2 sum tr(dV V^-1 F) of V = exp(A) U
/// the L that is inserted in the staples of A, and exp(-A) F exp(A).
struct StoutGradientCall {
    const double* exponent;
    double* gradient; ///< F; then exp(-A) F exp(A)
    double* inserted; ///< L, as matrices
    int packs;        ///< of a block
};

/// The matrices of the eight steps from the links, with the factors of the steps.
template<class T>
struct HopMatricesCall {
    T* out;                      ///< hops
    bool whole;                  ///< with the last row
    const double* own[4];        ///< links of the parity
    const double* other[4];      ///< of the other one
    const Neighbour* neighbours; ///< [block * 8 + 2 mu + (0 forwards, 1 backwards)]
    const double* factors;       ///< [block][pack][step][re, im][lane] of double, the backward ones of the adjoint
    int packs;                   ///< of doubles in a block
    double* deviation; ///< becomes the largest one of a last row from what follows from the others, if that is more
};

/// A path of links from a site, or a closed one: steps +(mu + 1) forwards, -(mu + 1) backwards.
struct LinkPath {
    const std::int8_t* steps;
    int count;
};

/// Links in all directions of both parities, and how sites find their neighbours.
template<class T>
struct LinksAndNeighbours {
    const T* links[4][2];           ///< [mu][parity]
    const Neighbour* neighbours[2]; ///< [parity]: [block * 8 + 2 mu + (0 forwards, 1 backwards)]
    int packs;                      ///< of a block
};

/// Traces of closed paths: re[place] += sum over the paths of offset + scale Re tr P.
struct PathTraceCall {
    LinksAndNeighbours<double> u;
    int parity;
    const LinkPath* paths;
    int count;
    double offset, scale;
    double* re;
    double* im;     ///< += scale Im tr P; or null
    double* square; ///< += |scale tr P|^2; or null
};

/// A sum of closed paths with weights.
struct PathSum {
    const LinkPath* paths;
    const double* weights;
    int count;
};

/// From the field strengths i F of the planes (0,1), (0,2), (0,3), (1,2), (1,3), (2,3), the parts in the algebra of their sums: the sum
/// of tr F^2, and tr F_01 F_23 - tr F_02 F_13 + tr F_03 F_12.
struct FieldStrengthCall {
    LinksAndNeighbours<double> u;
    int parity;
    PathSum planes[6];
    double* squares; ///< [place]
    double* dual;    ///< [place]
};

/// All of the blocks from `first` to before `last`.
struct LinkKernels {
    struct Group {
        void (*multiply)(const ProductCall&, std::int64_t first, std::int64_t last);
        /// of i h = scale [a b]_TA, elements of the algebra
        void (*kick)(const ProductCall&, std::int64_t first, std::int64_t last);
        void (*realTrace)(const SumCall&, std::int64_t first, std::int64_t last);   ///< Re tr (scale a b)
        void (*traceSquare)(const SumCall&, std::int64_t first, std::int64_t last); ///< tr h^2
        void (*move)(const MoveCall&, std::int64_t first, std::int64_t last);
        void (*stoutGradient)(const StoutGradientCall&, std::int64_t first, std::int64_t last);
        void (*pathTraces)(const PathTraceCall&, std::int64_t first, std::int64_t last);
        void (*fieldStrength)(const FieldStrengthCall&, std::int64_t first, std::int64_t last);
        /// The unitary parts of matrices, divided by the cube roots of their determinants (gauge/smearing/smearing.h).
        void (*projectPolar)(double* matrices, int packs, std::int64_t first, std::int64_t last);
        void (*single)(const HopMatricesCall<float>&, std::int64_t first, std::int64_t last);
        void (*inDouble)(const HopMatricesCall<double>&, std::int64_t first, std::int64_t last);
    };
    Group groups[2]; ///< [gaugegl::Group]; packs of doubles have eight lanes in all layouts
};

/// Null where the library is not compiled for the instruction set.
const LinkKernels* baselineLinks();
const LinkKernels* avx2Links();
const LinkKernels* avx512Links();

} // namespace gaugegl::host
