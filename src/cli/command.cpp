#include "command.h"

#include "ranks.h"
#include "report.h"

#include "base/host_threads.h"

#include "gauge/path_trial.h"
#include "gaugegl/base/error.h"
#include "gaugegl/config/device.h"
#include "gaugegl/device/open_device.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

CLI::Validator numberThat(const char* title, const char* what, bool (*fits)(double))
{
    const auto check = [what, fits](const std::string& text) {
        double value = 0;
        const bool good = CLI::detail::lexical_cast(text, value) && std::isfinite(value) && fits(value);
        return good ? std::string() : fmt::format("{} is not a number {}", text.empty() ? "''" : text, what);
    };
    return {check, title};
}

} // namespace

CLI::Validator positiveNumber()
{
    return numberThat("POSITIVE", "above 0", [](double value) { return value > 0; });
}

CLI::Validator notNegative()
{
    return numberThat("NONNEGATIVE", "of at least 0", [](double value) { return value >= 0; });
}

CLI::Validator fractionOfOne()
{
    return numberThat("FRACTION", "above 0 and at most 1", [](double value) { return value > 0 && value <= 1; });
}

CLI::Option* addChoice(CLI::App& command, const std::string& name, std::string& value,
                       const std::vector<std::string>& words, const std::string& help)
{
    return command.add_option(name, value, help)->check(CLI::IsMember(words))->capture_default_str();
}

void addReportOptions(CLI::App& command, CommonOptions& options)
{
    command.add_option("--json", options.json, "Write the result as JSON to this file, - for standard output");
    command.add_flag("--quiet", options.quiet, "Print neither progress nor tables");
    command
        .add_option_function<int>(
            "--threads", useThreads,
            "Threads on the CPU and in a software driver; by default one for each available processor")
        ->check(CLI::Range(1, 1024));
}

void addOutputOptions(CLI::App& command, CommonOptions& options)
{
    addReportOptions(command, options);
    options.offersOverwrite = true;
    command.add_flag("--overwrite", options.overwrite,
                     "Allow outputs to replace input files and existing configurations");
}

void addContextOptions(CLI::App& command, CommonOptions& options)
{
    command.add_option("--device", options.device, "Use this EGL device (`gaugegl info` lists them)")
        ->check(notNegative());
    addChoice(command, "--gl", options.glVersion, {"3.3"},
              "3.3: use nothing newer than core OpenGL 3.3 (fragment path only)");
}

void addTuningOption(CLI::App& command, CommonOptions& options)
{
    command.add_flag("!--no-tuning", options.tunes,
                     "Use the default variants of kernels, and with --path auto compute shaders where available, "
                     "instead of timing which are fastest on this card");
}

void addPassOption(CLI::App& command, CommonOptions& options)
{
    command
        .add_option(
            "--pass-seconds", options.passSeconds,
            fmt::format(
                "Longest time of one submission to the device, in seconds; by default {} on a card, else unlimited",
                defaultPassSeconds))
        ->check(positiveNumber());
}

void addRankedOptions(CLI::App& command, CommonOptions& options)
{
    addContextOptions(command, options);
    addPassOption(command, options);
    addTuningOption(command, options);
    addDivisionOptions(command, options);
}

void addKernelOptions(CLI::App& command, CommonOptions& options)
{
    addChoice(command, "--path", options.path, choices<PathChoice>(),
              "fragment or compute shaders, or cpu; auto: the shaders that the driver has, without a driver the CPU");
    addChoice(command, "--precision", options.precision, choices<Precision>(), "single or double");
    addChoice(command, "--storage", options.storage, choices<Storage>(),
              "Storage of fields: texture, or on the compute path buffer");
}

void addDeviceOptions(CLI::App& command, CommonOptions& options)
{
    addContextOptions(command, options);
    addPassOption(command, options);
    addTuningOption(command, options);
    addKernelOptions(command, options);
}

void addProfileOption(CLI::App& command, CommonOptions& options)
{
    command.add_flag("--profile", options.profile,
                     "Print how long each kernel took, and where the rest of the time went");
}

