// gaugegl info: the driver, its limits, which paths and precisions it offers, and the devices; or the header of a file.
#include "command.h"
#include "outputs.h"
#include "propagator_checks.h"
#include "ranks.h"
#include "report.h"
#include "version.h"

#include "gl/program_cache.h"
#include "report/columns.h"
#include "report/tuning_report.h"
#include "run/field_memory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

struct InfoOptions {
    CommonOptions common;
    std::string file; ///< a configuration whose header is printed; empty: none
    bool clearCache = false;
    bool tuning = false;                ///< only what tuning has found
    std::string lattice, group = "su3"; ///< whose fields' memory is reported
};

/// "1 choice", "5 choices".
std::string choicesText(std::size_t count) { return fmt::format("{} choice{}", count, count == 1 ? "" : "s"); }

/// The program cache: its state in words, and what it holds.
nlohmann::json cacheJson(const gl::CacheChoice& choice, const gl::Capabilities& c)
{
    nlohmann::json json = {{"binary_formats", c.programBinaryFormats}, {"folder", nullptr}};
    if (!choice.cache) {
        json["state"] = "off: " + choice.reason;
        return json;
    }
    const gl::ProgramCache& cache = *choice.cache;
    const auto contents = cache.contents();
    json["folder"] = cache.folder();
    json["programs"] = contents.programs;
    json["bytes"] = contents.bytes;
    json["tuning"] = TuningStore(TuningStore::userFile()).entries().size();
    json["state"] = c.glVersion < 41 && !c.has("GL_ARB_get_program_binary")
                        ? "not used: OpenGL 4.1 or GL_ARB_get_program_binary is needed"
                    : c.programBinaryFormats == 0 ? "not used: this driver offers no binary formats"
                    : cache.writable()            ? "in use"
                                                  : "read only: this folder cannot be written";
    return json;
}

int clearCache(const InfoOptions& options)
{
    const gl::CacheChoice choice = gl::userCache();
    const std::size_t removed = choice.cache ? choice.cache->clear() : 0;
    const std::size_t forgotten = TuningStore(TuningStore::userFile()).clear();
    Json result = {{"removed", removed}, {"tuning_removed", forgotten}, {"folder", nullptr}};
    if (choice.cache) result["folder"] = choice.cache->folder();
    reportResult(options.common,
                 choice.cache ? fmt::format("{} programs and {} of tuning removed from {}\n", removed,
                                            choicesText(forgotten), choice.cache->folder())
                              : fmt::format("no program cache: {}\n", choice.reason),
                 result);
    return success;
}

/// All entries, of all cards that the folder has been used with.
int reportTuning(const InfoOptions& options)
{
    const gl::CacheChoice choice = gl::userCache();
    const TuningStore store(TuningStore::userFile());
    const std::vector<TuningEntry>& entries = store.entries();
    Json result = {{"file", choice.cache ? Json(store.file()) : Json(nullptr)}, {"choices", Json::array()}};
    for (const TuningEntry& entry : entries)
        result["choices"].push_back(report::toJson(entry));
    reportResult(options.common,
                 !choice.cache ? fmt::format("nothing is remembered of tuning: {}\n", choice.reason)
                 : entries.empty()
                     ? fmt::format("no choices of tuning in {}\n", store.file())
                     : fmt::format("{}\n{} in {}\n", tuningTable(entries), choicesText(entries.size()), store.file()),
                 result);
    return success;
}

nlohmann::json limitsOf(const gl::Capabilities& c)
{
    nlohmann::json limits = {{"texture_size", c.maxTextureSize},
                             {"texture_layers", c.maxLayers},
                             {"texture_units", c.maxTextureUnits},
                             {"draw_buffers", c.maxDrawBuffers}};
    if (c.compute())
        limits.update({{"image_uniforms", c.maxImageUniforms},
                       {"shared_memory_bytes", c.maxSharedMemory},
                       {"work_group_invocations", c.maxInvocations},
                       {"storage_blocks", c.maxStorageBlocks},
                       {"storage_block_bytes", c.maxStorageBlockSize}});
    return limits;
}

