// gaugegl info: the driver, its limits, which paths and precisions it offers, and the devices.
#include "command.h"
#include "info_memory.h"
#include "outputs.h"
#include "ranks.h"
#include "report.h"
#include "version.h"

#include "gl/program_cache.h"
#include "report/tuning_report.h"

#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct InfoOptions {
    CommonOptions common;
    bool clearCache = false;
    bool tuning = false;                ///< only what tuning has found
    std::string lattice, group = "su3"; ///< whose fields' memory is told
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
    nlohmann::json result = {{"removed", removed}, {"tuning_removed", forgotten}, {"folder", nullptr}};
    if (choice.cache) result["folder"] = choice.cache->folder();
    if (printsText(options.common)) {
        if (choice.cache)
            printOut("{} programs and {} of tuning removed from {}\n", removed, choicesText(forgotten),
                     choice.cache->folder());
        else
            printOut("no program cache: {}\n", choice.reason);
    }
    if (!options.common.json.empty()) writeJson(result, options.common.json);
    return success;
}

/// All entries, of all cards that the folder has been used with.
int reportTuning(const InfoOptions& options)
{
    const gl::CacheChoice choice = gl::userCache();
    const TuningStore store(TuningStore::userFile());
    if (printsText(options.common)) {
        if (!choice.cache)
            printOut("nothing is remembered of tuning: {}\n", choice.reason);
        else if (store.entries().empty())
            printOut("no choices of tuning in {}\n", store.file());
        else
            printOut("{}\n{} in {}\n", tuningTable(store.entries()), choicesText(store.entries().size()), store.file());
    }
    if (!options.common.json.empty()) {
        Json result = {{"file", choice.cache ? Json(store.file()) : Json(nullptr)}, {"choices", Json::array()}};
        for (const TuningEntry& entry : store.entries())
            result["choices"].push_back(report::toJson(entry));
        writeJson(result, options.common.json);
    }
    return success;
}

nlohmann::json capabilitiesToJson(const gl::Capabilities& c)
{
    nlohmann::json paths = {"fragment"}, precisions = {"single"};
    if (c.compute()) paths.push_back("compute");
    if (c.doubles()) precisions.push_back("double");
    nlohmann::json limits = {{"texture_size", c.maxTextureSize},
                             {"texture_layers", c.maxLayers},
                             {"texture_units", c.maxTextureUnits},
                             {"draw_buffers", c.maxDrawBuffers}};
    if (c.compute()) {
        limits["image_uniforms"] = c.maxImageUniforms;
        limits["shared_memory_bytes"] = c.maxSharedMemory;
        limits["work_group_invocations"] = c.maxInvocations;
        limits["storage_blocks"] = c.maxStorageBlocks;
        limits["storage_block_bytes"] = c.maxStorageBlockSize;
    }
    return {{"vendor", c.vendor},
            {"renderer", c.renderer},
            {"version", c.version},
            {"glsl", c.shadingLanguage},
            {"platform", c.platform},
            {"software", c.software},
            {"paths", paths},
            {"precisions", precisions},
            {"gl_used", fmt::format("{}.{}", c.glVersion / 10, c.glVersion % 10)},
            {"reset_notification", c.resetNotification},
            {"memory_bytes", c.memoryBytes > 0 ? nlohmann::json(c.memoryBytes) : nlohmann::json()},
            {"limits", limits}};
}

std::string joined(const nlohmann::json& words)
{
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : ", ") + word.get<std::string>();
    return text;
}

/// The largest hypercube L^4 whose fields fit the texture size.
int largestHypercube(int textureSize)
{
    int l = 2;
    while ((l + 2) * (l + 2) <= textureSize)
        l += 2;
    return l;
}

void printCache(const nlohmann::json& cache)
{
    printOut("programs     {}", cache["state"].get<std::string>());
    if (!cache["folder"].is_null())
        printOut("; {} in {}, {:.1f} MiB", cache["programs"].get<int>(), cache["folder"].get<std::string>(),
                 cache["bytes"].get<double>() / (1 << 20));
    printOut("\n");
    if (!cache["folder"].is_null())
        printOut("tuning       {}, listed by `gaugegl info --tuning`\n",
                 choicesText(cache["tuning"].get<std::size_t>()));
}

