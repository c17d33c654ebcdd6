#include "io/link_stream.h"

#include "gaugegl/base/error.h"
#include "host/matrix.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace gaugegl::io {

namespace {

using Complex = std::complex<double>;

constexpr std::size_t blockBytes = std::size_t{4} << 20;

std::int64_t sitesPerBlock(const LinkData& data)
{
    const auto fitting = static_cast<std::int64_t>(blockBytes / data.codec.bytesPerSite());
    return std::clamp<std::int64_t>(fitting, 1, data.lattice.volume());
}

/// The first direction whose link is not in the group, or 4.
int firstBadLink(Group group, std::span<const Complex> links)
{
    const std::size_t size = links.size() / 4;
    int mu = 0;
    while (mu < 4 &&
           host::unitarityDefect(group, links.subspan(static_cast<std::size_t>(mu) * size, size)) <= unitarityTolerance)
        ++mu;
    return mu;
}

std::string complaint(const LinkData& data, std::int64_t site, int mu, std::span<const Complex> links)
{
    const std::size_t size = links.size() / 4;
    const auto link = links.subspan(static_cast<std::size_t>(mu) * size, size);
    const Coordinates x = data.lattice.coordinates(site);
    const auto finite = [](const Complex& u) { return std::isfinite(u.real()) && std::isfinite(u.imag()); };
    const std::string which = fmt::format("link {} of site ({},{},{},{})", directionNames[static_cast<std::size_t>(mu)],
                                          x[0], x[1], x[2], x[3]);
    if (!std::all_of(link.begin(), link.end(), finite)) return which + " has an element that is not a finite number";
    return fmt::format("{} is not in {}: U U^dagger or det U differs from 1 by {:.3g}, at most {} is taken as rounding",
                       which, name(data.codec.group), host::unitarityDefect(data.codec.group, link),
                       unitarityTolerance);
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
    const std::int64_t volume = data.lattice.volume(), step = sitesPerBlock(data);
    std::vector<std::byte> block(static_cast<std::size_t>(step) * siteBytes);
    std::vector<Complex> links(data.codec.numbersPerSite());
    for (std::int64_t first = 0; first < volume; first += step) {
        const std::int64_t count = std::min(step, volume - first);
        file.read(std::span(block).first(static_cast<std::size_t>(count) * siteBytes),
                  offset + static_cast<std::uint64_t>(first) * siteBytes);
        for (std::int64_t i = 0; i < count; ++i) {
            const auto one =
                std::span<const std::byte>(block).subspan(static_cast<std::size_t>(i) * siteBytes, siteBytes);
            data.codec.decode(links, one);
            if (const int mu = firstBadLink(data.codec.group, links); mu < 4)
                file.fail(offset + static_cast<std::uint64_t>(first + i) * siteBytes +
                              static_cast<std::uint64_t>(mu) * siteBytes / 4,
                          complaint(data, first + i, mu, links));
            bytes(first + i, one);
            sink(first + i, links);
        }
    }
}

void writeLinks(OutputFile& file, const LinkData& data, const SiteBytes& bytes, const SiteSource& source)
{
    const std::size_t siteBytes = data.codec.bytesPerSite();
    const std::int64_t volume = data.lattice.volume(), step = sitesPerBlock(data);
    std::vector<std::byte> block(static_cast<std::size_t>(step) * siteBytes);
    std::vector<Complex> links(data.codec.numbersPerSite());
    for (std::int64_t first = 0; first < volume; first += step) {
        const std::int64_t count = std::min(step, volume - first);
        for (std::int64_t i = 0; i < count; ++i) {
            source(first + i, links);
            if (const int mu = firstBadLink(data.codec.group, links); mu < 4)
                throw InputError("the gauge field cannot be saved: " + complaint(data, first + i, mu, links));
            const auto one = std::span(block).subspan(static_cast<std::size_t>(i) * siteBytes, siteBytes);
            data.codec.encode(one, links);
            bytes(first + i, one);
        }
        file.write(std::span<const std::byte>(block).first(static_cast<std::size_t>(count) * siteBytes));
    }
}

} // namespace gaugegl::io
