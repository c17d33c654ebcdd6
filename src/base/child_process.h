// A program that runs beside this one.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gaugegl {

/// Where a program works, and the descriptors of its files.
struct ProcessPlace {
    std::string folder = {}; ///< empty: this program's
    int input = -1;          ///< standard input; -1: empty
    int output = -1;         ///< standard output; -1: this program's
    int errors = -1;         ///< standard error; -1: this program's
};

/// A child process; the destructor waits for its end.
class ChildProcess {
public:
    /// Starts the program of the first word, looked for in PATH, with the others as its arguments.  Throws Error when
    /// it cannot be started.  On Windows the child reads them by the rules of Microsoft's C library.
    explicit ChildProcess(std::vector<std::string> words, const ProcessPlace& place = {});
    /// Waits for the end.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// The exit code, or minus the signal that ended it; none while it runs.
    std::optional<int> ended();
    /// Waits for the end; returns the exit code as ended().
    int wait();
    /// Sends a signal, if it still runs; on Windows, which has none, any ends it.
    void send(int signal);
    /// Asks it to end, if it still runs.
    void stop();
    /// Whether it has ended by Ctrl-C, which a terminal sends to it as well as to this program.
    bool wasInterrupted();
    /// The number by which the system knows it.
    int id() const { return process_; }

private:
    bool collect(bool waiting);

    int process_ = 0;        ///< a pid_t, without its platform-specific header
    void* handle_ = nullptr; ///< of Windows
    int signal_ = 0;         ///< of Windows: what it was ended by
    std::optional<int> code_;
};

} // namespace gaugegl
