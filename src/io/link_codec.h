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
    Group group = Group::SU3; ///< of the links
    int rows = 3;             ///< N, or N - 1: then the last row follows from the others
    int bits = 64;            ///< of a real number, 32 or 64
    bool bigEndian = true;    ///< the byte order
    bool transposed = false;  ///< matrices column by column
    bool quaternions = false; ///< SU(2) as HiRep has it: q0 .. q3 of row 0, (q0 + i q3, -q2 + i q1), and no rows

    /// Equal ways.
    bool operator==(const LinkCodec&) const = default;

    /// Bytes per link in the file.
    std::size_t bytesPerLink() const;
    /// Bytes per site in the file.
    std::size_t bytesPerSite() const { return 4 * bytesPerLink(); }

    /// Complex numbers of a decoded site: 4 N N.
    std::size_t numbersPerSite() const;

    /// Bytes of a site to all N rows of its links.  The last row of SU(2) is (-conj(u01), conj(u00)), that of SU(3) the
    /// conjugate of the cross product of the other two.
    void decode(std::span<std::complex<double>> links, std::span<const std::byte> bytes) const;
    /// decode() of one link.
    void decodeLink(std::span<std::complex<double>> link, std::span<const std::byte> bytes) const;

    /// The inverse of decode(); 32 bits round to the nearest float.
    void encode(std::span<std::byte> bytes, std::span<const std::complex<double>> links) const;
    /// encode() of one link.
    void encodeLink(std::span<std::byte> bytes, std::span<const std::complex<double>> link) const;
};

} // namespace gaugegl::io