/// What each rank has; together.
nlohmann::json ranksJson(const std::string& renderer, int device)
{
    const Communicator& ranks = *programRanks();
    const std::string own = nlohmann::json({{"rank", ranks.rank()},
                                            {"host", ranks.host()},
                                            {"device", device >= 0 ? nlohmann::json(device) : nlohmann::json()},
                                            {"renderer", renderer}})
                                .dump(-1, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace);
    nlohmann::json all = nlohmann::json::array();
    for (const std::vector<std::byte>& one : ranks.gather(std::as_bytes(std::span(own))))
        all.push_back(nlohmann::json::parse(reinterpret_cast<const char*>(one.data()),
                                            reinterpret_cast<const char*>(one.data() + one.size())));
    return all;
}

int runInfo(const InfoOptions& infoOptions)
{
    checkOutputs(infoOptions.common, {}, {});
    if (infoOptions.clearCache) return clearCache(infoOptions);
    if (infoOptions.tuning) return reportTuning(infoOptions);
    const CommonOptions& options = infoOptions.common;
    std::optional<Json> memory; // before a context is opened, for wrong input
    if (!infoOptions.lattice.empty())
        memory = fieldMemory(Lattice::parse(infoOptions.lattice), parseGroup(infoOptions.group));
    const auto context = openContext(options);
    const gl::Capabilities& c = context->capabilities();
    nlohmann::json result = capabilitiesToJson(c);
    result["gaugegl"] = GAUGEGL_VERSION;
    for (const auto& [fact, value] : buildFacts())
        result["build"][fact] = value;
    result["program_cache"] = cacheJson(gl::userCache(), c);
    for (const auto& device : gl::listDevices())
        result["devices"].push_back(
            {{"index", device.index}, {"renderer", device.renderer}, {"usable", device.usable}});
    result["ranks"] = ranksJson(c.renderer, deviceOfRank(options.device));
    if (memory) result["field_memory"] = *memory;
    if (printsText(options)) {
        printOut("renderer     {}{}\n", c.renderer, c.software ? "  (software: no card is used)" : "");
        printOut("vendor       {}\nOpenGL       {}\nGLSL         {}\nreached by   {}\n", c.vendor, c.version,
                 c.shadingLanguage, c.platform);
        printOut("uses OpenGL  {}\n", result["gl_used"].get<std::string>());
        printOut("paths        {}\nprecisions   {}\n", joined(result["paths"]), joined(result["precisions"]));
        for (const auto& [name, value] : result["limits"].items())
            printOut("limit        {} = {}\n", name, value.dump());
        printOut("largest L^4  L = {} (by texture size)\n", largestHypercube(c.maxTextureSize));
        if (c.memoryBytes > 0)
            printOut("memory       {:.1f} GiB ({})\n", double(c.memoryBytes) / (1 << 30), c.memorySource);
        printOut("lost context {}\n", c.resetNotification ? "is reported" : "is not reported by this driver");
        printCache(result["program_cache"]);
        if (result.contains("devices"))
            for (const auto& device : result["devices"])
                printOut("--device {}   {}\n", device["index"].get<int>(), device["renderer"].get<std::string>());
        if (result["ranks"].size() > 1)
            for (const auto& rank : result["ranks"])
                printOut("rank {}       {} on {}\n", rank["rank"].get<int>(), rank["renderer"].get<std::string>(),
                         rank["host"].get<std::string>());
        if (memory)
            printOut("\nFields of {} on {}\n\n{}", (*memory)["group"].get<std::string>(),
                     Lattice::parse(infoOptions.lattice).name(), fieldMemoryTable(*memory));
    }
    if (!options.json.empty()) writeJson(result, options.json);
    return success;
}

} // namespace

void addInfo(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<InfoOptions>();
    CLI::App* command =
        app.add_subcommand("info", "The driver, its limits, the paths and precisions it supports, devices");
    addOutputOptions(*command, options->common);
    addContextOptions(*command, options->common);
    auto* lattice = command->add_option("--lattice", options->lattice,
                                        "Extents, LxLyLzLt: also say what memory the fields of this lattice take");
    command->add_option("--group", options->group, groupWords(" or ") + ", of these fields")
        ->needs(lattice)
        ->capture_default_str();
    auto* clear = command->add_flag("--clear-cache", options->clearCache,
                                    "Remove the cached programs and what tuning has found, do nothing else");
    command
        ->add_flag("--tuning", options->tuning,
                   "List the variants of kernels that tuning has found to be the fastest, do nothing else")
        ->excludes(clear);
    command->callback([options, &chosen] { chosen = [options] { return runInfo(*options); }; });
}

} // namespace gaugegl::cli