/// The largest hypercube L^4 whose fields fit the texture size.
int largestHypercube(int textureSize)
{
    int l = 2;
    while ((l + 2) * (l + 2) <= textureSize)
        l += 2;
    return l;
}

/// What a context offers.
Columns<gl::Capabilities> factsOfContext()
{
    using C = gl::Capabilities;
    const auto paths = [](const C& c) {
        return c.compute() ? std::vector{"fragment", "compute"} : std::vector{"fragment"};
    };
    const auto precisions = [](const C& c) {
        return c.doubles() ? std::vector{"single", "double"} : std::vector{"single"};
    };
    const auto joined = [](const auto& words) {
        return [words](const C& c) { return fmt::format("{}", fmt::join(words(c), ", ")); };
    };
    const auto limitLines = [](const C& c) {
        const nlohmann::json limits = limitsOf(c);
        std::string text;
        for (const auto& [name, value] : limits.items())
            text += fmt::format("{}{} = {}", text.empty() ? "" : "\nlimit        ", name, value.dump());
        return text;
    };
    Columns<C> facts;
    facts
        .add("renderer", "renderer", &C::renderer,
             [](const C& c) { return c.renderer + (c.software ? "  (software: no card is used)" : ""); })
        .add("vendor", "vendor", &C::vendor)
        .add("OpenGL", "version", &C::version)
        .add("GLSL", "glsl", &C::shadingLanguage)
        .add("reached by", "platform", &C::platform)
        .add("", "software", &C::software)
        .add("uses OpenGL", "gl_used",
             [](const C& c) { return fmt::format("{}.{}", c.glVersion / 10, c.glVersion % 10); })
        .add("paths", "paths", paths, joined(paths))
        .add("precisions", "precisions", precisions, joined(precisions))
        .add("limit", "limits", limitsOf, limitLines)
        .add("largest L^4", "",
             [](const C& c) { return fmt::format("L = {} (by texture size)", largestHypercube(c.maxTextureSize)); })
        .add(
            "memory", "memory_bytes", [](const C& c) { return c.memoryBytes > 0 ? Json(c.memoryBytes) : Json(); },
            [](const C& c) {
                return c.memoryBytes > 0
                           ? fmt::format("{:.1f} GiB ({})", double(c.memoryBytes) / (1 << 30), c.memorySource)
                           : "";
            })
        .add("lost context", "reset_notification", &C::resetNotification,
             [](const C& c) { return c.resetNotification ? "is reported" : "is not reported by this driver"; });
    return facts;
}

std::string cacheLines(const nlohmann::json& cache)
{
    const std::string state = fmt::format("programs     {}", cache["state"].get<std::string>());
    if (cache["folder"].is_null()) return state + "\n";
    return fmt::format("{}; {} in {}, {:.1f} MiB\ntuning       {}, listed by `gaugegl info --tuning`\n", state,
                       cache["programs"].get<int>(), cache["folder"].get<std::string>(),
                       cache["bytes"].get<double>() / (1 << 20), choicesText(cache["tuning"].get<std::size_t>()));
}

/// What each rank has; collective.
nlohmann::json ranksJson(const std::string& renderer, int device)
{
    const Communicator& ranks = *programRanks();
    const std::string own = nlohmann::json({{"rank", ranks.rank()},
                                            {"host", ranks.host()},
                                            {"device", device >= 0 ? nlohmann::json(device) : nlohmann::json()},
                                            {"renderer", renderer}})
                                .dump(-1, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace);
    nlohmann::json all = nlohmann::json::array();
    for (const std::string& one : textsOfRanks(own))
        all.push_back(nlohmann::json::parse(one));
    return all;
}

/// A line for each fact of a file.
std::string factLines(const Json& facts, const Lattice& lattice)
{
    std::string text;
    for (const auto& [key, value] : facts.items())
        text += fmt::format("{:<18}{}\n", key,
                            key == "lattice"    ? lattice.name()
                            : value.is_string() ? value.get<std::string>()
                                                : value.dump());
    return text;
}

