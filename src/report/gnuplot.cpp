#include "report/gnuplot.h"

#include "base/child_process.h"
#include "base/descriptors.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/output_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>
#include <string_view>

namespace gaugegl::report {
namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// A nameless file that holds `text`, to be read from its beginning.
File temporaryFile(const std::string& text)
{
    File file(temporaryStream());
    if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
        std::fseek(file.get(), 0, SEEK_SET) != 0)
        failToWrite("temporary file for gnuplot", "cannot be written", errno);
    return file;
}

std::string contentOf(std::FILE* file)
{
    std::string text;
    std::array<char, 4096> block{};
    if (std::fseek(file, 0, SEEK_SET) != 0) return text;
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), file))
        text.append(block.data(), count);
    return text;
}

/// Why gnuplot failed: of what it printed, the text behind "line 7:", without the lines of the script around it.
std::string complaint(const std::string& messages)
{
    static const std::regex numbered(R"(line \d+:\s*(\S.*))");
    std::smatch found;
    return std::regex_search(messages, found, numbered) ? found[1].str() : "it gave no reason";
}

struct Outcome {
    bool good = false;
    std::string failure;
};

Outcome run(const std::string& script)
{
    const File input = temporaryFile(script);
    const File messages = temporaryFile("");
    const File silence(std::fopen(nowhere, "w"));
    try {
        ChildProcess gnuplot({"gnuplot"}, {.input = descriptorOf(input.get()),
                                           .output = silence ? descriptorOf(silence.get()) : -1,
                                           .errors = descriptorOf(messages.get())});
        if (gnuplot.wait() == 0) return {true, ""};
        return {false, "gnuplot cannot draw it: " + complaint(contentOf(messages.get()))};
    } catch (const Error& error) {
        return {false, std::string(error.what()) + "; get it from gnuplot.info, or as the Debian package gnuplot-nox"};
    }
}

} // namespace

bool gnuplotAvailable() { return run("").good; }

bool keepsScripts()
{
    const char* wish = std::getenv("GAUGEGL_PLOTS");
    return wish && std::string_view(wish) == "scripts";
}

void runGnuplot(const std::string& script)
{
    const Outcome outcome = run(script);
    if (!outcome.good) throw Error(outcome.failure);
}

void requireWhole(const std::string& picture, const std::string& temporary)
{
    const std::string end = picture.ends_with(".png") ? "IEND" : "</svg>";
    std::ifstream file(temporary, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.find(end, bytes.size() - std::min<std::size_t>(bytes.size(), 16)) != std::string::npos) return;
    OutputFile probe(picture); // says why
    probe.write(std::string(std::size_t(1) << 18, ' '));
    throw DiskError(picture, "gnuplot could not write all of it");
}

std::string gnuplotString(const std::string& text)
{
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'') result += '\'';
        result += c == '\n' ? ' ' : c;
    }
    return result + "'";
}

} // namespace gaugegl::report
