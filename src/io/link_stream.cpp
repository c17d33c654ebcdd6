#include "io/link_stream.h"

#include "gaugegl/base/error.h"
#include "io/link_check.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace gaugegl::io {

namespace {

using Complex = std::complex<double>;

constexpr std::size_t blockBytes = std::size_t{4} << 20;

/// Sites that follow each other in a file.
struct Block {
    std::int64_t first, sites;
};

/// Calls f with the blocks of the share of data.lattice, in order.
template<class F>
void forEachBlock(const LinkData& data, const F& f)
{
    const Lattice& lattice = data.lattice;
    const Share& share = lattice.share();
    const std::int64_t row = static_cast<std::int64_t>(lattice.extent(0)) * lattice.extent(1);
    const bool wholeSlices = share.extents[2] == lattice.extent(2);
    const int runs = wholeSlices ? 1 : share.extents[3]; // of sites that follow each other
    const std::int64_t length = row * share.extents[2] * (wholeSlices ? share.extents[3] : 1);
    const std::int64_t step =
        std::max<std::int64_t>(static_cast<std::int64_t>(blockBytes / data.codec.bytesPerSite()), 1);
    for (int run = 0; run < runs; ++run) {
        const std::int64_t begin = lattice.index({0, 0, share.origin[2], share.origin[3] + run});
        for (std::int64_t done = 0; done < length; done += step)
            f(Block{begin + done, std::min(step, length - done)});
    }
}

/// The first direction whose link is not in the group, or 4, and what is wrong with it.
std::pair<int, std::string> firstFault(const LinkData& data, std::int64_t site, std::span<const Complex> links)
{
    const std::size_t size = links.size() / 4;
    for (int mu = 0; mu < 4; ++mu) {
        const auto link = links.subspan(static_cast<std::size_t>(mu) * size, size);
        std::string fault = linkFault(data.codec.group, link, mu, data.lattice.coordinates(site));
        if (!fault.empty()) return {mu, std::move(fault)};
    }
    return {4, ""};
}

/// Decodes the bytes of a site.  Throws FileError for a link that is not in the group.
void decodeChecked(const InputFile& file, std::uint64_t offset, const LinkData& data, std::int64_t site,
                   std::span<const std::byte> bytes, std::span<Complex> links)
{
    data.codec.decode(links, bytes);
    if (const auto [mu, fault] = firstFault(data, site, links); mu < 4)
        file.fail(offset + static_cast<std::uint64_t>(site) * bytes.size() +
                      static_cast<std::uint64_t>(mu) * bytes.size() / 4,
                  fault);
}

} // namespace

void checkHints(const InputFile& file, const GaugeFileHeader& header, const GaugeFileHints& hints)
{
    if (hints.group && *hints.group != header.group)
        file.fail(fmt::format("holds {}, but --group says {}", name(header.group), name(*hints.group)));
    if (hints.lattice && *hints.lattice != header.lattice)
        file.fail(
            fmt::format("holds a {} lattice, but --lattice says {}", header.lattice.name(), hints.lattice->name()));
}

void readLinks(InputFile& file, std::uint64_t offset, const LinkData& data, const SiteBytes& bytes,
               const SiteSink& sink)
{
    const std::size_t siteBytes = data.codec.bytesPerSite();
    std::vector<std::byte> buffer;
    std::vector<Complex> links(data.codec.numbersPerSite());
    forEachBlock(data, [&](const Block& block) {
        buffer.resize(static_cast<std::size_t>(block.sites) * siteBytes);
        file.read(buffer, offset + static_cast<std::uint64_t>(block.first) * siteBytes);
        for (std::int64_t i = 0; i < block.sites; ++i) {
            const std::int64_t site = block.first + i;
            const auto one =
                std::span<const std::byte>(buffer).subspan(static_cast<std::size_t>(i) * siteBytes, siteBytes);
            decodeChecked(file, offset, data, site, one, links);
            bytes(site, one);
            sink(site, links);
        }
    });
}

void checkFirstSite(InputFile& file, std::uint64_t offset, const LinkData& data)
{
    std::vector<std::byte> bytes(data.codec.bytesPerSite());
    std::vector<Complex> links(data.codec.numbersPerSite());
    file.read(bytes, offset);
    decodeChecked(file, offset, data, 0, bytes, links);
}

LinkOutput::LinkOutput(FilePlace path, const FilePart& part, const std::function<void(OutputFile&)>& begin)
    : path_(std::move(path)), part_(&part)
{
    part.doCollectively([&] {
        if (!part.first) return;
        file_.emplace(path_);
        begin(*file_);
    });
}

void LinkOutput::write(const LinkData& data, const SiteBytes& bytes, const SiteSource& source)
{
    std::uint64_t offset = 0;
    std::string message; // of the first process: where the links begin, and the name of the unfinished file
    part_->doCollectively([&] {
        if (!part_->first) return;
        offset = file_->size();
        message = fmt::format("{}:{}", offset, file_->unfinishedName());
        if (!part_->alone()) file_->flush(); // so that other hosts see its size
        file_->reserve(data.bytes());
    });
    if (!part_->alone()) {
        const std::vector<std::byte> first = part_->gather(std::as_bytes(std::span(message))).front();
        message.assign(reinterpret_cast<const char*>(first.data()), first.size());
    }
    const std::size_t colon = message.find(':');
    offset = std::stoull(message.substr(0, colon));

    part_->doCollectively([&] {
        OutputFilePart out(path_.path(), message.substr(colon + 1), offset);
        const std::size_t siteBytes = data.codec.bytesPerSite();
        std::vector<std::byte> buffer;
        std::vector<Complex> links(data.codec.numbersPerSite());
        forEachBlock(data, [&](const Block& block) {
            buffer.resize(static_cast<std::size_t>(block.sites) * siteBytes);
            for (std::int64_t i = 0; i < block.sites; ++i) {
                const std::int64_t site = block.first + i;
                source(site, links);
                if (const auto [mu, fault] = firstFault(data, site, links); mu < 4)
                    throw InputError("the gauge field cannot be saved: " + fault);
                const auto one = std::span(buffer).subspan(static_cast<std::size_t>(i) * siteBytes, siteBytes);
                data.codec.encode(one, links);
                bytes(site, one);
            }
            out.write(buffer, offset + static_cast<std::uint64_t>(block.first) * siteBytes);
        });
        if (!part_->alone()) out.flush(); // commit() flushes the file of a process alone
    });
}

void LinkOutput::commit(const std::function<void(OutputFile&)>& end)
{
    part_->doCollectively([&] {
        if (!part_->first) return;
        end(*file_);
        file_->commit();
    });
}

} // namespace gaugegl::io
