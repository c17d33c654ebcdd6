#include "gaugegl/chain/configuration.h"

#include "chain/file_part.h"
#include "chain/streamed_configuration.h"
#include "gaugegl/base/error.h"
#include "host/gauge_field.h"
#include "io/link_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace gaugegl {
namespace {

/// The links of this rank's part.  The first site is checked before: a header alone, or a hole as long as a lattice, takes no
/// memory.
HostGaugeField readLinks(io::GaugeFileReader& reader, const SharedLattice& shared)
{
    HostGaugeField part = hostGaugeField(shared.local(), reader.header().group);
    reader.read(
        [&](std::int64_t site, std::span<const std::complex<double>> links) {
            std::ranges::copy(links, part.linksOf(shared.lattice().localSite(site)).begin());
        },
        filePartOf(shared));
    return part;
}

io::SiteSink sinkInto(GaugeField& out)
{
    return [upload = LinkUpload(out)](std::int64_t site, std::span<const std::complex<double>> links) mutable {
        upload.add(site, links);
    };
}

void compareStated(const std::string& path, const char* what, const std::optional<io::StatedNumber>& stated,
                   double found)
{
    if (!stated) return;
    const double tolerance = std::max(headerTolerance, stated->unit);
    if (std::abs(stated->value - found) <= tolerance) return;
    throw FileError(path,
                    fmt::format("the header gives the {} {:.10f}, but its links have {:.10f}, farther than {:.1g}{}",
                                what, stated->value, found, tolerance, stated->hint));
}

} // namespace

void compareWithHeader(const std::string& path, const io::GaugeFileHeader& header, double plaquette, double linkTrace)
{
    compareStated(path, "plaquette", header.plaquette, plaquette);
    compareStated(path, "link trace", header.linkTrace, linkTrace);
}

void requireFits(const io::GaugeFileHeader& header, Group group, const Lattice& lattice)
{
    if (group != header.group || lattice.whole() != header.lattice)
        throw InputError(fmt::format("a {} configuration on {} does not fit a field of {} on {}", name(header.group),
                                     header.lattice.name(), name(group), lattice.name()));
}

Configuration readConfiguration(const std::string& path, const io::GaugeFileHints& hints)
{
    const auto reader = io::openGaugeFile(path, hints);
    reader->checkFirstSite();
    HostGaugeField links = readLinks(*reader, reader->header().lattice);
    Configuration result{reader->header(), std::move(links)}; // with the fingerprint of the links
    if (result.header.plaquette || result.header.linkTrace)
        compareWithHeader(path, result.header, host::plaquette(result.links), host::linkTrace(result.links));
    return result;
}

io::GaugeFileHeader readConfiguration(const std::string& path, const io::GaugeFileHints& hints,
                                      const TargetOf& targetOf)
{
    const auto reader = io::openGaugeFile(path, hints);
    const io::GaugeFileHeader& header = reader->header();
    reader->checkFirstSite();
    const ConfigurationTarget target = targetOf(header);
    requireFits(header, target.field.group(), target.field.lattice());
    reader->read(sinkInto(target.field), filePartOf(target.field.device().sharedBy(target.field.lattice())));
    if (header.plaquette || header.linkTrace) {
        const GaugeObservables found = target.meter.measurePlaquette(target.field);
        compareWithHeader(path, header, found.plaquette, found.linkTrace);
    }
    return header;
}

io::GaugeFileHeader readConfiguration(const std::string& path, const ConfigurationTarget& target,
                                      const std::optional<io::RawLayout>& raw)
{
    return readConfiguration(path, {target.field.group(), target.field.lattice().whole(), raw},
                             [&target](const io::GaugeFileHeader&) { return target; });
}

void writeConfiguration(const FilePlace& path, const HostGaugeField& links, io::GaugeWriteOptions options)
{
    options.plaquette = host::plaquette(links);
    options.linkTrace = host::linkTrace(links);
    io::writeGaugeFile(path, links.group, links.lattice, options,
                       [&](std::int64_t site, std::span<std::complex<double>> out) {
                           std::ranges::copy(links.linksOf(site), out.begin());
                       });
}

namespace {

void requireInGroup(const std::string& path, Group group, double deviation)
{
    if (!(deviation <= io::unitarityTolerance))
        throw InputError(fmt::format("{}: the gauge field cannot be saved: a link differs from {} by {:.3g}, at most "
                                     "{} is taken as rounding",
                                     path, name(group), deviation, io::unitarityTolerance));
}

/// Plaquette and link trace of the whole lattice; collective.
std::array<double, 2> meansOf(const HostGaugeField& part, const SharedLattice& shared)
{
    const std::span<const std::complex<double>> links = part.links;
    const std::size_t ofSite = part.linksOf(0).size();
    const auto own =
        host::rowSums(part, {shared.neighbourSlice(links, ofSite, 2, +1), shared.neighbourSlice(links, ofSite, 3, +1)});
    return host::meansOf(shared.rowsOfAll(own), shared.lattice());
}

} // namespace

void writeProjected(const FilePlace& path, HostGaugeField part, io::GaugeWriteOptions options,
                    const SharedLattice& shared)
{
    requireInGroup(path.path(), part.group, shared.largest(host::reunitarise(part)));
    const auto [plaquette, trace] = meansOf(part, shared);
    options.plaquette = plaquette;
    options.linkTrace = trace;
    options.provenance.emplace("MADE_BY", "gaugegl " GAUGEGL_VERSION);
    io::writeGaugeFile(path, part.group, filePartOf(shared), options,
                       [&](std::int64_t site, std::span<std::complex<double>> out) {
                           std::ranges::copy(part.linksOf(shared.lattice().localSite(site)), out.begin());
                       });
}

void writeProjected(const FilePlace& path, const HostGaugeField& links, const io::GaugeWriteOptions& options)
{
    writeProjected(path, links, options, links.lattice);
}

void writeProjected(const FilePlace& path, const GaugeField& u, const io::GaugeWriteOptions& options)
{
    writeProjected(path, download(u), options, u.device().sharedBy(u.lattice()));
}

Configuration readConfiguration(const std::string& path, const io::GaugeFileHints& hints, const SharedOf& sharedOf)
{
    const auto reader = io::openGaugeFile(path, hints);
    const io::GaugeFileHeader& header = reader->header();
    reader->checkFirstSite();
    const SharedLattice shared = sharedOf(header);
    HostGaugeField links = readLinks(*reader, shared);
    Configuration result{header, std::move(links)}; // with the fingerprint of the links
    if (!header.plaquette && !header.linkTrace) return result;
    const auto [plaquette, trace] = meansOf(result.links, shared);
    compareWithHeader(path, header, plaquette, trace);
    return result;
}

double plaquetteOfFile(const std::string& path) { return host::plaquette(readConfiguration(path).links); }

double plaquetteOfFile(const std::string& path, const SharedLattice& shared)
{
    const auto sharedOf = [&](const io::GaugeFileHeader& /*header*/) { return shared; };
    return meansOf(readConfiguration(path, {}, SharedOf(sharedOf)).links, shared)[0];
}

} // namespace gaugegl
