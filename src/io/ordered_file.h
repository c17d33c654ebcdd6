// Files of a header and of links in an order of their own, without a checksum.
#pragma once

#include "io/link_stream.h"

namespace gaugegl::io {

/// What the header of such a file says, and what follows it.
struct OrderedLinks {
    const char* format;                    ///< its name
    Lattice lattice;                       ///< extents
    std::optional<StatedNumber> plaquette; ///< if the header has it

    std::uint64_t offset; ///< of the links: bytes of the header
    LinkCodec codec;      ///< how they are stored
    LinkOrder order;      ///< where each lies

    std::uint64_t behind = 0; ///< bytes of another field behind them, which is not read
    Warnings warnings = {};   ///< what it is
};

/// All sites, t slowest, then x, y and z, and at each the links t, x, y, z.
LinkOrder orderTimeFirst(const Lattice& lattice);

/// A reader for such a file; checks the size of the file and the hints.
std::unique_ptr<GaugeFileReader> openOrdered(InputFile file, const GaugeFileHints& hints, OrderedLinks links);

/// Writes such a file; as writeGaugeFile().
void writeOrdered(const FilePlace& path, const FilePart& part, std::span<const std::byte> header,
                  const LinkCodec& codec, const LinkOrder& order, const SiteSource& source);

} // namespace gaugegl::io
