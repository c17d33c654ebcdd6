#include "worker.h"

#include "gaugegl/base/interrupt.h"

#include <chrono>
#include <stdexcept>

namespace gaugegl::python {
namespace {

namespace py = pybind11;

/// What the thread is doing; null on threads that are no workers.
struct Doing {
    std::atomic<bool>* stops;
    std::exception_ptr raised; ///< by a callback
};
thread_local Doing* doing = nullptr;

} // namespace

Worker::Worker() : thread_([this] { loop(); }) {}

Worker::~Worker() // NOLINT(bugprone-exception-escape): neither locking nor joining a thread that runs fails
{
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    changed_.notify_all();
    const py::gil_scoped_release released;
    thread_.join();
}

void Worker::add(std::shared_ptr<Task> task)
{
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back(std::move(task));
    }
    changed_.notify_all();
}

void Worker::post(std::function<void()> work)
{
    auto task = std::make_shared<Task>();
    task->work = std::move(work);
    add(std::move(task));
}

void Worker::runTask(const std::function<void()>& work)
{
    if (std::this_thread::get_id() == thread_.get_id())
        throw std::runtime_error("a callback cannot use the device that is calling it: its work is under way");
    auto task = std::make_shared<Task>();
    task->work = work;
    task->waited = true;
    add(task);
    std::exception_ptr signalled;
    {
        const py::gil_scoped_release released;
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return task->done; })) {
            lock.unlock();
            {
                const py::gil_scoped_acquire acquired;
                if (!signalled && PyErr_CheckSignals() != 0) {
                    signalled = std::make_exception_ptr(py::error_already_set());
                    task->stops = true;
                }
            }
            lock.lock();
        }
    }
    if (signalled) std::rethrow_exception(signalled);
    if (task->error) std::rethrow_exception(task->error);
}

void Worker::loop()
{
    for (;;) {
        std::shared_ptr<Task> task;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return ends_ || !tasks_.empty(); });
            if (tasks_.empty()) return;
            task = std::move(tasks_.front());
            tasks_.pop_front();
        }
        Doing current{&task->stops, nullptr};
        doing = &current;
        try {
            task->work();
        } catch (...) {
            if (task->waited)
                task->error = std::current_exception(); // what is posted frees things, and nobody hears of it
        }
        doing = nullptr;
        if (current.raised) task->error = std::move(current.raised);
        task->work = nullptr;
        {
            const std::lock_guard lock(mutex_);
            task->done = true;
        }
        changed_.notify_all();
    }
}

void callPython(const std::function<void()>& call)
{
    const py::gil_scoped_acquire acquired;
    if (doing && doing->raised) return;
    try {
        call();
    } catch (const py::error_already_set&) {
        if (!doing) throw;
        doing->raised = std::current_exception();
        *doing->stops = true;
    }
}

void warn(const Warnings& warnings)
{
    for (const std::string& one : warnings)
        if (PyErr_WarnEx(PyExc_UserWarning, one.c_str(), 1) != 0) throw py::error_already_set();
}

void hearOfStops()
{
    setAgreement([](bool here) { return here || (doing && *doing->stops); });
}

} // namespace gaugegl::python
