#include "gnuplot.h"

#include "gaugegl/core/child_process.h"
#include "gaugegl/core/error.h"

#include <array>
#include <cstdio>
#include <memory>

namespace gaugegl::cli {
namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// A nameless file that holds `text`, to be read from its beginning.
File temporaryFile(const std::string& text)
{
    File file(std::tmpfile());
    if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
        std::fseek(file.get(), 0, SEEK_SET) != 0)
        throw FileError("temporary file for gnuplot", "cannot be written");
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

struct Outcome {
    bool good = false;
    std::string messages;
};

Outcome run(const std::string& script)
{
    const File input = temporaryFile(script);
    const File messages = temporaryFile("");
    const File nowhere(std::fopen("/dev/null", "w"));
    try {
        ChildProcess gnuplot({"gnuplot"}, {.input = fileno(input.get()),
                                           .output = nowhere ? fileno(nowhere.get()) : -1,
                                           .errors = fileno(messages.get())});
        return {gnuplot.wait() == 0, contentOf(messages.get())};
    } catch (const Error& error) {
        return {false, std::string(error.what()) + "; it is the Debian package gnuplot-nox"};
    }
}

} // namespace

bool gnuplotAvailable() { return run("").good; }

void runGnuplot(const std::string& script)
{
    const Outcome outcome = run(script);
    if (!outcome.good) throw Error("gnuplot failed: " + outcome.messages);
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

} // namespace gaugegl::cli
