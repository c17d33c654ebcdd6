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
    /// it cannot be started.
    explicit ChildProcess(std::vector<std::string> words, const ProcessPlace& place = {});
    /// Waits for the end.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// The exit code, or minus the signal that ended it; none while it runs.
    std::optional<int> ended();
    /// Waits for the end; returns the exit code as ended().
    int wait();
    /// Sends a signal, if it still runs.
    void send(int signal);
    /// The number by which the system knows it.
    int id() const { return process_; }

private:
    bool collect(int options);

    int process_ = 0; ///< a pid_t, without its platform-specific header
    std::optional<int> code_;
};

} // namespace gaugegl