std::unique_ptr<Profile> profileOf(const ChainBackend& backend, const CommonOptions& options)
{
    if (!options.profile) return nullptr;
    if (!backend.device())
        throw InputError("--profile needs a device, but this is done on the CPU: add --path fragment or compute");
    return std::make_unique<Profile>(*backend.device());
}

void addHintOptions(CLI::App& command, FileHints& hints)
{
    command.add_option("--group", hints.group, "Gauge group of a file that does not state it: " + groupWords(" or "));
    command.add_option("--lattice", hints.lattice, "Extents LxLyLzLt of a file that does not state them");
}

void addRawHintOptions(CLI::App& command, FileHints& hints)
{
    addHintOptions(command, hints);
    command.add_option(
        "--layout", hints.layout,
        "Layout of a file without a known header, ORDER/DIRECTIONS/big or little/32 or 64, of which as many bytes are "
        "read as its links need, from the end: QCDSTAG is \"dtzyx/txyz/little/64\", ILDG's data alone "
        "\"tzyxd/xyzt/big/64\"; with /transposed behind it matrices are stored by columns");
}

io::GaugeFileHints parseHints(const FileHints& given)
{
    io::GaugeFileHints hints;
    if (!given.group.empty()) hints.group = parseGroup(given.group);
    if (!given.lattice.empty()) hints.lattice = Lattice::parse(given.lattice);
    if (!given.layout.empty()) hints.layout = io::RawLayout::parse(given.layout);
    return hints;
}

std::string madeFrom(const std::string& file, const io::GaugeFileHeader& header)
{
    return fmt::format("{} (checksum {})", file, header.checksum.empty() ? "none" : header.checksum);
}

gl::ContextOptions contextOptions(const CommonOptions& options, bool debug)
{
    return {.device = deviceOfRank(options.device),
            .maximumVersion = options.glVersion == "3.3" ? 33 : 0,
            .debug = debug,
            .sites = options.sites};
}

std::shared_ptr<gl::Context> openContext(const CommonOptions& options, bool debug)
{
    const gl::ContextOptions context = contextOptions(options, debug);
    return options.cachesPrograms ? gaugegl::openContext(context) : gl::Context::create(context);
}

Device openDevice(const CommonOptions& options) { return openDevice(options, openContext(options)); }

Device openDevice(const CommonOptions& options, const std::shared_ptr<gl::Context>& context)
{
    DeviceOptions device = deviceOptions(options);
    device.precision = parsePrecision(options.precision);
    device.path = shadersOf(parseChoice<PathChoice>(options.path));
    Device opened = gaugegl::openDevice(context, device, stapleTrial);
    requireSameKernels(opened, options);
    return opened;
}

DeviceOptions deviceOptions(const CommonOptions& options)
{
    return {.storage = parseStorage(options.storage),
            .tuning = options.tunes,
            .sites = options.sites,
            .tuningWatch = tuningOnStandardError(options.quiet),
            .ranks = programRanks(),
            .division = divisionOf(options),
            .mixedRanks = options.allowMixed,
            .passes = {.seconds = options.passSeconds}};
}

ChainBackend openBackend(const CommonOptions& options, Precision onCpu)
{
    const auto path = parseChoice<PathChoice>(options.path);
    const bool storesInBuffers = parseStorage(options.storage) == Storage::Buffer;
    if (path == PathChoice::Cpu && storesInBuffers)
        throw InputError("--storage buffer is for compute shaders, not for --path cpu");
    return gaugegl::openBackend({.path = path,
                                 .device = [&] { return openDevice(options); },
                                 .needsDevice = options.device >= 0 || !options.glVersion.empty() || storesInBuffers,
                                 .onCpu = onCpu,
                                 .ranks = programRanks().get(),
                                 .note = [](const std::string& text) { sayOnStandardError("note: " + text); }});
}

bool printsText(const CommonOptions& options) { return !options.quiet && options.json != "-"; }

} // namespace gaugegl::cli
