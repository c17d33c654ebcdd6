// gaugegl info: the driver, its limits, which paths and precisions it offers, and the devices.
#include "command.h"
#include "report.h"

#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

nlohmann::json toJson(const gl::Capabilities& c)
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

int runInfo(const CommonOptions& options)
{
    const auto context = openContext(options);
    const gl::Capabilities& c = context->capabilities();
    nlohmann::json result = toJson(c);
    for (const auto& device : gl::listDevices())
        result["devices"].push_back(
            {{"index", device.index}, {"renderer", device.renderer}, {"usable", device.usable}});
    if (printsText(options)) {
        fmt::print("renderer     {}{}\n", c.renderer, c.software ? "  (software: no card is used)" : "");
        fmt::print("vendor       {}\nOpenGL       {}\nGLSL         {}\nreached by   {}\n", c.vendor, c.version,
                   c.shadingLanguage, c.platform);
        fmt::print("uses OpenGL  {}\n", result["gl_used"].get<std::string>());
        fmt::print("paths        {}\nprecisions   {}\n", joined(result["paths"]), joined(result["precisions"]));
        for (const auto& [name, value] : result["limits"].items())
            fmt::print("limit        {} = {}\n", name, value.dump());
        fmt::print("largest L^4  L = {} (by texture size)\n", largestHypercube(c.maxTextureSize));
        if (result.contains("devices"))
            for (const auto& device : result["devices"])
                fmt::print("--device {}   {}\n", device["index"].get<int>(), device["renderer"].get<std::string>());
    }
    if (!options.json.empty()) writeJson(result, options.json);
    return success;
}

} // namespace

void addInfo(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<CommonOptions>();
    CLI::App* command =
        app.add_subcommand("info", "The driver, its limits, the paths and precisions it offers, devices");
    addOutputOptions(*command, *options);
    addContextOptions(*command, *options);
    command->callback([options, &chosen] { chosen = [options] { return runInfo(*options); }; });
}

} // namespace gaugegl::cli
