// gaugegl scan: the run of a run file at many couplings and several extents in time.
#include "plot.h"
#include "run_chain.h"
#include "run_options.h"
#include "scan_report.h"

#include "gaugegl/core/error.h"
#include "gaugegl/core/output_file.h"

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace gaugegl::cli {
namespace {

/// Whether the run is in its folder with its results.  Throws FileError when another run is.
bool isComplete(const ScanPoint& point)
{
    const std::filesystem::path folder(point.run.output.directory);
    if (!std::filesystem::exists(folder / "results.json") || std::filesystem::exists(folder / "checkpoint"))
        return false;
    const RunConfig there = loadRunConfig((folder / "run.toml").string());
    if (const auto other = firstDifference(there, point.run))
        throw FileError(
            (folder / "results.json").string(),
            fmt::format("the run that is here is another: {} was {}, now it is {}; give --overwrite to start the scan "
                        "again, or another folder with --output",
                        other->key, other->before, other->now));
    return true;
}

/// Tables, figures and JSON of what there is.
Json writeScan(const ScanReport& report, const RunFolder& folder, bool complete, bool prints)
{
    Json json = toJson(report);
    json["complete"] = complete;
    json["figures"] = Json::array();
    writeTextFile(folder.file("scan.csv"), toCsv(report));
    if (report.scan.output.plots && plotsAvailable())
        json["figures"] = plotScan(report);
    else if (report.scan.output.plots && prints)
        fmt::print("no figures: gnuplot is not installed\n");
    writeJson(json, folder.file("scan.json"));
    if (prints)
        fmt::print("\n{}\n{}/: scan.json, scan.csv, {} figures, and a folder for each of {} runs\n", scanTable(report),
                   report.scan.output.directory, json["figures"].size(), report.points.size());
    return json;
}

/// The runs one after the other.
class Scan {
public:
    Scan(const RunOptions& options, const RunConfig& run)
        : options_(&options), run_(run), points_(pointsOf(run)), folder_(run.output.directory), report_{run, {}}
    {
        if (options.overwrite) return;
        for (const ScanPoint& point : points_) // before hours of work
            isComplete(point);
    }

    int carryOut()
    {
        const InterruptGuard guard;
        const bool prints = printsText(options_->common);
        Device device = openDevice(run_, options_->common);
        if (prints)
            fmt::print("{} runs of {} + {} {} on {} ({} shaders, {})\n", points_.size(), run_.update.thermalisation,
                       run_.update.sweeps, updateName(run_, 2), device.context().capabilities().renderer,
                       name(device.path()), precisionName(run_));
        std::fflush(stdout);
        bool complete = true;
        for (std::size_t k = 0; complete && k < points_.size(); ++k) {
            complete = carryOut(device, k);
            if (complete) report_.points.push_back(averagesOf(points_[k]));
        }
        const Json json = writeScan(report_, folder_, complete, prints);
        if (!options_->common.json.empty()) writeJson(json, options_->common.json);
        if (complete) return success;
        fmt::print(stderr, "gaugegl: interrupted after {} of {} runs; `{}` goes on\n", report_.points.size(),
                   points_.size(), commandAgain("scan", *options_));
        return interruptedExit;
    }

private:
    /// False when it was interrupted.
    bool carryOut(Device& device, std::size_t k)
    {
        const ScanPoint& point = points_[k];
        if (!options_->overwrite && isComplete(point)) return true;
        Chain chain(point.run, options_->overwrite);
        const ChainTelling telling{.quiet = options_->common.quiet,
                                   .prints = false,
                                   .again = commandAgain("scan", *options_),
                                   .label = fmt::format("{} ({}/{})", point.relative, k + 1, points_.size())};
        return chain.run(device, telling).complete;
    }

    const RunOptions* options_;
    RunConfig run_;
    std::vector<ScanPoint> points_;
    RunFolder folder_;
    ScanReport report_;
};

int runScan(const RunOptions& options)
{
    const RunConfig run = configured(options);
    if (!run.scan)
        throw InputError(fmt::format("{} has no section [scan] with the couplings; without one it is for `gaugegl run`",
                                     options.file));
    std::signal(SIGXFSZ, SIG_IGN); // as `run`
    return Scan(options, run).carryOut();
}

} // namespace

void addScan(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand(
        "scan", "A run over many couplings: plaquette, Polyakov loop and the peak of its susceptibility against beta");
    addRunOptions(*command, *options);
    command->callback([options, &chosen] { chosen = [options] { return runScan(*options); }; });
}

} // namespace gaugegl::cli
