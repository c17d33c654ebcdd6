#include "io/link_stream.h"

#include "gaugegl/base/error.h"
#include "io/link_check.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
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
        std::string fault = linkFault(data.codec.group, link, mu, data.lattice.coordinates(site), data.tolerance);
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

/// The links of a site to be written.  Throws InputError for one that is not in the group.
void takeChecked(const LinkData& data, std::int64_t site, const SiteSource& source, std::span<Complex> links)
{
    source(site, links);
    if (const auto [mu, fault] = firstFault(data, site, links); mu < 4)
        throw InputError("the gauge field cannot be saved: " + fault);
}

/// A link of a time slice: slot 4 i + mu of its i-th site, and where it lies among all links of the file.
struct PlacedLink {
    std::int64_t number;
    std::size_t slot;
};

/// The links of these sites, as they follow each other in the file.
std::vector<PlacedLink> placedLinks(const Lattice& lattice, const LinkOrder& order, std::span<const std::int64_t> sites)
{
    std::vector<PlacedLink> placed;
    placed.reserve(4 * sites.size());
    for (const std::int64_t site : sites)
        for (int mu = 0; mu < 4; ++mu)
            placed.push_back({order(lattice.coordinates(site), mu), placed.size()});
    std::ranges::sort(placed, {}, &PlacedLink::number);
    return placed;
}

/// Calls f with the sites of the share of a lattice in each time slice, and their links.
template<class F>
void forEachSlice(const Lattice& lattice, const LinkOrder& order, const F& f)
{
    const Share& share = lattice.share();
    std::vector<std::int64_t> sites(std::size_t(lattice.extent(0)) * std::size_t(lattice.extent(1)) *
                                    std::size_t(share.extents[2]));
    for (int t = share.origin[3]; t < share.origin[3] + share.extents[3]; ++t) {
        std::iota(sites.begin(), sites.end(), lattice.index({0, 0, share.origin[2], t}));
        f(std::span<const std::int64_t>(sites), placedLinks(lattice, order, sites));
    }
}

/// Calls f with links between which at most `gap` others lie, of at most `most` from the first to the last.
template<class F>
void forEachRun(std::span<const PlacedLink> placed, std::size_t most, std::size_t gap, const F& f)
{
    std::size_t first = 0;
    for (std::size_t i = 1; i <= placed.size(); ++i)
        if (i == placed.size() || placed[i].number - placed[i - 1].number > std::int64_t(gap) + 1 ||
            placed[i].number - placed[first].number >= std::int64_t(most)) {
            f(placed.subspan(first, i - first));
            first = i;
        }
}

