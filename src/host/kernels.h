// The functions that are compiled once for each instruction set (simd_kernels.h), as tables.  Only types: the linker
// could pick the AVX-512 version of an inline function for the whole program.
//
// The lanes of a block lie in packs of as many as fill a cache line: 16 lanes are two packs of doubles.
//   Fields [block][pack][vector][slice][spin][colour][re, im][lane],
//   blocks [block][pack][upper, lower][blockReals][lane] of a clover term (host/clover.h),
//   links  [block][pack][2 mu + (0 forwards, 1 backwards)][row][column][re, im][lane], whole ones or without the last row.
// The backward link is U_mu(x-mu)^dagger; links include all phases and signs of the step, but not its weight.
#pragma once

#include "host/neighbour.h"

#include <cstdint>

namespace gaugegl::host {

/// What is multiplied by the blocks of a clover term: SiteBlocks of algebra/hopping.h.
enum class BlocksOfCall { None, OfChi, OfHop, OfSum };

/// The links of the eight steps to each site of a parity.
template<class T>
struct StepLinks {
    const T* numbers; ///< see above
    bool whole;       ///< false: the last row follows from the others and from the determinant
    const std::uint16_t*
        signs; ///< [block][step]: bit l: the determinant of lane l of the block is -1; SU(2) and whole ones: null
};

/// Factors, (re, im), of the upper and of the lower spins of a vector.
template<class T>
struct HopFactors {
    T diagonal[2][2]; ///< of chi
    T hop[2][2];      ///< of the hop; the caller includes the sign +-1 of the lower spins (simd_kernels.h)
};

/// out = diagonal chi + hop sum_steps (1 -+ sign gamma_mu) U psi [+ out] on the blocks from `first` to before `last`, of the
/// vectors in use of fields in [block][pack][vector][slice]..
template<class T>
struct HopCall {
    T* out;                       ///< of one parity
    const T* psi;                 ///< of the other one
    const T* chi;                 ///< of the parity of out, not out; or null
    StepLinks<T> links;           ///< of the parity of out
    const Neighbour* neighbours;  ///< of the parity of out
    int packs;                    ///< of a block
    int slices;                   ///< of a vector, 1 in four dimensions
    int vectors;                  ///< of the fields
    int used;                     ///< of them in use
    const int* inUse;             ///< which ones
    T sign;                       ///< of gamma_mu: +1, or -1 for the adjoint
    T weights[2];                 ///< of the steps forwards and backwards in t
    const HopFactors<T>* factors; ///< [vector]
    bool add;                     ///< to out
    BlocksOfCall blocks;          ///< what they multiply
    const T* clover;              ///< of the parity of out: B
    const T* inverses;            ///< C; with OfHop and OfSum
    T turn;                       ///< t or -t of R^-1 = C (B - i t gamma_5)
    double* outNorms;             ///< [pack][vector][lane]: |out|^2 of the sites; or null
    double* psiNorms;             ///< [pack][vector][lane]: |psi|^2 of the sites with the same places; or null
};

/// h += factor times the h of the traceless antihermitian part of the two terms of y^dagger H x with the link U_mu(x), on the blocks from
/// `first` to before `last`, whatever T in double precision.
template<class T>
struct ForceCall {
    double* momenta;             ///< of the links of the parity: algebra of link_kernels.h
    const T *x, *xNext;          ///< of the parity, and of the other one
    const T *y, *yNext;          ///< of the parity, and of the other one
    StepLinks<T> links;          ///< of the parity
    const Neighbour* neighbours; ///< of the parity
    int packs;                   ///< of a block
    int slices;                  ///< of the fields, which are summed
    int mu;                      ///< direction of the links
    T weights[2];                ///< of the two terms of a link in t
    double factor;               ///< of all
};

/// Adds weight (T - T^dagger)/2 of the six planes to matrices of the group (SU(2): their traceless part), T_munu = sum over spins
/// (gamma_mu gamma_nu)_rs x_s y_r^dagger, by which Re y^dagger gamma_mu gamma_nu G_munu x depends on G_munu; as ForceCall.
template<class T>
struct InsertionCall {
    double* planes[6]; ///< 01, 02, 03, 12, 13, 23: matrices of link_kernels.h
    const T *x, *y;    ///< spinors of the same parity
    int packs;         ///< of a block
    double weight;     ///< of all
};

/// Packs of a field.
struct SitesOfField {
    std::int64_t packs; ///< how many
    int numbers;        ///< real ones of a site
};

/// out(s) = diagonal chi(s) + sum_r matrix[part][s][r] x(r) for the upper (part 0) and the lower spins of all slices s of the packs from
/// `first` to before `last`.
template<class T>
struct MixCall {
    T* out;          ///< not x
    const T* x;      ///< of the same parity
    const T* chi;    ///< of the same parity, or null
    const T* matrix; ///< [part][s][r]
    T diagonal;      ///< of chi
    int slices;      ///< of the fields
    int numbers;     ///< real ones of a site in a slice
    double* norms;   ///< [place]: |out|^2 of the sites; or null
};

/// Sums are those of each site, in double precision whatever T, [pack][lane].  n is a multiple of 32.
template<class T>
struct Kernels {
    using Hop = void (*)(const HopCall<T>&, std::int64_t first, std::int64_t last);
    using Force = void (*)(const ForceCall<T>&, std::int64_t first, std::int64_t last);
    using Insert = void (*)(const InsertionCall<T>&, std::int64_t first, std::int64_t last);
    using ComplexAxpy = void (*)(T re, T im, const T* x, T* y, std::int64_t n);
    using AxpyNorm2 = void (*)(T a, const T* x, T* y, const SitesOfField&, double* sums);
    using Norm2 = void (*)(const T* x, const SitesOfField&, double* sums);
    using Dot = void (*)(const T* x, const T* y, const SitesOfField&, double* re, double* im);
    using MultiplyAdds = T (*)(T a, T b, std::int64_t rounds);
    using Add = T (*)(const T* x, std::int64_t n);
    using MixSlices = void (*)(const MixCall<T>&, std::int64_t first, std::int64_t last);

    Hop hop[2][2][2];                                    ///< [FermionKind][Group][16 lanes in a block]
    Force force[2][2][2];                                ///< [FermionKind][Group][16 lanes in a block]
    Insert insert[2][2];                                 ///< [Group][16 lanes in a block], of spinors
    void (*axpy)(T a, const T* x, T* y, std::int64_t n); ///< y += a x
    void (*xpay)(const T* x, T a, T* y, std::int64_t n); ///< y = x + a y
    void (*update)(T* y, T* p, const T* r, const T (&factors)[2], std::int64_t); ///< y += alpha p; p = r + beta p
    AxpyNorm2 axpyNorm2[2];                                                      ///< [16 lanes]: y += a x; |y|^2
    Norm2 norm2[2];                                                              ///< [16 lanes]: |x|^2
    ComplexAxpy complexAxpy[2];                                                  ///< [16 lanes]
    Dot dot[2];                                                                  ///< [16 lanes]: conj(x) y
    MixSlices mixSlices[2];                                                      ///< [16 lanes]
    MultiplyAdds multiplyAdds; ///< x = a x + b of each x of a round, in registers; the sum of all x
    int multiplyAddsOfRound;   ///< how many x
    Add sum;                   ///< of all numbers
};

/// Null where the library is not compiled for the instruction set.
struct KernelTables {
    const Kernels<float>* single;
    const Kernels<double>* inDouble;
};
KernelTables baselineKernels();
KernelTables avx2Kernels();
KernelTables avx512Kernels();

} // namespace gaugegl::host
