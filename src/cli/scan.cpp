// gaugegl scan: the run of a run file at many couplings and several extents in time.
#include "ranks.h"
#include "report.h"
#include "run_options.h"

#include "base/output_file.h"
#include "chain/checkpoint.h"
#include "chain/ensemble_report.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "report/plot.h"
#include "run/run_folder.h"
#include "run/run_status.h"
#include "run/scan_report.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

constexpr const char* reweightedName = "scan-reweighted.csv";

/// Whether the run is in its folder with its results.  Throws FileError when another run is, or one with more sweeps, and InputError for
/// results that cannot be read.
bool isComplete(const ScanPoint& point)
{
    constexpr const char* advice = "give --overwrite to start the scan again, or another folder with --output";
    const std::filesystem::path folder(point.run.output.directory);
    const std::string results = (folder / "results.json").string();
    if (!std::filesystem::exists(results)) return false;
    const RunConfig there = loadRunConfig((folder / "run.toml").string());
    if (const auto other = firstDifference(there, point.run))
        throw FileError(results, fmt::format("this folder holds a different run: {} was {}, now it is {}; {}",
                                             other->key, other->before, other->now, advice));
    std::optional<int> done;
    try {
        done = sweepsOfResults(point.run);
    } catch (const FileError& error) {
        throw InputError(fmt::format("{}; {}", error.what(), advice));
    }
    const int requested = point.run.update.sweeps;
    if (done && *done > requested)
        throw FileError(results, fmt::format("{} {} after thermalisation were done here, but {} are asked for; a run "
                                             "can grow, not shrink; {}",
                                             *done, updateName(point.run, *done), requested, advice));
    return done == requested;
}

/// Tables, figures and JSON of what there is.
Json writeScan(const ScanReport& report, const RunFolder& folder, bool complete, bool prints, bool draws)
{
    Json json = toJson(report);
    json["complete"] = complete;
    json["figures"] = Json::array();
    writeTextFile(folder.place("scan.csv"), toCsv(report));
    if (report.hasLoops()) writeTextFile(folder.place(reweightedName), toCsv(report.reweighted));
    if (report.scan.output.plots && draws && plotsAvailable())
        json["figures"] = plotScan(report, folder.opened());
    else if (report.scan.output.plots && draws && prints)
        printOut("no figures: gnuplot is not installed\n");
    addWarnings(json, warningsOf(report.scan));
    report::writeJson(withGivenWarnings(json), folder.place("scan.json"));
    if (prints)
        printOut("\n{}\n{}/: scan.json, scan.csv, {}{} figures, and a folder for each of {} runs\n", scanTable(report),
                 report.scan.output.directory, report.hasLoops() ? fmt::format("{}, ", reweightedName) : "",
                 json["figures"].size(), report.points.size());
    return json;
}

/// The runs one after the other.
class Scan {
public:
    Scan(const RunOptions& options, const RunConfig& run)
        : options_(&options), run_(run), points_(pointsOf(run)), folder_(run.output.directory), report_{run, {}, {}}
    {
        for (const ScanPoint& point : points_)
            folder_.requireNoLink(point.relative);
        if (options.overwrite) return;
        for (const char* name : {"scan.json", "scan.csv", reweightedName})
            if (folder_.has(name) && !folder_.has(runListName))
                throw FileError(folder_.file(name),
                                "this file is here already, but no scan that made it; give --overwrite to replace "
                                "it, or another folder with --output");
        for (const ScanPoint& point : points_) // before hours of work
            isComplete(point);
    }

    /// Says which runs there will be, for `gaugegl watch`.
    void announce() const
    {
        std::vector<std::string> folders;
        for (const ScanPoint& point : points_)
            folders.push_back(point.relative);
        writeRunList(folder_.place(runListName), {folders, commandAgain(*options_)});
    }

    int carryOut()
    {
        const InterruptGuard guard;
        const bool prints = printsText(options_->common);
        const ChainBackend backend = openBackend(run_, options_->common);
        if (prints) printOut("{} runs of {}\n", points_.size(), workText(run_, backend));
        std::fflush(stdout);
        const Rescue rescue([&] {
            if (writesFiles()) reportResults(/*complete=*/false, /*draws=*/false);
        });
        bool complete = true;
        for (std::size_t k = 0; complete && k < points_.size(); ++k) {
            complete = carryOut(backend, k);
            if (complete && writesFiles()) report_.points.push_back(averagesOf(points_[k]));
        }
        if (complete && writesFiles()) {
            report_.reweighted = reweightingsOf(points_);
            complete = secondsSinceInterrupt() == 0; // which left out what the same command makes
        }
        if (writesFiles()) reportResults(complete, complete || timeForFigures());
        return complete ? success : interruptedExit;
    }

private:
    /// Without `draws` there is no time for figures, and no OpenGL.
    void reportResults(bool complete, bool draws) const
    {
        const Json json = writeScan(report_, folder_, complete, printsText(options_->common), draws);
        if (!options_->common.json.empty()) writeJson(json, options_->common.json);
        std::fflush(stdout);
        if (!complete)
            printError("gaugegl: interrupted after {} of {} runs; `{}` goes on\n", report_.points.size(),
                       points_.size(), commandAgain(*options_));
    }
    /// False when it was interrupted.
    bool carryOut(const ChainBackend& backend, std::size_t k)
    {
        const ScanPoint& point = points_[k];
        folder_.requireNoLink(point.relative);
        if (!options_->overwrite && ofFirstRank(*programRanks(), isComplete(point))) return true;
        return Run(point.run, setupOf(*options_, fmt::format("{} ({}/{})", point.relative, k + 1, points_.size())))
            .finish(backend)
            .complete;
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
    checkRunOutputs(options, run);
    Scan scan(options, run);
    scan.announce();
    return scan.carryOut();
}

} // namespace

void addScan(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<RunOptions>(
        app, chosen, "scan",
        "Run at many couplings: plaquette, Polyakov loop and the peak of its susceptibility against beta", runScan);
    addRunOptions(command, options);
}

} // namespace gaugegl::cli
