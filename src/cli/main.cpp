// gaugegl: lattice gauge theory on any OpenGL driver.
#include "command.h"
#include "help.h"
#include "ranks.h"
#include "report.h"
#include "version.h"

#include "base/home.h"
#include "base/host_threads.h"
#include "base/one_line.h"
#include "base/output_file.h"
#include "base/platform.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "report/plot.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace gaugegl::cli {

AddCommand addInfo, addVerify, addInit, addRun, addWatch, addExport, addFit, addGenerate, addHmc, addMeasure, addSolve,
    addSpectrum, addEigen, addPotential, addFlow, addFix, addScan, addConvert, addCheck, addDiff, addBench, addPapers,
    addShaders, addView, addManual;

} // namespace gaugegl::cli

namespace {

/// For work without safe points: unfinished files are removed, and the process ends.
constexpr gaugegl::StopLimits atOnce{.same = 1, .rescue = 0, .deaf = 0, .ending = 0};

/// One line; but the compiler of a driver may have more to say.
int fail(int code, std::string_view message)
{
    constexpr std::size_t longestEscape = 6; // \u001b
    const bool lines = code == gaugegl::cli::deviceFailure;
    gaugegl::cli::printError("gaugegl: error: {}\n",
                             lines ? std::string(message) : gaugegl::oneLine(message, longestEscape * message.size()));
    return code;
}

/// The words after the program's name, with ~/ as the home also where a shell leaves it: in quotes and behind --option=.
std::vector<std::string> wordsOf(int argc, char** argv)
{
    std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    for (std::string& word : words) {
        const std::size_t name = word.starts_with("--") ? word.find('=') + 1 : 0; // npos + 1 is 0
        word = word.substr(0, name) + gaugegl::withHome(word.substr(name));
    }
    return words;
}

int run(int argc, char** argv)
{
    using namespace gaugegl;
    using namespace gaugegl::cli;

    CLI::App app("SU(2) and SU(3) lattice gauge theory on any OpenGL driver.", "gaugegl");
    app.set_version_flag("--version", versionText, "Print the version and what was compiled in, and exit");
    app.require_subcommand(1);
    app.allow_windows_style_options(false); // what begins with a slash is a path
    Runner chosen;
    for (AddCommand* const add :
         {addInfo,    addVerify, addInit,     addRun,    addWatch,     addExport, addFit, addGenerate, addHmc,
          addMeasure, addSolve,  addSpectrum, addEigen,  addPotential, addFlow,   addFix, addScan,     addConvert,
          addCheck,   addDiff,   addBench,    addPapers, addShaders,   addView, // the manual knows those before it
          addManual})
        add(app, chosen);
    arrangeOptions(app);
    // CLI11 would only say that a subcommand is required.
    const auto hasName = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
    if (argc > 1 && argv[1][0] != '-' && app.get_subcommands(hasName).empty())
        throw InputError(fmt::format("there is no command '{}'; `gaugegl --help` lists them", argv[1]));
    try {
        std::vector<std::string> words = wordsOf(argc, argv);
        std::ranges::reverse(words); // as CLI11 takes them
        app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error); // --help, --version
        fail(inputFailure, explain(app, error));
        printError("`gaugegl --help` and `gaugegl COMMAND --help` list what is possible.\n");
        return inputFailure;
    }
    const InterruptGuard guard(atOnce); // a command with safe points has its own
    const std::string command = app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name();
    requireRanks(command);
    int code = chosen();
    if (code == success && report::figuresAreMissing()) {
        std::fflush(stdout);
        sayOnStandardError("interrupted while figures were drawn: some are missing, all other results are there");
        code = interruptedExit;
    }
    if (std::fflush(stdout) != 0) failToWriteOutput(errno);
    return code;
}

/// With the exit code for what went wrong.
int runAndReport(int argc, char** argv)
{
    using namespace gaugegl;
    using namespace gaugegl::cli;

    std::optional<Ranks> ranks;
    const auto failed = [&](int code, const char* message) {
        if (ranks) ranks->fail(code, message); // does not return where there are several
        return fail(code, message);
    };
    try {
        ranks.emplace(argc, argv);
        return run(argc, argv);
    } catch (const DeviceError& error) {
        return failed(deviceFailure, error.what());
    } catch (const DiskError& error) {
        return failed(diskFailure, error.what());
    } catch (const UnsolvedError& error) {
        return failed(unconverged, error.what());
    } catch (const Error& error) {
        return failed(inputFailure, error.what());
    } catch (const std::filesystem::filesystem_error& error) { // such as a name of 300 characters
        const std::string what = FileError(oneLine(error.path1().string()), error.code().message()).what();
        return failed(isDiskTrouble(error.code().value()) ? diskFailure : inputFailure, what.c_str());
    } catch (const std::system_error& error) { // such as threads that cannot be made
        return failed(isDiskTrouble(error.code().value()) ? diskFailure : deviceFailure, error.what());
    } catch (const std::bad_alloc&) {
        return failed(deviceFailure, "out of memory");
    } catch (const std::exception& error) {
        return failed(deviceFailure, error.what());
    }
}

/// After a double click, where there are no words: the lattice window, and the console only for an error.
int openWindow(char* program)
{
    char view[] = "view";
    char* words[] = {program, view, nullptr};
    gaugegl::showConsole(false);
    const int code = runAndReport(2, words);
    if (code == gaugegl::cli::success) return code;
    gaugegl::showConsole(true);
    gaugegl::cli::printError("Press Enter to close this window.\n");
    std::getchar();
    return code;
}

} // namespace

int main(int argc, char** argv)
{
    gaugegl::waitPassively(argv);
    gaugegl::useThreadsOfProcessors();
    gaugegl::prepareStandardStreams();
    gaugegl::treatFileSizeLimitAsError();
    return argc == 1 && gaugegl::ownsConsole() ? openWindow(argv[0]) : runAndReport(argc, argv);
}
