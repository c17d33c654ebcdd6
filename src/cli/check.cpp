// gaugegl check: what is right and wrong with configurations and propagators.  Needs no OpenGL.
#include "command.h"
#include "outputs.h"
#include "propagator_checks.h"
#include "report.h"

#include "chain/streamed_loops.h"
#include "gaugegl/base/error.h"
#include "host/matrix.h"
#include "io/link_check.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numbers>

namespace gaugegl::cli {
namespace {

struct CheckOptions {
    CommonOptions common;
    std::vector<std::string> files;
    FileHints hints;
    std::string fix;
    double tolerance = io::unitarityTolerance;
};

/// What the links themselves say.
class LinkStatistics {
public:
    LinkStatistics(const Lattice& lattice, Group group) : lines(lattice, group), lattice_(lattice), group_(group) {}

    void add(const Slab& slab)
    {
        lines.add(slab);
        for (std::int64_t site = 0; site < slab.links.lattice.volume(); ++site)
            for (int mu = 0; mu < 4; ++mu)
                addLink(slab.links.link(mu, site), {site + slab.t * lattice_.spatialVolume(), mu});
    }

    /// After the last slab: some zeros at its end are damage.
    void finish()
    {
        if (zeros_ == 0 || open()) return;
        take(1, firstZero_);
        determinant = std::max(determinant, 1.0);
    }
    /// Whether all links in t of the last slice are zero, as with open boundary conditions in time; they do not count below.
    bool open() const { return zeros_ == lattice_.spatialVolume(); }
    /// k of the centre element exp(2 pi i k / N) next to it.
    int sector() const
    {
        const int n = colours(group_);
        const double turns = std::arg(lines.mean()) / (2 * std::numbers::pi) * n;
        return (int(std::lround(turns)) % n + n) % n;
    }
    /// "link t of site (0,0,3,1)".
    std::string worst() const
    {
        const Coordinates x = lattice_.coordinates(worst_.site);
        return fmt::format("link {} of site ({})", directionNames[std::size_t(worst_.mu)], fmt::join(x, ","));
    }

    PolyakovLines lines;
    double unitarity = 0, determinant = 0; ///< largest |U U^dagger - 1| or |det U - 1|; largest |det U - 1|
    std::int64_t notFinite = 0;            ///< links with a number that is not finite

private:
    struct Place {
        std::int64_t site = 0;
        int mu = 0;
    };

    void addLink(std::span<const std::complex<double>> link, Place at)
    {
        const bool last = at.mu == 3 && at.site >= lattice_.volume() - lattice_.spatialVolume();
        if (last && io::isZero(link)) {
            if (zeros_++ == 0) firstZero_ = at;
            return;
        }
        const double defect = host::unitarityDefect(group_, link);
        take(defect, at);
        if (!std::isfinite(defect)) {
            ++notFinite;
            return;
        }
        determinant = std::max(determinant, std::abs(host::determinant(std::size_t(colours(group_)), link) - 1.0));
    }
    void take(double defect, Place at)
    {
        if (!(defect > unitarity)) return;
        unitarity = defect;
        worst_ = at;
    }

