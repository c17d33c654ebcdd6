// What the commands share: the options of DESIGN's table, the device they open, and how main finds the one to run.
#pragma once

#include "gaugegl/chain/backend.h"
#include "gaugegl/device/profile.h"
#include "gaugegl/io/formats.h"
#include "gaugegl/io/gauge_file.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <type_traits>

namespace gaugegl::cli {

/// Exit codes of the program.
constexpr int success = 0, inputFailure = 2, verificationFailure = 3, unconverged = 3, deviceFailure = 4,
              diskFailure = 5, interruptedExit = 130;

/// The command that the user chose, ready to run; returns the exit code.
using Runner = std::function<int()>;

/// A subcommand being made, and its options, which live as long as the program.
template<class Options>
struct Command {
    CLI::App& app;
    Options& options;
};
/// Adds a subcommand that `carryOut(options)` does, which returns the exit code.  Options that keep options by keys are made from the
/// subcommand.
template<class Options, class CarryOut>
Command<Options> addCommand(CLI::App& app, Runner& chosen, const std::string& name, const std::string& help,
                            CarryOut carryOut)
{
    CLI::App& command = *app.add_subcommand(name, help);
    std::shared_ptr<Options> options;
    if constexpr (std::is_constructible_v<Options, CLI::App&>)
        options = std::make_shared<Options>(command);
    else
        options = std::make_shared<Options>();
    command.callback([options, carryOut, &chosen] { chosen = [options, carryOut] { return carryOut(*options); }; });
    return {command, *options};
}
/// An option whose value is one of these words.
CLI::Option* addChoice(CLI::App& command, const std::string& name, std::string& value,
                       const std::vector<std::string>& words, const std::string& help);

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
CLI::Validator fractionOfOne();

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
/// All of these three, and those of ranks that share a lattice (ranks.h).
void addRankedOptions(CLI::App& command, CommonOptions& options);
/// --path, --precision and --storage of a device on which all is done.
void addKernelOptions(CLI::App& command, CommonOptions& options);
/// Those of a context, of its kernels, --pass-seconds and --no-tuning.
void addDeviceOptions(CLI::App& command, CommonOptions& options);
/// --profile.
void addProfileOption(CLI::App& command, CommonOptions& options);
/// What --profile asks for, from here on; null without it.
std::unique_ptr<Profile> profileOf(const ChainBackend& backend, const CommonOptions& options);
/// What the user says of configurations whose files do not say it.
struct FileHints {
    std::string group, lattice, layout;
};
/// --group and --lattice.
void addHintOptions(CLI::App& command, FileHints& hints);
/// Those, and --layout: of commands that read each file as it is named.
void addRawHintOptions(CLI::App& command, FileHints& hints);
/// Throws InputError.
io::GaugeFileHints parseHints(const FileHints& hints);
/// Of a configuration that is made of another one: the name and the checksum of that file.
std::string madeFrom(const std::string& file, const io::GaugeFileHeader& header);

/// --device and --gl.
gl::ContextOptions contextOptions(const CommonOptions& options, bool debug = false);
/// --storage, --pass-seconds and --no-tuning; tuning shows its progress.
DeviceOptions deviceOptions(const CommonOptions& options);
std::shared_ptr<gl::Context> openContext(const CommonOptions& options, bool debug = false);
Device openDevice(const CommonOptions& options);
/// On a context that is there already.
Device openDevice(const CommonOptions& options, const std::shared_ptr<gl::Context>& context);

/// Where links are, with --path: the device, or the CPU with them in a precision; says where `auto` stands for the CPU.
ChainBackend openBackend(const CommonOptions& options, Precision onCpu);

/// Whether results are to be printed for people: neither when the JSON goes to standard output nor with --quiet.
bool printsText(const CommonOptions& options);

/// Adds a command; main.cpp declares each and lists it.
using AddCommand = void(CLI::App& app, Runner& chosen);

} // namespace gaugegl::cli
