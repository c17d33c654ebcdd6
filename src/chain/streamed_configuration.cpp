#include "chain/streamed_configuration.h"

#include "host/gauge_field.h"
#include "host/matrix.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

namespace gaugegl {
namespace {

/// Row sums of a slab whose neighbour in t is known.
void addRows(std::vector<std::array<double, 2>>& rows, const HostGaugeField& slab, const LinkVector& next)
{
    const auto own = host::rowSums(slab, {.z = {}, .t = next});
    rows.insert(rows.end(), own.begin(), own.end());
}

LinkVector firstSlice(const HostGaugeField& slab)
{
    return {slab.links.begin(), slab.links.begin() + std::ptrdiff_t(slab.links.size() / 2)};
}

} // namespace

StreamedConfiguration::StreamedConfiguration(const std::string& path, const io::GaugeFileHints& hints, Links links)
    : path_(path), links_(links), reader_(io::openGaugeFile(path, hints))
{
    if (links == Links::Checked) reader_->checkFirstSite();
}

void StreamedConfiguration::read(const io::SiteSink& sink, const Lattice& lattice, bool verifies)
{
    const bool checked = links_ == Links::Checked, projected = links_ == Links::Projected;
    std::vector<std::complex<double>> own;
    reader_->read(
        [&](std::int64_t site, std::span<const std::complex<double>> links) {
            if (!projected) return sink(site, links);
            own.assign(links.begin(), links.end());
            for (std::size_t mu = 0; mu < 4; ++mu)
                host::project(header().group, std::span(own).subspan(mu * own.size() / 4, own.size() / 4));
            sink(site, own);
        },
        {.lattice = lattice,
         .verifies = verifies && !projected,
         .tolerance = checked ? io::unitarityTolerance : std::numeric_limits<double>::infinity()});
}

HostGaugeField StreamedConfiguration::slab(int t)
{
    Share share{.origin = {0, 0, 0, t}, .extents = header().lattice.extents()};
    share.extents[3] = 2;
    const Lattice part = header().lattice.shared(share);
    HostGaugeField links = hostGaugeField(part.local(), header().group);
    read(
        [&](std::int64_t site, std::span<const std::complex<double>> from) {
            std::ranges::copy(from, links.linksOf(part.localSite(site)).begin());
        },
        part, /*verifies=*/false);
    return links;
}

io::SiteSource StreamedConfiguration::source()
{
    return [this, of = std::optional<HostGaugeField>(), last = -1](std::int64_t site,
                                                                   std::span<std::complex<double>> out) mutable {
        const Lattice& lattice = header().lattice;
        const int t = int(site / (2 * lattice.spatialVolume())) * 2;
        if (t != last) {
            of.reset(); // before the next one takes memory
            of = slab(t);
            last = t;
        }
        std::ranges::copy(of->linksOf(site - t * lattice.spatialVolume()), out.begin());
    };
}

StreamedConfiguration::Means StreamedConfiguration::readAll(const SlabVisitor& visit)
{
    const Lattice lattice = header().lattice.whole();
    const std::int64_t slice = lattice.spatialVolume();
    const Lattice two({lattice.extent(0), lattice.extent(1), lattice.extent(2), 2});
    HostGaugeField slab = hostGaugeField(two, header().group), before = slab;
    LinkVector first;
    std::vector<std::array<double, 2>> rows;
    read(
        [&](std::int64_t site, std::span<const std::complex<double>> from) {
            const std::int64_t at = site % (2 * slice);
            std::ranges::copy(from, slab.linksOf(at).begin());
            if (at == slice - 1 && site > 2 * slice) addRows(rows, before, firstSlice(slab));
            if (at != 2 * slice - 1) return;
            if (visit) visit({int(site / slice) - 1, slab});
            if (site < 2 * slice) first = firstSlice(slab);
            std::swap(slab, before);
        },
        lattice, /*verifies=*/true);
    addRows(rows, before, first);
    const auto [plaquette, trace] = host::meansOf(std::move(rows), lattice);
    return {plaquette, trace};
}

} // namespace gaugegl
