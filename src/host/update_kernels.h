// Heat bath and overrelaxation of links, compiled once for each instruction set (simd_update.h), as tables.  Only types, as in
// kernels.h, which defines the packs; matrices as in fixing_kernels.h.
#pragma once

#include "link_kernels.h"

#include "gaugegl/core/heatbath.h"

namespace gaugegl::host {

/// A staple: a path from x + mu back to x, with its coefficient in the action.
struct StaplePath {
    std::int8_t steps[5];
    int count;
    double coefficient;
};

/// The round keys of Philox 4x32-10 (core/philox.h).
struct PhiloxKeys {
    std::uint32_t of[10][2];
};

/// The links in a direction on the sites of a parity.
template<class T>
struct UpdateCall {
    LinksAndNeighbours<T> u;
    T* out; ///< may be the links themselves where no staple of the set has a link of the set's direction and parity
    int mu, parity;
    const StaplePath* staples;
    int stapleCount;
    const std::uint16_t* set; ///< [block]: a bit for each lane whose link is to be changed; null: all
};

/// What a heat bath is besides.
template<class T>
struct HeatBathCall {
    T coupling; ///< beta / N
    HeatBathAlgorithm algorithm;
    int trials;
    const std::uint32_t* sites; ///< [place]: their numbers in the whole lattice
    std::uint32_t sweep, stream;
    PhiloxKeys keys;
    std::int32_t* accepted; ///< [block]: becomes the number of subgroups with a new value
};

/// On the blocks from `first` to before `last`.
template<class T>
struct UpdateKernels {
    struct Group {
        void (*heatBath)(const UpdateCall<T>&, const HeatBathCall<T>&, std::int64_t first, std::int64_t last);
        void (*overrelaxation)(const UpdateCall<T>&, std::int64_t first, std::int64_t last);
        void (*cooling)(const UpdateCall<T>&, std::int64_t first, std::int64_t last);
    };
    Group groups[2][2]; ///< [gaugegl::Group][16 lanes in a block]
};

/// Null where the library is not compiled for the instruction set.
struct UpdateTables {
    const UpdateKernels<float>* single;
    const UpdateKernels<double>* inDouble;
};
UpdateTables baselineUpdates();
UpdateTables avx2Updates();
UpdateTables avx512Updates();

} // namespace gaugegl::host
