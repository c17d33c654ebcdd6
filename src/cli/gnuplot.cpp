#include "gnuplot.h"

#include "gaugegl/core/error.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

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
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(input.get()), STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, fileno(messages.get()), STDERR_FILENO);
    std::string name = "gnuplot";
    const std::array<char*, 2> arguments = {name.data(), nullptr};
    pid_t process = 0;
    const int failure = posix_spawnp(&process, name.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) return {false, "gnuplot cannot be started; it is the Debian package gnuplot-nox"};

    int status = 0;
    pid_t ended = 0;
    do {
        ended = waitpid(process, &status, 0);
    } while (ended < 0 && errno == EINTR);
    return {ended == process && WIFEXITED(status) && WEXITSTATUS(status) == 0, contentOf(messages.get())};
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
