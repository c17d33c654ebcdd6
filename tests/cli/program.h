// Runs the real program as a user would, in a folder of its own: exit code, standard output, standard error and files.
#pragma once

#include "base/child_process.h"
#include "io/sample_field.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace gaugegl::cli_test {

using Arguments = std::vector<std::string>;
using Json = nlohmann::json;

/// Exit codes of the program.
constexpr int success = 0, inputFailure = 2, verificationFailure = 3, unconverged = 3, deviceFailure = 4,
              diskFailure = 5, interruptedExit = 130;

struct Outcome {
    int code = -1; ///< negative: ended by that signal
    std::string out, err;
};

/// What stands before the program on its command line so that it gets at most this much address space.  Sanitizers
/// reserve more than there is: there is no limit under them.
inline Arguments memoryLimit([[maybe_unused]] int mebibytes)
{
#ifdef __SANITIZE_ADDRESS__
    return {};
#else
    return {"/bin/sh", "-c", "ulimit -v " + std::to_string(1024 * mebibytes) + " && exec \"$@\"", "sh"};
#endif
}

/// `gaugegl` with arguments, working in `folder`, until it ends or is waited for.
class RunningProgram {
public:
    RunningProgram(const io::test::TemporaryFolder& folder, const Arguments& arguments, Arguments words = {})
        : out_(folder.file(".standard-output")), err_(folder.file(".standard-error"))
    {
        words.push_back(GAUGEGL_PROGRAM);
        words.insert(words.end(), arguments.begin(), arguments.end());
        const int out = opened(out_), err = opened(err_);
        process_ = std::make_unique<ChildProcess>(
            words, ProcessPlace{.folder = folder.file(""), .output = out, .errors = err});
        ::close(out);
        ::close(err);
    }
    ~RunningProgram() { kill(); }
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;

    bool running() const { return !process_->ended(); }
    void interrupt() const { process_->send(SIGINT); }
    void send(int signal) const { process_->send(signal); }
    /// The names of its threads.
    std::vector<std::string> threads() const
    {
        std::vector<std::string> names;
        const std::filesystem::path tasks = "/proc/" + std::to_string(process_->id()) + "/task";
        for (const auto& task : std::filesystem::directory_iterator(tasks))
            names.push_back(io::test::contents(task.path() / "comm"));
        return names;
    }
    /// Whether standard error has these words.
    bool says(const std::string& words) const { return io::test::contents(err_).find(words) != std::string::npos; }
    /// Waits until something is so, the program ends, or a minute is over; whether it is so.
    template<class Condition>
    bool waitUntil(const Condition& condition) const
    {
        for (int i = 0; i < 1200 && running() && !condition(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return condition();
    }
    void kill() const { process_->send(SIGKILL); }

    Outcome wait()
    {
        const int code = process_->wait();
        return {code, io::test::contents(out_), io::test::contents(err_)};
    }

private:
    static int opened(const std::string& path)
    {
        return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    }

    std::string out_, err_;
    std::unique_ptr<ChildProcess> process_;
};

/// Runs with a limit on the size of files, which stands for a full disk: both make write() fail.
inline Outcome runWithRoomFor(std::size_t bytes, const io::test::TemporaryFolder& folder, const Arguments& arguments)
{
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{bytes, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    RunningProgram program(folder, arguments);
    setrlimit(RLIMIT_FSIZE, &before);
    return program.wait();
}

class ProgramTest : public testing::Test {
protected:
    Outcome run(const Arguments& arguments) const { return RunningProgram(folder_, arguments).wait(); }

    /// The JSON that a successful run prints.
    Json json(Arguments arguments) const
    {
        arguments.insert(arguments.end(), {"--json", "-"});
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, success) << outcome.err;
        Json result = Json::parse(outcome.out, nullptr, /*allow_exceptions=*/false);
        EXPECT_FALSE(result.is_discarded()) << "standard output is not JSON alone: " << outcome.out;
        return result;
    }

    std::string file(const std::string& name) const { return folder_.file(name); }
    bool exists(const std::string& name) const { return std::filesystem::exists(file(name)); }

    /// The whole lines of a file of records: the layout, and a record each; none while there is no file.
    std::vector<Json> recordsIn(const std::string& name) const
    {
        std::vector<Json> lines;
        std::istringstream text(exists(name) ? io::test::contents(file(name)) : "");
        for (std::string line; std::getline(text, line) && !text.eof();)
            lines.push_back(Json::parse(line));
        return lines;
    }

    /// One of the small files of tests/data.
    static std::string data(const std::string& name) { return std::string(GAUGEGL_SOURCE_DIR "/tests/data/") + name; }

    const io::test::TemporaryFolder& folder() const { return folder_; }

private:
    io::test::TemporaryFolder folder_;
};

/// The run failed with this code and said why, in words that include these, and nothing else.  Usage errors may add one
/// line about --help.
inline void expectError(const Outcome& outcome, int code, const std::vector<std::string>& words)
{
    const std::string start = "gaugegl: error: ", hint = "`gaugegl --help`";
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err.substr(0, start.size()), start);
    const std::size_t end = outcome.err.find('\n');
    ASSERT_NE(end, std::string::npos) << outcome.err;
    const std::string rest = outcome.err.substr(end + 1);
    EXPECT_TRUE(rest.empty() || rest.substr(0, hint.size()) == hint) << outcome.err;
    for (const std::string& word : words)
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, outcome.err.substr(0, end));
}

inline std::vector<std::string> keysOf(const Json& object)
{
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items())
        keys.push_back(key);
    return keys;
}

inline void expectKeys(const Json& object, const std::vector<std::string>& keys)
{
    for (const std::string& key : keys)
        EXPECT_TRUE(object.contains(key)) << key << " is missing in " << object.dump();
}

/// A mean with its error and autocorrelation time: numbers, or null where they are unknown.
inline void expectEstimate(const Json& estimate)
{
    std::vector<std::string> keys = keysOf(estimate);
    std::erase(keys, "warnings"); // where the data are few
    EXPECT_EQ(keys, (std::vector<std::string>{"error", "mean", "tau_int"})) << estimate.dump();
    EXPECT_TRUE(estimate["mean"].is_number()) << estimate.dump();
    for (const auto& [key, value] : estimate.items())
        EXPECT_TRUE(key == "warnings" || value.is_number() || value.is_null()) << estimate.dump();
}

/// A LIME file of the cold SU(2) field on 2x2x2x2 that holds the links in 64 bits and nothing else: it says neither
/// group nor lattice.
inline void writeAnonymousFile(const std::string& path)
{
    const std::string type = "ildg-binary-data", one("\x3f\xf0\0\0\0\0\0\0", 8), zero(8, '\0');
    const std::string link = one + zero + zero + zero + zero + zero + one + zero;
    const int links = 4 * 16;
    std::string bytes("\x45\x67\x89\xab\0\1\xc0\0", 8);
    for (int shift = 56; shift >= 0; shift -= 8)
        bytes += static_cast<char>((link.size() * links) >> shift & 0xff);
    bytes += type + std::string(128 - type.size(), '\0');
    for (int i = 0; i < links; ++i)
        bytes += link;
    io::test::save(path, bytes);
}

} // namespace gaugegl::cli_test
