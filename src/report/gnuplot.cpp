#include "report/gnuplot.h"

#include "base/child_process.h"
#include "base/descriptors.h"
#include "base/one_line.h"
#include "base/output_file.h"
#include "base/text_file.h"
#include "base/working_folder.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "report/plot.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <regex>
#include <string_view>
#include <thread>

namespace gaugegl::report {
namespace {

/// Throws FileError unless it could be opened.
int requireOpen(const OpenFile& file, const std::string& path)
{
    if (file.error() != 0) failToWrite(path, "cannot be opened", file.error());
    return file.descriptor();
}

/// The exit code of gnuplot, without the files by which users change it.  Nothing where an interrupt ended it: Ctrl-C on a terminal, or that
/// there was no time for it any more.
std::optional<int> codeOf(std::vector<std::string> words, const ProcessPlace& place)
{
    constexpr std::chrono::milliseconds interval{2};
    words.insert(words.begin(), {"gnuplot", "--default-settings"});
    ChildProcess gnuplot(words, place);
    for (; !gnuplot.ended(); std::this_thread::sleep_for(interval))
        if (!timeForFigures()) gnuplot.stop();
    // One rank draws: the others are not asked whether they were interrupted.
    const bool stopped = gnuplot.wasInterrupted() || (gnuplot.wait() != 0 && secondsSinceInterrupt() > 0);
    return stopped ? std::nullopt : std::optional(gnuplot.wait());
}

/// Why gnuplot failed: of what it printed, the text behind "line 7:", without the lines of the script around it.
std::string complaint(const std::string& messages)
{
    static const std::regex numbered(R"(line \d+:\s*(\S.*))");
    std::smatch found;
    return std::regex_search(messages, found, numbered) ? oneLine(found[1].str()) : "it gave no reason";
}

Error withAdvice(const Error& error)
{
    return Error(std::string(error.what()) + "; get it from gnuplot.info, or as the Debian package gnuplot-nox");
}

/// All of a picture: a full disk is no failure to gnuplot.
std::string wholeFile(const std::string& file, std::string_view end)
{
    std::string bytes = textOfFile(file).value_or("");
    constexpr std::size_t longestEnd = 16;
    if (bytes.find(end, bytes.size() - std::min(bytes.size(), longestEnd)) != std::string::npos) return bytes;
    OutputFile probe(file); // says why
    probe.write(std::string(std::size_t(1) << 18, ' '));
    probe.flush();
    throw DiskError(file, "gnuplot could not write all of it");
}

std::string inQuotes(std::string_view text)
{
    constexpr std::string_view signs = " ,.;:()<>[]=+-/*|_?";
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool harmless = byte < 0x80 && (std::isalnum(byte) != 0 || signs.find(c) != std::string_view::npos);
        result += harmless ? std::string(1, c) : fmt::format("\\{:03o}", byte);
    }
    return result + "\"";
}

} // namespace

bool gnuplotAvailable()
{
    try {
        const OpenFile silence(nowhere, OpenFor::Overwriting);
        const int nobody = requireOpen(silence, nowhere);
        return codeOf({"--version"}, {.output = nobody, .errors = nobody}) == 0;
    } catch (const Error&) {
        return false;
    }
}

bool keepsScripts()
{
    const char* wish = std::getenv("GAUGEGL_PLOTS");
    return wish && std::string_view(wish) == "scripts";
}

std::optional<Pictures> picturesOf(const std::string& script)
{
    constexpr const char *scriptFile = "figure.gnuplot", *messagesFile = "messages";
    const WorkingFolder folder;
    writeTextFile(folder.file(scriptFile), script);
    std::optional<int> code;
    {
        const OpenFile messages(folder.file(messagesFile), OpenFor::Creation), silence(nowhere, OpenFor::Overwriting);
        const ProcessPlace place = {.folder = folder.path(),
                                    .output = requireOpen(silence, nowhere),
                                    .errors = requireOpen(messages, folder.file(messagesFile))};
        try {
            code = codeOf({scriptFile}, place);
        } catch (const Error& error) {
            throw withAdvice(error);
        }
    }
    if (!code) return std::nullopt;
    if (*code != 0)
        throw Error("gnuplot cannot draw it: " + complaint(textOfFile(folder.file(messagesFile)).value_or("")));
    return Pictures{wholeFile(folder.file(pngFile), "IEND"), wholeFile(folder.file(svgFile), "</svg>")};
}

std::string gnuplotString(const std::string& text)
{
    constexpr std::size_t longestEscape = 6; // \u001b
    return inQuotes(oneLine(text, longestEscape * text.size()));
}

// Behind "./" no name is that of a command ("|lpr"), nor of a home.
std::string gnuplotName(const std::string& fileName) { return inQuotes("./" + fileName); }

} // namespace gaugegl::report
