// A thread on which the work of the module is done: a device belongs to the thread that made it, while Python may call from any.
#pragma once

#include "gaugegl/base/warnings.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <pybind11/pybind11.h>
#include <thread>
#include <type_traits>

namespace gaugegl::python {

/// Carries out one piece of work after the other.  A process that was forked from the one that made it has no such thread: there nothing is
/// done, and nothing that the thread had is freed.
class Worker {
public:
    /// Starts the thread.
    Worker();
    /// Waits until all work is done, without the lock of the interpreter.
    ~Worker(); // NOLINT(bugprone-exception-escape): see there
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Does the work and waits for it, without the lock of the interpreter; rethrows what it throws.  What Python's signal handlers
    /// raise meanwhile (Ctrl-C) stops it at its next safe point (base/interrupt.h) and is thrown.  Called with the lock.  Throws
    /// std::runtime_error on the worker's own thread, as in a callback for progress, and Error in a forked process.
    template<class F>
    auto run(F&& work) -> std::invoke_result_t<F>
    {
        using Result = std::invoke_result_t<F>;
        if constexpr (std::is_void_v<Result>) {
            runTask(work);
        } else {
            std::optional<Result> result;
            runTask([&] { result.emplace(work()); });
            return std::move(*result);
        }
    }
    /// Does the work some time.  Never waits.
    void post(std::function<void()> work);
    /// Whether this process was forked from the one with the thread.
    bool isForked() const;

private:
    struct Task {
        std::function<void()> work;
        std::exception_ptr error = {};
        std::atomic<bool> stops = false;
        bool done = false;
        bool waited = false;
    };
    /// What the thread uses.
    struct Shared {
        std::mutex mutex;
        std::condition_variable changed;
        std::deque<std::shared_ptr<Task>> tasks;
        bool ends = false;
        std::thread thread;
    };

    void runTask(const std::function<void()>& work);
    void add(std::shared_ptr<Task> task);
    static void loop(Shared& shared);

    int process_;
    std::unique_ptr<Shared> shared_;
};

/// Does work that needs no device, as Worker::run().
template<class F>
auto aside(F&& work) -> std::invoke_result_t<F>
{
    Worker worker;
    return worker.run(std::forward<F>(work));
}

/// Calls Python from within the work of a worker.  What that raises stops the work at its next safe point, and is thrown where the
/// work was asked for.
void callPython(const std::function<void()>& call);

/// Each as a warning of Python; throws what a filter makes of it.  With the lock of the interpreter.
void warn(const Warnings& warnings);

/// Has the library ask the workers whether it is to stop.
void hearOfStops();

} // namespace gaugegl::python
