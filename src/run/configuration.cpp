#include "gaugegl/run/configuration.h"

#include "gaugegl/base/error.h"
#include "host/gauge_field.h"
#include "io/link_codec.h"

#include <algorithm>
#include <cmath>
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
    if (out.group() != header.group || out.lattice() != header.lattice)
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
    return readConfiguration(path, {target.field.group(), target.field.lattice()},
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

void writeProjected(const std::string& path, HostGaugeField links, const io::GaugeWriteOptions& options)
{
    const double deviation = host::reunitarise(links);
    if (!(deviation <= io::unitarityTolerance))
        throw InputError(fmt::format("{}: the gauge field cannot be saved: a link differs from {} by {:.3g}, at most "
                                     "{} is taken as rounding",
                                     path, name(links.group), deviation, io::unitarityTolerance));
    writeConfiguration(path, links, options);
}

double plaquetteOfFile(const std::string& path) { return host::plaquette(readConfiguration(path).links); }

} // namespace gaugegl