/// Decodes these links of those sites into slots of `links`.
void readPlaced(InputFile& file, std::uint64_t offset, const LinkData& data, std::span<const std::int64_t> sites,
                std::span<const PlacedLink> placed, std::span<Complex> links)
{
    constexpr std::size_t skippedBytes = 1 << 14; // reading them is faster than another call
    const std::size_t bytes = data.codec.bytesPerLink(), size = data.codec.numbersPerSite() / 4;
    std::vector<std::byte> buffer;
    forEachRun(placed, blockBytes / bytes, skippedBytes / bytes, [&](std::span<const PlacedLink> of) {
        const std::int64_t first = of.front().number;
        buffer.resize(std::size_t(of.back().number - first + 1) * bytes);
        file.read(buffer, offset + std::uint64_t(first) * bytes);
        for (const PlacedLink& one : of) {
            const auto link = links.subspan(one.slot * size, size);
            data.codec.decodeLink(
                link, std::span<const std::byte>(buffer).subspan(std::size_t(one.number - first) * bytes, bytes));
            const std::string fault = linkFault(data.codec.group, link, int(one.slot % 4),
                                                data.lattice.coordinates(sites[one.slot / 4]), data.tolerance);
            if (!fault.empty()) file.fail(offset + std::uint64_t(one.number) * bytes, fault);
        }
    });
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

void readLinks(InputFile& file, std::uint64_t offset, const LinkData& data, const LinkOrder& order,
               const SiteSink& sink)
{
    const std::size_t size = data.codec.numbersPerSite();
    std::vector<Complex> links;
    forEachSlice(data.lattice, order, [&](std::span<const std::int64_t> sites, std::span<const PlacedLink> placed) {
        links.resize(sites.size() * size);
        readPlaced(file, offset, data, sites, placed, links);
        for (std::size_t i = 0; i < sites.size(); ++i)
            sink(sites[i], std::span(links).subspan(i * size, size));
    });
}

void checkFirstSite(InputFile& file, std::uint64_t offset, const LinkData& data, const LinkOrder& order)
{
    const std::array<std::int64_t, 1> site = {0};
    std::vector<Complex> links(data.codec.numbersPerSite());
    readPlaced(file, offset, data, site, placedLinks(data.lattice, order, site), links);
}

void checkSize(const InputFile& file, std::uint64_t header, const LinkData& data)
{
    if (file.size() - header != data.bytes())
        file.fail(header,
                  fmt::format("{} bytes of data follow the header, but {} {} in {} bits needs {}", file.size() - header,
                              name(data.codec.group), data.lattice.name(), data.codec.bits, data.bytes()));
}

Lattice latticeOfFile(const InputFile& file, std::uint64_t offset, const std::array<int, 4>& extents)
{
    try {
        return Lattice(extents);
    } catch (const InputError& error) {
        file.fail(offset, fmt::format("the header: {}", error.what()));
    }
}

double requirePlaquette(const std::string& path, const GaugeWriteOptions& options)
{
    if (options.plaquette) return *options.plaquette;
    throw InputError(path + ": the header needs the plaquette of the field");
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

void LinkOutput::writeBytes(std::uint64_t bytes,
                            const std::function<void(OutputFilePart& out, std::uint64_t offset)>& put)
{
    std::uint64_t offset = 0;
    std::string message; // of the first process: where the links begin, and the name of the unfinished file
    part_->doCollectively([&] {
        if (!part_->first) return;
        offset = file_->size();
        message = fmt::format("{}:{}", offset, file_->unfinishedName());
        if (!part_->alone()) file_->flush(); // so that other hosts see its size
        file_->reserve(bytes);
    });
    if (!part_->alone()) {
        const std::vector<std::byte> first = part_->gather(std::as_bytes(std::span(message))).front();
        message.assign(reinterpret_cast<const char*>(first.data()), first.size());
    }
    const std::size_t colon = message.find(':');
    offset = std::stoull(message.substr(0, colon));

    part_->doCollectively([&] {
        OutputFilePart out(path_.path(), message.substr(colon + 1), offset);
        put(out, offset);
        if (!part_->alone()) out.flush(); // commit() flushes the file of a process alone
    });
}

void LinkOutput::write(const LinkData& data, const SiteBytes& bytes, const SiteSource& source)
{
    writeBytes(data.bytes(), [&](OutputFilePart& out, std::uint64_t offset) {
        const std::size_t siteBytes = data.codec.bytesPerSite();
        std::vector<std::byte> buffer;
        std::vector<Complex> links(data.codec.numbersPerSite());
        forEachBlock(data, [&](const Block& block) {
            buffer.resize(static_cast<std::size_t>(block.sites) * siteBytes);
            for (std::int64_t i = 0; i < block.sites; ++i) {
                const std::int64_t site = block.first + i;
                takeChecked(data, site, source, links);
                const auto one = std::span(buffer).subspan(static_cast<std::size_t>(i) * siteBytes, siteBytes);
                data.codec.encode(one, links);
                bytes(site, one);
            }
            out.write(buffer, offset + static_cast<std::uint64_t>(block.first) * siteBytes);
        });
    });
}

void LinkOutput::write(const LinkData& data, const LinkOrder& order, const SiteSource& source)
{
    writeBytes(data.bytes(), [&](OutputFilePart& out, std::uint64_t offset) {
        const std::size_t bytes = data.codec.bytesPerLink();
        std::vector<std::byte> slice, run;
        std::vector<Complex> links(data.codec.numbersPerSite());
        forEachSlice(data.lattice, order, [&](std::span<const std::int64_t> sites, std::span<const PlacedLink> placed) {
            slice.resize(sites.size() * 4 * bytes);
            for (std::size_t i = 0; i < sites.size(); ++i) {
                takeChecked(data, sites[i], source, links);
                data.codec.encode(std::span(slice).subspan(i * 4 * bytes, 4 * bytes), links);
            }
            forEachRun(placed, blockBytes / bytes, 0, [&](std::span<const PlacedLink> of) {
                run.clear();
                for (const PlacedLink& one : of) {
                    const auto from = std::span(slice).subspan(one.slot * bytes, bytes);
                    run.insert(run.end(), from.begin(), from.end());
                }
                out.write(run, offset + std::uint64_t(of.front().number) * bytes);
            });
        });
    });
}

ScidacChecksum writeLinks(LinkOutput& output, const FilePart& part, const LinkData& data, const SiteSource& source)
{
    ScidacChecksum own;
    output.write(
        data, [&own](std::int64_t site, std::span<const std::byte> bytes) { own.add(site, bytes); }, source);
    return combined(part, own);
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
