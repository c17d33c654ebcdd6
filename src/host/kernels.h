// The functions that are compiled once for each instruction set (simd_kernels.h), as tables.  Only types: the linker
// could pick the AVX-512 version of an inline function for the whole program.
//
// The lanes of a block lie in packs of as many as fill a cache line: 16 lanes are two packs of doubles.
//   Fields [block][pack][spin][colour][re, im][lane],
//   links  [block][pack][2 mu + (0 forwards, 1 backwards)][row][column][re, im][lane];
// The backward link is U_mu(x-mu)^dagger; links include all phases and signs of the step.
#pragma once

#include "host/neighbour.h"

#include <cstdint>

namespace gaugegl::host {

/// out = diagonal chi + hop sum_steps (1 -+ sign gamma_mu) U psi [+ out] on the blocks from `first` to before `last`.
template<class T>
struct HopCall {
    T* out;                      ///< of one parity
    const T* psi;                ///< of the other one
    const T* chi;                ///< of the parity of out, not out; or null
    const T* links;              ///< of the parity of out
    const Neighbour* neighbours; ///< of the parity of out
    int packs;                   ///< of a block
    T sign;                      ///< of gamma_mu: +1, or -1 for the adjoint
    T diagonal[2][2];            ///< factors, (re, im), of the upper and of the lower spins
    T hop[2][2];           ///< factors of the hop; the caller includes the sign +-1 of the lower spins (simd_kernels.h)
    bool add;              ///< to out
    bool outNorm, psiNorm; ///< what is summed
};

/// The requested norms; 0 for others.
struct HopNorms {
    double out; ///< |out|^2 of the blocks
    double psi; ///< |psi|^2 of the blocks with the same numbers
};

/// Sums are in double precision whatever T.  n is a multiple of 32.
template<class T>
struct Kernels {
    using Hop = HopNorms (*)(const HopCall<T>&, std::int64_t first, std::int64_t last);
    using ComplexAxpy = void (*)(T re, T im, const T* x, T* y, std::int64_t n);
    using Dot = void (*)(double (&sum)[2], const T* x, const T* y, std::int64_t n);

    Hop hop[2][2][2];                                           ///< [FermionKind][Group][16 lanes in a block]
    void (*axpy)(T a, const T* x, T* y, std::int64_t n);        ///< y += a x
    void (*xpay)(const T* x, T a, T* y, std::int64_t n);        ///< y = x + a y
    double (*axpyNorm2)(T a, const T* x, T* y, std::int64_t n); ///< y += a x; |y|^2
    void (*update)(T* y, T* p, const T* r, const T (&factors)[2], std::int64_t); ///< y += alpha p; p = r + beta p
    double (*norm2)(const T* x, std::int64_t n);                                 ///< |x|^2
    ComplexAxpy complexAxpy[2];                                                  ///< [16 lanes]
    Dot dot[2];                                                                  ///< [16 lanes]
};

/// Null where the library is not compiled for the instruction set.
struct KernelTables {
    const Kernels<float>* single;
    const Kernels<double>* twice;
};
KernelTables baselineKernels();
KernelTables avx2Kernels();
KernelTables avx512Kernels();

} // namespace gaugegl::host
