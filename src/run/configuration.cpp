#include "gaugegl/run/configuration.h"

#include "gaugegl/base/error.h"
#include "host/gauge_field.h"
#include "io/link_codec.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace gaugegl {
namespace {

/// All links.  The field is made when the first site was found to be good: a header alone, or a hole as long as a
/// lattice, takes no memory.
HostGaugeField readLinks(io::GaugeFileReader& reader)
{
    std::optional<HostGaugeField> field;
    reader.read([&](std::int64_t site, std::span<const std::complex<double>> links) {
        if (!field) field = hostGaugeField(reader.header().lattice, reader.header().group);
        std::ranges::copy(links, field->linksOf(site).begin());
    });
    return std::move(*field);
}

io::SiteSink sinkInto(GaugeField& out)
{
    return [upload = LinkUpload(out)](std::int64_t site, std::span<const std::complex<double>> links) mutable {
        upload.add(site, links);
    };
}

void checkTarget(const GaugeField& out, const io::GaugeFileHeader& header)
{
    if (out.group() != header.group || out.lattice().whole() != header.lattice)
        throw InputError(fmt::format("a {} configuration on {} does not fit a field of {} on {}", name(header.group),
                                     header.lattice.name(), name(out.group()), out.lattice().name()));
}

void compareWithHeader(const std::string& path, const char* what, std::optional<double> stated, double found)
{
    if (!stated || std::abs(*stated - found) <= headerTolerance) return;
    throw FileError(path,
                    fmt::format("the header gives the {} {:.10f}, but its links have {:.10f}", what, *stated, found));
}

} // namespace

Configuration readConfiguration(const std::string& path, const io::GaugeFileHints& hints)
{
    const auto reader = io::openGaugeFile(path, hints);
    Configuration result{reader->header(), readLinks(*reader)};
    if (result.header.plaquette)
        compareWithHeader(path, "plaquette", result.header.plaquette, host::plaquette(result.links));
    if (result.header.linkTrace)
        compareWithHeader(path, "link trace", result.header.linkTrace, host::linkTrace(result.links));
    return result;
}

io::GaugeFileHeader readConfiguration(const std::string& path, const io::GaugeFileHints& hints,
                                      const TargetOf& targetOf)
{
    const auto reader = io::openGaugeFile(path, hints);
    const io::GaugeFileHeader& header = reader->header();
    std::optional<ConfigurationTarget> target;
    io::SiteSink sink;
    reader->read([&](std::int64_t site, std::span<const std::complex<double>> links) {
        if (!target) {
            target.emplace(targetOf(header));
            checkTarget(target->field, header);
            sink = sinkInto(target->field);
        }
        sink(site, links);
    });
    if (header.plaquette || header.linkTrace) {
        const GaugeObservables found = target->meter.measurePlaquette(target->field);
        compareWithHeader(path, "plaquette", header.plaquette, found.plaquette);
        compareWithHeader(path, "link trace", header.linkTrace, found.linkTrace);
    }
    return header;
}

io::GaugeFileHeader readConfiguration(const std::string& path, const ConfigurationTarget& target)
{
    return readConfiguration(path, {target.field.group(), target.field.lattice().whole()},
                             [&target](const io::GaugeFileHeader&) { return target; });
}

void writeConfiguration(const std::string& path, const HostGaugeField& links, io::GaugeWriteOptions options)
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

/// What each rank says of itself, by rank; together.
template<class Value>
std::vector<Value> ofEachRank(const Communicator& ranks, const Value& own)
{
    std::vector<Value> values;
    for (const std::vector<std::byte>& one : ranks.gather(std::as_bytes(std::span(&own, 1)))) {
        Value value;
        std::memcpy(&value, one.data(), sizeof value);
        values.push_back(value);
    }
    return values;
}

/// Where the parts of a lattice are, by rank.
struct Part {
    std::array<int, 4> origin, extents;

    bool hasRow(int z, int t) const
    {
        return z >= origin[2] && z < origin[2] + extents[2] && t >= origin[3] && t < origin[3] + extents[3];
    }
    std::size_t rows() const { return std::size_t(extents[2]) * std::size_t(extents[3]); }
};

std::vector<Part> partsOf(const Communicator& ranks, const Lattice& lattice)
{
    return ofEachRank(ranks, Part{lattice.share().origin, lattice.share().extents});
}

/// The links of the sites that come after those of this rank in z and in t.
host::LinksAhead linksAhead(const HostGaugeField& part, const Lattice& lattice, const Communicator& ranks)
{
    host::LinksAhead ahead;
    const Share& share = lattice.share();
    for (const int mu : {2, 3}) {
        if (!share.divides(mu)) continue;
        LinkVector own; // of the first slice
        for (std::int64_t site = 0; site < part.lattice.volume(); ++site)
            if (part.lattice.coordinates(site)[std::size_t(mu)] == 0) {
                const auto links = part.linksOf(site);
                own.insert(own.end(), links.begin(), links.end());
            }
        LinkVector& of = mu == 2 ? ahead.z : ahead.t;
        of.resize(own.size());
        const Outgoing out[] = {{share.before[std::size_t(mu)], mu, std::as_bytes(std::span(own))}};
        const Incoming in[] = {{share.behind[std::size_t(mu)], mu, std::as_writable_bytes(std::span(of))}};
        ranks.begin(out, in)->wait();
    }
    return ahead;
}

