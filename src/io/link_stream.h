// The loop over all sites that the formats share, in blocks of a few MiB, never the whole lattice.
#pragma once

#include "gaugegl/base/output_file.h"
#include "gaugegl/io/gauge_file.h"
#include "gaugegl/io/input_file.h"
#include "io/link_codec.h"

namespace gaugegl::io {

/// Receives the bytes of every site in order, for checksums.
using SiteBytes = std::function<void(std::int64_t site, std::span<const std::byte> bytes)>;

/// All links of a lattice, stored contiguously in a file.
struct LinkData {
    Lattice lattice; ///< extents
    LinkCodec codec; ///< how they are stored

    /// Bytes of all links in the file.
    std::uint64_t bytes() const { return static_cast<std::uint64_t>(lattice.volume()) * codec.bytesPerSite(); }
};

/// Throws FileError when the hints contradict what the header of the file says.
void checkHints(const InputFile& file, const GaugeFileHeader& header, const GaugeFileHints& hints);

/// Passes the sites, stored from `offset` on, to both callbacks.  Throws FileError naming byte, link and
/// site for a link that is not finite or farther than unitarityTolerance from the group.
void readLinks(InputFile& file, std::uint64_t offset, const LinkData& data, const SiteBytes& bytes,
               const SiteSink& sink);

/// Appends all sites to the file.  Refuses, as InputError, links that readLinks would refuse.
void writeLinks(OutputFile& file, const LinkData& data, const SiteBytes& bytes, const SiteSource& source);

} // namespace gaugegl::io
