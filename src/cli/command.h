// What the commands share: the options of DESIGN's table, the device they open, and how main finds the one to run.
#pragma once

#include "gaugegl/device/profile.h"
#include "gaugegl/io/gauge_file.h"

#include <CLI/CLI.hpp>
#include <functional>

namespace gaugegl::cli {

/// Exit codes of the program.
constexpr int success = 0, inputFailure = 2, verificationFailure = 3, unconverged = 3, deviceFailure = 4,
              diskFailure = 5, interruptedExit = 130;

/// The command that the user chose, ready to run; returns the exit code.
using Runner = std::function<int()>;

struct CommonOptions {
    std::string json;
    std::string path = "auto";
    std::string precision = "single";
    std::string storage = "texture";
    std::string glVersion;
    int device = -1;
    std::int64_t sites = 0;   ///< of the lattice, where it is known before a context is opened (gl::ContextOptions)
    std::string grid, shares; ///< how ranks divide the lattice (ranks.h)
    bool allowMixed = false;  ///< ranks may have different drivers
    std::optional<double> passSeconds;
    bool quiet = false;
    bool overwrite = false;       ///< outputs may replace what is read and configurations (outputs.h)
    bool offersOverwrite = false; ///< whether the command has that option
    bool profile = false;         ///< say where the time went (report/profile_report.h)
    bool cachesPrograms = true;   ///< keep compiled programs on disk
    bool tunes = true;            ///< choose variants of kernels by timing
};

/// Checks of numbers that say what was expected, in words.
CLI::Validator positiveNumber();
CLI::Validator notNegative();

/// --json and --quiet.
void addReportOptions(CLI::App& command, CommonOptions& options);
/// Those, and --overwrite.
void addOutputOptions(CLI::App& command, CommonOptions& options);
/// --device and --gl.
void addContextOptions(CLI::App& command, CommonOptions& options);
/// --no-tuning.
void addTuningOption(CLI::App& command, CommonOptions& options);
/// --pass-seconds.
void addPassOption(CLI::App& command, CommonOptions& options);
/// Those, --path and --precision; `choices` are the words allowed for both, e.g. {"auto"} with the names.
void addDeviceOptions(CLI::App& command, CommonOptions& options);
/// --profile.
void addProfileOption(CLI::App& command, CommonOptions& options);
/// What --profile asks for, from here on; null without it.
std::unique_ptr<Profile> profileOf(Device& device, const CommonOptions& options);
/// --group and --lattice for files that say neither.
void addHintOptions(CLI::App& command, std::string& group, std::string& lattice);
io::GaugeFileHints parseHints(const std::string& group, const std::string& lattice);

/// --device and --gl.
gl::ContextOptions contextOptions(const CommonOptions& options, bool debug = false);
/// --storage, --pass-seconds and --no-tuning; tuning shows its progress.
DeviceOptions deviceOptions(const CommonOptions& options);
std::shared_ptr<gl::Context> openContext(const CommonOptions& options, bool debug = false);
Device openDevice(const CommonOptions& options);
/// On a context that is there already.
Device openDevice(const CommonOptions& options, const std::shared_ptr<gl::Context>& context);

/// Whether results are to be printed for people: not when the JSON goes to standard output, nor with --quiet.
bool printsText(const CommonOptions& options);

void addInfo(CLI::App& app, Runner& chosen);
void addVerify(CLI::App& app, Runner& chosen);
void addInit(CLI::App& app, Runner& chosen);
void addRun(CLI::App& app, Runner& chosen);
void addWatch(CLI::App& app, Runner& chosen);
void addExport(CLI::App& app, Runner& chosen);
void addGenerate(CLI::App& app, Runner& chosen);
void addHmc(CLI::App& app, Runner& chosen);
void addMeasure(CLI::App& app, Runner& chosen);
void addSolve(CLI::App& app, Runner& chosen);
void addSpectrum(CLI::App& app, Runner& chosen);
void addEigen(CLI::App& app, Runner& chosen);
void addPotential(CLI::App& app, Runner& chosen);
void addFlow(CLI::App& app, Runner& chosen);
void addFix(CLI::App& app, Runner& chosen);
void addScan(CLI::App& app, Runner& chosen);
void addConvert(CLI::App& app, Runner& chosen);
void addBench(CLI::App& app, Runner& chosen);
void addShaders(CLI::App& app, Runner& chosen);
/// After all others.
void addManual(CLI::App& app, Runner& chosen);

} // namespace gaugegl::cli
