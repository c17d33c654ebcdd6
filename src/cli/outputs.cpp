#include "outputs.h"

#include "base/output_file.h"
#include "gaugegl/base/error.h"
#include "measure/record_file.h"
#include "report/plot.h"
#include "run/run_folder.h"

#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace gaugegl::cli {
namespace {

namespace fs = std::filesystem;

/// Whether both names lead to one file, by links of either kind or by another path.
bool isSameFile(const std::string& a, const std::string& b)
{
    std::error_code none;
    return fs::equivalent(a, b, none) && !none;
}

/// The files that are there and that the output would replace, or might: its figures have names of their own.
std::vector<std::string> replacedBy(const Output& output)
{
    std::error_code none;
    if (output.kind == Output::Kind::Folder) return {};
    if (output.kind == Output::Kind::File)
        return fs::is_regular_file(output.path, none) ? std::vector{output.path} : std::vector<std::string>();
    const fs::path prefix(output.path);
    const fs::path folder = prefix.has_parent_path() ? prefix.parent_path() : ".";
    const std::string start = prefix.filename().string() + "-";
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
        const fs::path& path = entry.path();
        const bool picture = path.extension() == ".png" || path.extension() == ".svg";
        if (picture && path.filename().string().starts_with(start)) found.push_back(path.string());
    }
    return found;
}

/// Throws unless a file can be made there.
void requirePlace(const Output& output)
{
    const bool folder = output.kind == Output::Kind::Folder;
    const fs::path parent = folder ? fs::path(output.path) : fs::path(output.path).parent_path();
    std::error_code none;
    if (!parent.empty() && !fs::is_directory(parent, none))
        throw FileError(output.path, fmt::format("the folder of {} does not exist", output.option));
    if (output.kind == Output::Kind::Figures && !report::plotsAvailable())
        throw InputError(fmt::format(
            "{} needs gnuplot, which is not installed; get it from gnuplot.info, or as the Debian package gnuplot-nox",
            output.option));
    const std::string path = folder                                 ? (parent / "output").string()
                             : output.kind == Output::Kind::Figures ? output.path + "-figure.png"
                                                                    : output.path;
    try {
        OutputFile removedAtOnce(path);
        removedAtOnce.write("\n"); // a full disk has room for an empty file
        removedAtOnce.flush();
    } catch (const DiskError& error) {
        throw DiskError(output.option, error.what());
    } catch (const FileError& error) {
        throw FileError(output.option, error.what());
    }
}

/// Throws for a file that is not to be replaced unasked.
void requireReplaceable(const Output& output, const std::vector<std::string>& inputs, const CommonOptions& options)
{
    if (options.overwrite) return;
    const std::string advice =
        options.offersOverwrite ? "give another name, or --overwrite to replace it" : "give another name";
    for (const std::string& file : replacedBy(output)) {
        for (const std::string& input : inputs)
            if (isSameFile(file, input))
                throw FileError(file,
                                fmt::format("{} would replace an input file{}; {}", output.option,
                                            input == file ? "" : fmt::format(", {} (the same file)", input), advice));
        if (io::beginsAsGaugeFile(file))
            throw FileError(file,
                            fmt::format("{} would replace an existing configuration, propagator or other arrays; {}",
                                        output.option, advice));
        if (measure::beginsAsRecordFile(file))
            throw FileError(
                file, fmt::format("{} would replace existing records of a measurement; {}", output.option, advice));
    }
}

} // namespace

void checkOutputs(const CommonOptions& options, std::vector<Output> outputs, const std::vector<std::string>& inputs)
{
    if (!writesFiles()) return;
    if (options.json != "-") outputs.push_back({"--json", options.json});
    std::erase_if(outputs, [](const Output& output) { return output.path.empty(); });
    std::map<std::string, const Output*> files;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        const Output& output = outputs[k];
        if (k == 0 || outputs[k - 1].option != output.option) requirePlace(output);
        requireReplaceable(output, inputs, options);
        if (output.kind != Output::Kind::File) continue;
        const auto [other, isNew] = files.emplace(fs::weakly_canonical(fs::absolute(output.path)).string(), &output);
        if (!isNew)
            throw InputError(
                fmt::format("{} and {} are the same file, {}", other->second->option, output.option, output.path));
    }
}

std::vector<Output> configurationOutputs(const std::string& option, const RunConfig& run)
{
    if (run.output.saveEvery == 0) return {};
    constexpr int most = 10000;
    std::vector<std::string> files = run.update.sweeps / run.output.saveEvery <= most
                                         ? configurationFiles(run, sweepsOf(run))
                                         : configurationsThere(run, run.update.sweeps);
    // The first one stands for the folder.
    if (files.empty()) files.push_back(configurationFile(run, run.output.saveEvery));
    return outputsOf(option, files);
}

std::vector<Output> outputsOf(const std::string& option, const std::vector<std::string>& files)
{
    std::vector<Output> outputs;
    outputs.reserve(files.size());
    for (const std::string& file : files)
        outputs.push_back({option, file});
    return outputs;
}

} // namespace gaugegl::cli