    Lattice lattice_;
    Group group_;
    Place worst_, firstZero_;
    std::int64_t zeros_ = 0; ///< links in t of the last slice
};

/// What there is to say of a file.
struct CheckedFile {
    std::string file;
    Json json;
    std::vector<std::string> faults;
    std::vector<std::string> cells = {}; ///< of the table, behind the name
};

/// Adds the message of an error, without the name of the file.
void addFault(CheckedFile& of, const std::string& message)
{
    const std::string name = of.file + ": ";
    of.faults.push_back(message.starts_with(name) ? message.substr(name.size()) : message);
}

void checkLinks(CheckedFile& result, StreamedConfiguration& in, const CheckOptions& options)
{
    const io::GaugeFileHeader& header = in.header();
    LinkStatistics links(header.lattice, header.group);
    std::optional<StreamedConfiguration::Means> means;
    std::string checksum = header.checksum.empty() ? "none" : "right";
    try {
        means = in.readAll([&](const Slab& slab) { links.add(slab); });
        if (links.notFinite == 0) compareWithHeader(result.file, header, means->plaquette, means->linkTrace);
    } catch (const FileError& error) { // after all links
        if (!means && !header.checksum.empty()) checksum = "wrong";
        addFault(result, error.what());
    }
    links.finish();
    if (links.notFinite > 0)
        addFault(result, fmt::format("{} links have numbers that are not finite, the first is {}", links.notFinite,
                                     links.worst()));
    else if (!(links.unitarity <= options.tolerance))
        addFault(result, fmt::format("{} differs from {} by {:.3g}, at most {} is taken as rounding", links.worst(),
                                     name(header.group), links.unitarity, options.tolerance));
    if (links.open())
        addFault(result, "the links in t of the last slice are zero: open boundary conditions in time, which nothing "
                         "else here has; what is said above is of the other links");
    const auto stated = [](const std::optional<io::StatedNumber>& number) {
        return number ? toJson(number->value) : Json();
    };
    const std::complex<double> polyakov = links.lines.mean();
    const bool loops = !links.open() && std::isfinite(std::abs(polyakov));
    result.json.update({{"format", header.format},
                        {"bits", header.bits},
                        {"group", name(header.group)},
                        {"lattice", header.lattice.extents()},
                        {"checksum", checksum},
                        {"plaquette", means ? toJson(means->plaquette) : Json()},
                        {"plaquette_header", stated(header.plaquette)},
                        {"link_trace", means ? toJson(means->linkTrace) : Json()},
                        {"link_trace_header", stated(header.linkTrace)},
                        {"unitarity", toJson(links.unitarity)},
                        {"determinant", toJson(links.determinant)},
                        {"not_finite", links.notFinite},
                        {"open_in_t", links.open()},
                        {"polyakov", {toJson(polyakov.real()), toJson(polyakov.imag())}},
                        {"centre_sector", loops ? Json(links.sector()) : Json()},
                        {"fingerprint", means ? Json(fmt::format("{:016x}", header.fingerprint)) : Json()}});
    const auto number = [](double value) { return fmt::format("{:.10f}", value); };
    result.cells = {header.format,
                    std::to_string(header.bits),
                    name(header.group),
                    header.lattice.name(),
                    checksum,
                    means ? number(means->plaquette) : "",
                    header.plaquette ? number(header.plaquette->value) : "",
                    means ? number(means->linkTrace) : "",
                    fmt::format("{:.1e}", links.unitarity),
                    fmt::format("{:.1e}", links.determinant),
                    loops ? std::to_string(links.sector()) : ""};
}

void checkPropagator(CheckedFile& result)
{
    const auto reader = io::openPropagator(result.file);
    const io::PropagatorHeader& header = reader->header();
    result.json.update(factsOf(header));
    std::string checksum = result.json["has_checksums"].get<bool>() ? "right" : "none";
    try {
        result.json["norms"] = normsOf(*reader);
    } catch (const FileError& error) {
        addFault(result, error.what());
        if (result.faults.back().find("checksum") != std::string::npos) checksum = "wrong";
    }
    result.json["checksum"] = checksum;
    result.cells = {header.format, std::to_string(header.columns.front().bits), name(header.group),
                    header.lattice.name(), checksum};
}

/// Whether a file is one; not if its layout was said.
bool isPropagator(const std::string& file, const CheckOptions& options)
{
    return options.hints.layout.empty() && io::beginsAsPropagator(file);
}

CheckedFile checkFile(const std::string& file, const CheckOptions& options)
{
    CheckedFile result{file, {{"file", file}}, {}};
    try {
        if (isPropagator(file, options)) {
            checkPropagator(result);
        } else {
            StreamedConfiguration in(file, parseHints(options.hints), StreamedConfiguration::Links::Any);
            checkLinks(result, in, options);
            result.json["warnings"] = warned(in.header().warnings);
        }
    } catch (const FileError& error) {
        addFault(result, error.what());
    }
    result.json["faults"] = result.faults;
    result.cells.resize(11);
    result.cells.emplace_back(result.faults.empty() ? "good" : "faulty");
    result.cells.insert(result.cells.begin(), file);
    return result;
}

/// A copy whose links are projected on the group, in the format of its name or that of the file.
void writeFixed(const CheckOptions& options, const CheckedFile& found)
{
    const std::string& file = options.files.front();
    if (isPropagator(file, options)) throw FileError(file, "is a propagator, which has no links for --fix to project");
    if (found.json.value("not_finite", Json(1)) != 0 || found.json["open_in_t"] == true)
        throw FileError(file, "cannot be repaired: what its links should be is not known");
    StreamedConfiguration in(file, parseHints(options.hints), StreamedConfiguration::Links::Projected);
    const auto means = in.readAll();
    io::GaugeWriteOptions write{.format = io::formatOfName(options.fix)};
    write.bits = io::bitsOf(io::factsOfFormat(write.format), 64);
    write.plaquette = means.plaquette;
    write.linkTrace = means.linkTrace;
    write.action = in.header().action;
    write.provenance = {{"MADE_BY", "gaugegl " GAUGEGL_VERSION " check --fix"},
                        {"MADE_FROM", madeFrom(file, in.header())},
                        {"MADE_HOW", fmt::format("links projected on the group, largest deviation {:.3e}",
                                                 found.json["unitarity"].get<double>())}};
    io::writeGaugeFile(options.fix, in.header().group, in.header().lattice, write, in.source());
}

int runCheck(const CheckOptions& options)
{
    if (!options.fix.empty() && options.files.size() != 1)
        throw InputError(fmt::format("--fix writes a copy of one file, not of {}", options.files.size()));
    checkOutputs(options.common, {{"--fix", options.fix}}, options.files);
    if (!options.fix.empty()) io::formatOfName(options.fix); // before the work, for a wrong name
    Table table({"file", "format", "bits", "group", "lattice", "checksum", "plaquette", "header", "link trace",
                 "unitarity", "determinant", "sector", "result"});
    Json files = Json::array();
    std::string faults;
    std::size_t faulty = 0;
    Progress progress(progressOnStandardError("files", std::int64_t(options.files.size()),
                                              options.common.quiet || options.files.size() == 1));
    std::optional<CheckedFile> last;
    for (const std::string& file : options.files) {
        last = checkFile(file, options);
        table.add(last->cells);
        files.push_back(last->json);
        for (const std::string& fault : last->faults)
            faults += fmt::format("{}: {}\n", file, fault);
        faulty += last->faults.empty() ? 0 : 1;
        progress.update(std::int64_t(files.size()), file);
    }
    Json result = {{"files", files}, {"faulty", faulty}};
    std::string text = table.text() + (faults.empty() ? "" : "\n" + faults);
    if (!options.fix.empty()) {
        writeFixed(options, *last);
        CheckOptions known = options;
        known.hints.layout.clear(); // it is that of the file with the faults
        const CheckedFile fixed = checkFile(options.fix, known);
        result["fixed"] = fixed.json;
        text += fmt::format("\n{}: every link projected on the group, {}\n", options.fix,
                            fixed.faults.empty() ? "read back and checked" : fixed.faults.front());
    }
    reportResult(options.common, text, result);
    return faulty == 0 ? success : verificationFailure;
}

} // namespace

void addCheck(CLI::App& app, Runner& chosen)
{
    const auto [command, options] =
        addCommand<CheckOptions>(app, chosen, "check",
                                 "Check configurations: header, checksums, plaquette, unitarity; propagators: header, "
                                 "checksums, numbers; exit code "
                                 "3 if any is faulty",
                                 runCheck);
    command
        .add_option("files", options.files,
                    "Configurations, " + io::formatWords() + ", or propagators, " + io::propagatorFormatWords())
        ->required();
    command
        .add_option("--tolerance", options.tolerance,
                    "Largest |U U^dagger - 1| or |det U - 1| of a link that is taken as rounding")
        ->check(positiveNumber())
        ->capture_default_str();
    command.add_option("--fix", options.fix,
                       "Write a copy of the file whose links are projected on the group; its format follows from the "
                       "ending");
    addRawHintOptions(command, options.hints);
    addOutputOptions(command, options.common);
}

} // namespace gaugegl::cli
