// The loop over the sites of a part of a lattice that the formats share, in blocks of a few MiB, never the whole lattice.
#pragma once

#include "base/output_file.h"
#include "gaugegl/io/checksums.h"
#include "gaugegl/io/gauge_file.h"
#include "io/input_file.h"
#include "io/link_codec.h"

#include <array>
#include <cstring>
#include <optional>
#include <type_traits>

namespace gaugegl::io {

/// Receives the bytes of every site in order, for checksums.
using SiteBytes = std::function<void(std::int64_t site, std::span<const std::byte> bytes)>;

/// All links of a lattice, stored contiguously in a file.
struct LinkData {
    Lattice lattice;                       ///< extents, and the share that is read or written here
    LinkCodec codec;                       ///< how they are stored
    double tolerance = unitarityTolerance; ///< how far they may be from the group

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

/// Where a link lies among all links of a file: a number from 0 to 4 V - 1, in which t is the slowest coordinate but for links that lie
/// in the slice after theirs.
using LinkOrder = std::function<std::int64_t(const Coordinates& x, int mu)>;

/// readLinks() of links in another order, without their bytes.  Holds a time slice.
void readLinks(InputFile& file, std::uint64_t offset, const LinkData& data, const LinkOrder& order,
               const SiteSink& sink);

/// readLinks() in that order of the first site alone.
void checkFirstSite(InputFile& file, std::uint64_t offset, const LinkData& data, const LinkOrder& order);

/// Throws FileError unless the file behind its header, of so many bytes, has as many as its links need.
void checkSize(const InputFile& file, std::uint64_t header, const LinkData& data);

/// The lattice of these extents x, y, z, t.  Throws FileError.
Lattice latticeOfFile(const InputFile& file, std::uint64_t offset, const std::array<int, 4>& extents);

/// Throws InputError unless the plaquette is known.
double requirePlaquette(const std::string& path, const GaugeWriteOptions& options);

/// A file that the processes with the parts of a lattice write together: the first one begins and ends it, and all write their
/// links.  It is called by all; what throws on one of them throws on all, and then no file is left.
class LinkOutput {
public:
    /// The first process creates the file, and `begin` writes what comes before the links.
    LinkOutput(FilePlace path, const FilePart& part, const std::function<void(OutputFile&)>& begin);
    /// Writes the share of data.lattice.  Refuses, as InputError, links that readLinks would refuse.
    void write(const LinkData& data, const SiteBytes& bytes, const SiteSource& source);
    /// write() in another order, without the bytes of sites.  Holds a time slice.
    void write(const LinkData& data, const LinkOrder& order, const SiteSource& source);
    /// On the first process `end` writes what comes after the links; then the file has its name.
    void commit(const std::function<void(OutputFile&)>& end);

private:
    /// Leaves room for so many bytes, of which `put` writes a part: the links of all begin at the offset that it gets.
    void writeBytes(std::uint64_t bytes, const std::function<void(OutputFilePart& out, std::uint64_t offset)>& put);

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

/// Writes the share of data.lattice, and gives QIO's checksum of all parts; collective.
ScidacChecksum writeLinks(LinkOutput& output, const FilePart& part, const LinkData& data, const SiteSource& source);

/// Collective: `fail` throws what is to be said unless the checksum of all parts is the one that the file has, if it has one.
template<class Checksum, class Fail>
void verifyChecksum(const FilePart& part, const Checksum& own, const std::optional<Checksum>& stated, const Fail& fail)
{
    const Checksum sum = combined(part, own);
    if (part.verifies && stated && sum != *stated) fail(sum);
}

} // namespace gaugegl::io