/// What the header of a configuration or of a propagator says; its numbers are not read.
int reportFile(const InfoOptions& options)
{
    if (io::beginsAsPropagator(options.file)) {
        const auto reader = io::openPropagator(options.file);
        Json facts = {{"file", options.file}};
        facts.update(factsOf(reader->header()));
        reportResult(options.common, factLines(facts, reader->header().lattice), facts);
        return success;
    }
    const io::GaugeFileHeader header = io::openGaugeFile(options.file)->header();
    Json result = {{"file", options.file},        {"format", header.format},
                   {"group", name(header.group)}, {"lattice", header.lattice.extents()},
                   {"bits", header.bits},         {"byte_order", header.bigEndian ? "big" : "little"}};
    const auto add = [&](const char* key, const auto& value) {
        if (value) result[key] = *value;
    };
    const auto stated = [](const auto& number) { return number ? std::optional(number->value) : std::nullopt; };
    if (!header.checksum.empty()) result["checksum"] = header.checksum;
    add("plaquette", stated(header.plaquette));
    add("link_trace", stated(header.linkTrace));
    add("beta", header.action.beta);
    add("c1", header.action.c1);
    if (!header.logicalFileName.empty()) result["logical_file_name"] = header.logicalFileName;
    if (header.past) result["random_streams"] = header.past->text();
    std::string text = factLines(result, header.lattice);
    for (const auto& [key, value] : header.entries) {
        result["entries"][key] = value;
        text += fmt::format("{:<18}{}\n", key, value);
    }
    warned(header.warnings);
    reportResult(options.common, text, result);
    return success;
}

int runInfo(const InfoOptions& infoOptions)
{
    checkOutputs(infoOptions.common, {}, {infoOptions.file});
    if (!infoOptions.file.empty()) return reportFile(infoOptions);
    if (infoOptions.clearCache) return clearCache(infoOptions);
    if (infoOptions.tuning) return reportTuning(infoOptions);
    const CommonOptions& options = infoOptions.common;
    std::optional<FieldMemory> memory; // before a context is opened, for wrong input
    if (!infoOptions.lattice.empty())
        memory = fieldMemory(Lattice::parse(infoOptions.lattice), parseGroup(infoOptions.group));
    const auto context = openContext(options);
    const gl::Capabilities& c = context->capabilities();
    const auto facts = factsOfContext();
    nlohmann::json result = facts.object(c);
    result["gaugegl"] = GAUGEGL_VERSION;
    for (const auto& [fact, value] : buildFacts())
        result["build"][fact] = value;
    result["program_cache"] = cacheJson(gl::userCache(), c);
    std::string text = facts.lines(c, 13) + cacheLines(result["program_cache"]);
    for (const auto& device : gl::listDevices()) {
        result["devices"].push_back(
            {{"index", device.index}, {"renderer", device.renderer}, {"usable", device.usable}});
        text += fmt::format("--device {}   {}\n", device.index, device.renderer);
    }
    result["ranks"] = ranksJson(c.renderer, deviceOfRank(options.device));
    if (result["ranks"].size() > 1)
        for (const auto& rank : result["ranks"])
            text += fmt::format("rank {}       {} on {}\n", rank["rank"].get<int>(),
                                rank["renderer"].get<std::string>(), rank["host"].get<std::string>());
    if (memory) {
        result["field_memory"] = memory->json;
        text += "\n" + memory->table;
    }
    reportResult(options, text, result);
    return success;
}

} // namespace

void addInfo(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<InfoOptions>(
        app, chosen, "info", "The driver, its limits, the paths and precisions it supports, devices", runInfo);
    command.add_option("file", options.file,
                       "Configuration, " + io::formatWords() + ", or propagator, " + io::propagatorFormatWords() +
                           ": print what its header says and where it comes from, do nothing else");
    addOutputOptions(command, options.common);
    addContextOptions(command, options.common);
    auto* lattice = command.add_option("--lattice", options.lattice,
                                       "Extents, LxLyLzLt: also say what memory the fields of this lattice take");
    command.add_option("--group", options.group, groupWords(" or ") + ", of these fields")
        ->needs(lattice)
        ->capture_default_str();
    auto* clear =
        command.add_flag("--clear-cache", options.clearCache, "Remove cached programs and tuning results, and end");
    command.add_flag("--tuning", options.tuning, "List the fastest variants of kernels that tuning has found, and end")
        ->excludes(clear);
}

} // namespace gaugegl::cli
