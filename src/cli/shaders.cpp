// gaugegl shaders: writes every final program source, or builds all and prints what the driver says of each.
#include "command.h"
#include "outputs.h"
#include "report.h"

#include "base/output_file.h"
#include "checks/copy.h"
#include "fermion/kernels.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "hmc/kernels.h"

#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct ShadersOptions {
    CommonOptions common;
    std::string dump;
    std::string lattice = "16x16x16x16", filter;
    bool compile = false;
};

struct Variant {
    Path path;
    Precision precision;

    bool isOn(const gl::Capabilities& c) const
    {
        return (path == Path::Fragment || c.compute()) && (precision == Precision::Single || c.doubles());
    }
};

constexpr Variant variants[] = {{Path::Fragment, Precision::Single},
                                {Path::Fragment, Precision::Double},
                                {Path::Compute, Precision::Single},
                                {Path::Compute, Precision::Double}};

std::string programName(const std::string& label, int firstLayer, const Variant& variant)
{
    return fmt::format("{}{}{}.{}", label, firstLayer > 0 ? fmt::format("-from{}", firstLayer) : "",
                       variant.precision == Precision::Double ? ".f64" : "",
                       variant.path == Path::Fragment ? "frag" : "comp");
}

/// Where compute shaders find fields, as --storage says it.
Layout layoutOf(const std::string& storage)
{
    if (storage == "image") return {.images = true};
    return {.storage = parseStorage(storage)};
}

/// Those that exist in this layout: buffers hold no 16-bit fields, and they are not read as images.
std::vector<KernelSpec> kernelsFor(Group group, const Lattice& lattice, const Variant& v, const Layout& layout)
{
    const bool sixteenBits = layout.storage == Storage::Texture && !layout.images;
    std::vector<KernelSpec> specs = everyKernel(group, lattice, v.path, v.precision);
    for (KernelSpec& spec : bundleKernels(group, lattice, v.path, v.precision))
        specs.push_back(std::move(spec));
    if (!sixteenBits) std::erase_if(specs, [](const KernelSpec& spec) { return spec.sixteenBits; });
    return specs;
}

/// Calls visit(name, source, variant) for every program whose name holds the filter.
template<class Visit>
void forEveryProgram(const ShadersOptions& options, const Visit& visit)
{
    const Lattice lattice = Lattice::parse(options.lattice);
    const Layout layout = layoutOf(options.common.storage);
    bool any = false;
    const auto offer = [&](const std::string& name, const Variant& variant, const auto& source) {
        if (name.find(options.filter) == std::string::npos) return;
        any = true;
        visit(name, source(), variant);
    };
    for (const Variant& v : variants) {
        if (layout.storage == Storage::Buffer && v.path == Path::Fragment) continue;
        for (const Group group : allGroups())
            for (const KernelSpec& spec : kernelsFor(group, lattice, v, layout))
                for (const LayerRange& range : passes(spec, v.path, v.precision, layout.storage))
                    offer(programName(spec.label, range.first, v), v,
                          [&] { return kernelSource(spec, v.path, v.precision, range, layout); });
        if (v.precision == Precision::Single) // copies have that of their format
            for (const CopyFormat& format : allCopyFormats())
                if (copies(format, v.path))
                    offer(programName(copyLabel(format), 0, v), v, [&] { return copySource(format, v.path); });
    }
    if (!any) throw InputError(fmt::format("no shader has '{}' in its name", options.filter));
}

void dump(const ShadersOptions& options)
{
    std::error_code error;
    std::filesystem::create_directories(options.dump, error);
    if (error) failToWrite(options.dump, "cannot make this folder", error.value());
    const auto folder = std::make_shared<const OpenFolder>(options.dump);
    int count = 0;
    forEveryProgram(options, [&](const std::string& name, const gl::ShaderSource& source, const Variant&) {
        writeTextFile({folder, name}, source.text());
        ++count;
    });
    if (printsText(options.common))
        printOut("{} programs for {} written to {}\n", count, options.lattice, options.dump);
}

/// Builds one program and returns what the driver said of it; throws DeviceError if it does not build.
std::vector<gl::DebugMessage> build(const std::shared_ptr<gl::Context>& context, const gl::ShaderSource& source,
                                    const Variant& variant)
{
    context->takeMessages();
    if (variant.path == Path::Compute)
        gl::Program::compute(*context, source);
    else
        gl::Program::fragment(*context, source, vertexSource());
    return context->takeMessages();
}

int compile(const ShadersOptions& options)
{
    const auto context = openContext(options.common, /*debug=*/true);
    const gl::Capabilities& c = context->capabilities();
    const InterruptGuard guard;
    Json programs = Json::array();
    int failures = 0;
    const auto reportResults = [&](bool complete) {
        reportResult(
            options.common,
            fmt::format("{} programs on {}: {} failed{}\n", programs.size(), c.renderer, failures,
                        complete ? "" : "; interrupted, the others were not built"),
            {{"renderer", c.renderer}, {"complete", complete}, {"failures", failures}, {"programs", programs}});
    };
    const Rescue rescue([&] { reportResults(/*complete=*/false); });
    forEveryProgram(options, [&](const std::string& name, const gl::ShaderSource& source, const Variant& v) {
        if (!v.isOn(c) || interrupted()) return;
        Json entry = {{"name", name}, {"builds", true}, {"messages", Json::array()}};
        try {
            const auto messages = [&] {
                const BlockingCall building; // does not touch the list
                return build(context, source, v);
            }();
            for (const auto& message : messages) {
                entry["messages"].push_back(message.text);
                if (message.error) entry["builds"] = false;
            }
        } catch (const DeviceError& error) {
            entry["builds"] = false;
            entry["messages"].push_back(error.what());
        }
        const bool builds = entry["builds"].get<bool>();
        if (!builds) ++failures;
        if (printsText(options.common)) {
            printOut("{}: {}\n", name, builds ? "builds" : "FAILS");
            for (const auto& message : entry["messages"])
                printOut("    {}\n", message.get<std::string>());
        }
        programs.push_back(std::move(entry));
    });
    reportResults(!interrupted());
    if (interrupted()) return interruptedExit;
    return failures == 0 ? success : verificationFailure;
}

int runShaders(const ShadersOptions& options)
{
    if (options.dump.empty() && !options.compile) throw InputError("shaders: give --dump DIR or --compile (or both)");
    checkOutputs(options.common, {}, {});
    if (!options.dump.empty()) dump(options);
    return options.compile ? compile(options) : success;
}

} // namespace

void addShaders(CLI::App& app, Runner& chosen)
{
    const auto [command, options] =
        addCommand<ShadersOptions>(app, chosen, "shaders", "Write or build every shader program", runShaders);
    options.common.cachesPrograms = false; // compiling is the purpose
    command.add_option("--dump", options.dump,
                       "Write each final source to this folder, NAME.frag or NAME.comp (.f64 for doubles)");
    command.add_flag("--compile", options.compile,
                     "Build every program in this context and print the driver's messages");
    command.add_option("--filter", options.filter, "Only programs whose name contains this");
    addChoice(command, "--storage", options.common.storage, {"texture", "image", "buffer"},
              "texture; image: textures read as images; buffer: compute shaders for fields in buffers");
    command.add_option("--lattice", options.lattice, "Extents to compile in")->capture_default_str();
    addOutputOptions(command, options.common);
    addContextOptions(command, options.common);
}

} // namespace gaugegl::cli
