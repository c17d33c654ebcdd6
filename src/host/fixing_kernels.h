// The gauge-fixing functions that are compiled once for each instruction set (simd_fixing.h), as tables.  Only types,
// as in kernels.h, which defines the packs.  On each parity
//   links       [block][pack][mu][number][lane],
//   K, g        [block][pack][number][lane],
// where the numbers are those of SU(3), [row][column][re, im], or the quaternion of SU(2).
#pragma once

#include "host/neighbour.h"

#include <cstdint>

namespace gaugegl::host {

/// Real numbers of a matrix.
constexpr int elementNumbers(int colours) { return colours == 2 ? 4 : 18; }

/// Below this |q| the direction q/|q| of a quaternion part is rounding noise: CONVENTIONS.md.
constexpr double smallestBlock = 1e-12;

/// How a comes from v^dagger, where k v is the quaternion part of K; all but the last two are exact.
enum class LocalStep {
    Maximum,    ///< a = v^dagger: relaxation
    Reflection, ///< a = (v^dagger)^2: the functional does not change
    Exact,      ///< a = (v^dagger)^omega
    First,      ///< 1 + omega (v^dagger - 1), normalised
    Second      ///< and with omega (omega - 1)/2 (v^dagger - 1)^2
};

/// The sites of a parity, and the links that touch them.
template<class T>
struct FixingCall {
    T* own;                         ///< links of this parity: U_mu(x)
    T* other;                       ///< of the other one: U_mu(x-mu)
    const Neighbour* neighbours;    ///< [block * 8 + 2 mu + (0 forwards, 1 backwards)]
    const std::uint16_t* left = {}; ///< [block]: a bit for each lane that is to be transformed; null: all
    int packs = 1;                  ///< of a block
    int from = 0, to = 4;           ///< directions
    LocalStep step = LocalStep::Maximum;
    T omega = 1;
    T* g = {}; ///< of this parity: where not null, g becomes a g
};

/// On the blocks from `first` to before `last`.
template<class T>
struct FixingKernels {
    using Visit = void (*)(const FixingCall<T>&, std::int64_t first, std::int64_t last);
    using Gather = void (*)(const FixingCall<T>&, T* k, std::int64_t block);
    using Apply = void (*)(const FixingCall<T>&, const T* g, std::int64_t block);
    using Measure = void (*)(const FixingCall<T>&, T* values, std::int64_t first, std::int64_t last);
    using Reunitarise = void (*)(T* elements, double* deviations, std::int64_t first, std::int64_t last);

    struct Group {
        Visit fix;       ///< a in each subgroup in turn, applied to the links
        Gather gather;   ///< K of a block, sum over mu of U_mu(x) + U_mu(x-mu)^dagger
        Apply apply;     ///< U_mu(x) -> g U_mu(x), U_mu(x-mu) -> U_mu(x-mu) g^dagger in a block
        Measure measure; ///< [block][pack][2][lane]: Re tr K, tr Delta Delta^dagger
        Reunitarise
            reunitarise; ///< of packs of matrices; their squared deviations from unitarity, [pack][lane], or null
    };
    Group groups[2][2]; ///< [gaugegl::Group][16 lanes in a block]
};

/// Null where the library is not compiled for the instruction set.
struct FixingTables {
    const FixingKernels<float>* single;
    const FixingKernels<double>* inDouble;
};
FixingTables baselineFixing();
FixingTables avx2Fixing();
FixingTables avx512Fixing();

} // namespace gaugegl::host