/// Plaquette and link trace of the whole lattice; together.
std::array<double, 2> meansOf(const HostGaugeField& part, const Lattice& lattice, const Communicator& ranks)
{
    const auto own = host::rowSums(part, linksAhead(part, lattice, ranks));
    const std::vector<Part> parts = partsOf(ranks, lattice);
    const std::vector<std::vector<std::byte>> messages = ranks.gather(std::as_bytes(std::span(own)));
    std::vector<std::array<double, 2>> rows(std::size_t(lattice.extent(2)) * std::size_t(lattice.extent(3)));
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
        const Part& at = parts[rank];
        for (std::size_t row = 0; row < at.rows(); ++row) {
            const auto lengthZ = std::size_t(at.extents[2]);
            const std::size_t z = row % lengthZ + std::size_t(at.origin[2]),
                              t = row / lengthZ + std::size_t(at.origin[3]);
            std::memcpy(&rows[z + std::size_t(lattice.extent(2)) * t], messages[rank].data() + row * sizeof rows[0],
                        sizeof rows[0]);
        }
    }
    return host::meansOf(rows, lattice);
}

/// Rank 0 writes the file; the others send it their rows, in the order of the file.
void writeShared(const std::string& path, const HostGaugeField& part, const Lattice& lattice,
                 const io::GaugeWriteOptions& options, const Communicator& ranks)
{
    const std::vector<Part> parts = partsOf(ranks, lattice);
    const std::array<int, 4>& e = lattice.extents();
    const auto sites = std::size_t(e[0]) * std::size_t(e[1]), size = part.linksOf(0).size();
    if (ranks.rank() > 0) {
        for (std::size_t row = 0; row < parts[std::size_t(ranks.rank())].rows(); ++row) {
            const std::span own = std::span(part.links).subspan(row * sites * size, sites * size);
            const Outgoing out[] = {{0, 0, std::as_bytes(own)}};
            ranks.begin(out, {})->wait();
        }
        return;
    }
    LinkVector row(sites * size);
    io::writeGaugeFile(
        path, part.group, lattice.whole(), options, [&](std::int64_t site, std::span<std::complex<double>> out) {
            const Coordinates x = lattice.coordinates(site);
            const std::int64_t here = lattice.localSite(site);
            const auto inRow = std::size_t(x[0] + e[0] * x[1]);
            if (here < 0 && inRow == 0) {
                const auto owner = std::ranges::find_if(parts, [&](const Part& one) { return one.hasRow(x[2], x[3]); });
                const Incoming in[] = {{int(owner - parts.begin()), 0, std::as_writable_bytes(std::span(row))}};
                ranks.begin({}, in)->wait();
            }
            if (here >= 0)
                std::ranges::copy(part.linksOf(here), out.begin());
            else
                std::copy_n(row.begin() + std::ptrdiff_t(inRow * size), size, out.begin());
        });
}

} // namespace

void writeProjected(const std::string& path, HostGaugeField links, const io::GaugeWriteOptions& options)
{
    requireInGroup(path, links.group, host::reunitarise(links));
    writeConfiguration(path, links, options);
}

void writeProjected(const std::string& path, const GaugeField& u, io::GaugeWriteOptions options)
{
    if (!u.lattice().isShared()) return writeProjected(path, download(u), options);
    const Communicator& ranks = u.device().ranks();
    HostGaugeField part = download(u);
    requireInGroup(path, part.group, std::ranges::max(ofEachRank(ranks, host::reunitarise(part))));
    const auto [plaquette, trace] = meansOf(part, u.lattice(), ranks);
    options.plaquette = plaquette;
    options.linkTrace = trace;
    writeShared(path, part, u.lattice(), options, ranks);
    ranks.barrier(); // the file is there
}

double plaquetteOfFile(const std::string& path) { return host::plaquette(readConfiguration(path).links); }

double plaquetteOfFile(const std::string& path, const Lattice& lattice, const Communicator& ranks)
{
    if (!lattice.isShared()) return plaquetteOfFile(path);
    const auto reader = io::openGaugeFile(path, {});
    HostGaugeField part = hostGaugeField(lattice.local(), reader->header().group);
    reader->read([&](std::int64_t site, std::span<const std::complex<double>> links) {
        if (const std::int64_t here = lattice.localSite(site); here >= 0)
            std::ranges::copy(links, part.linksOf(here).begin());
    });
    return meansOf(part, lattice, ranks)[0];
}

} // namespace gaugegl
