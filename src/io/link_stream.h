// The loop over the sites of a part of a lattice that the formats share, in blocks of a few MiB, never the whole lattice.
#pragma once

#include "base/output_file.h"
#include "gaugegl/io/gauge_file.h"
#include "io/input_file.h"
#include "io/link_codec.h"

#include <cstring>
#include <type_traits>

namespace gaugegl::io {

/// Receives the bytes of every site in order, for checksums.
using SiteBytes = std::function<void(std::int64_t site, std::span<const std::byte> bytes)>;

/// All links of a lattice, stored contiguously in a file.
struct LinkData {
    Lattice lattice; ///< extents, and the share that is read or written here
    LinkCodec codec; ///< how they are stored

    /// Bytes of all links in the file, those of other processes too.
    std::uint64_t bytes() const { return static_cast<std::uint64_t>(lattice.volume()) * codec.bytesPerSite(); }
};

/// Throws FileError when the hints contradict what the header of the file says.
void checkHints(const InputFile& file, const GaugeFileHeader& header, const GaugeFileHints& hints);

/// Passes the sites of the share of data.lattice to both callbacks, by their numbers in the whole lattice.  The links of the whole
/// lattice are stored from `offset` on.  Throws FileError naming byte, link and site for a link that is not finite or farther than
/// unitarityTolerance from the group.
void readLinks(InputFile& file, std::uint64_t offset, const LinkData& data, const SiteBytes& bytes,
               const SiteSink& sink);

/// readLinks() of the first site of the lattice alone.
void checkFirstSite(InputFile& file, std::uint64_t offset, const LinkData& data);

/// A file that the processes with the parts of a lattice write together: the first one begins and ends it, and all write their
/// links.  It is called by all; what throws on one of them throws on all, and then no file is left.
class LinkOutput {
public:
    /// The first process creates the file, and `begin` writes what comes before the links.
    LinkOutput(FilePlace path, const FilePart& part, const std::function<void(OutputFile&)>& begin);
    /// Writes the share of data.lattice.  Refuses, as InputError, links that readLinks would refuse.
    void write(const LinkData& data, const SiteBytes& bytes, const SiteSource& source);
    /// On the first process `end` writes what comes after the links; then the file has its name.
    void commit(const std::function<void(OutputFile&)>& end);

private:
    FilePlace path_;
    const FilePart* part_;
    std::optional<OutputFile> file_; // of the first process
};

/// The checksum of all parts from that of this one.
template<class Checksum>
Checksum combined(const FilePart& part, const Checksum& own)
{
    static_assert(std::is_trivially_copyable_v<Checksum>);
    if (part.alone()) return own;
    const std::vector<std::vector<std::byte>> parts = part.gather(std::as_bytes(std::span(&own, 1)));
    const auto checksumOf = [&](std::size_t i) {
        Checksum sum;
        std::memcpy(&sum, parts[i].data(), sizeof sum);
        return sum;
    };
    Checksum all = checksumOf(0);
    for (std::size_t i = 1; i < parts.size(); ++i)
        all.add(checksumOf(i));
    return all;
}

} // namespace gaugegl::io
