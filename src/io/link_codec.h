// The links of a site as bytes: the one place that knows precision, byte order and how many rows are stored.
#pragma once

#include "gaugegl/core/group.h"

#include <complex>
#include <cstddef>
#include <span>

namespace gaugegl::io {

/// How links are stored.  A site is four links mu = x, y, z, t; a link the first `rows` rows of an N x N matrix, row by
/// row, each number as real and imaginary part.
struct LinkCodec {
    Group group = Group::SU3; ///< SU(2) or SU(3)
    int rows = 3;             ///< N, or N - 1: then the last row follows from the others
    int bits = 64;            ///< of a real number, 32 or 64
    bool bigEndian = true;    ///< the byte order

    /// Bytes per site in the file.
    std::size_t bytesPerSite() const;

    /// Complex numbers of a decoded site: 4 N N.
    std::size_t numbersPerSite() const;

    /// Bytes of a site to all N rows of its links.  The last row of SU(2) is (-conj(u01), conj(u00)), that of SU(3) the
    /// conjugate of the cross product of the other two.
    void decode(std::span<std::complex<double>> links, std::span<const std::byte> bytes) const;

    /// The inverse of decode(); 32 bits round to the nearest float.
    void encode(std::span<std::byte> bytes, std::span<const std::complex<double>> links) const;
};

} // namespace gaugegl::io
