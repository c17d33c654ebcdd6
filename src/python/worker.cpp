#include "worker.h"

#include "base/platform.h"
#include "gaugegl/base/error.h"
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

Worker::Worker() : process_(processId()), shared_(std::make_unique<Shared>())
{
    shared_->thread = std::thread([shared = shared_.get()] { loop(*shared); });
}

Worker::~Worker() // NOLINT(bugprone-exception-escape): neither locking nor joining a thread that runs fails
{
    if (isForked()) {
        shared_.release(); // NOLINT(bugprone-unused-return-value): the thread that has it ends elsewhere
        return;
    }
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->ends = true;
    }
    shared_->changed.notify_all();
    const py::gil_scoped_release released;
    shared_->thread.join();
}

bool Worker::isForked() const { return processId() != process_; }

void Worker::add(std::shared_ptr<Task> task)
{
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->tasks.push_back(std::move(task));
    }
    shared_->changed.notify_all();
}

void Worker::post(std::function<void()> work)
{
    if (isForked()) return;
    auto task = std::make_shared<Task>();
    task->work = std::move(work);
    add(std::move(task));
}

void Worker::runTask(const std::function<void()>& work)
{
    if (isForked())
        throw Error("this process was forked from the one that opened the device, and cannot use it: open devices "
                    "after the fork, or "
                    "have processes started anew: multiprocessing.set_start_method('spawn')");
    if (std::this_thread::get_id() == shared_->thread.get_id())
        throw std::runtime_error("a callback cannot use the device that is calling it: its work is under way");
    auto task = std::make_shared<Task>();
    task->work = work;
    task->waited = true;
    add(task);
    std::exception_ptr signalled;
    {
        const py::gil_scoped_release released;
        std::unique_lock lock(shared_->mutex);
        while (!shared_->changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return task->done; })) {
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

void Worker::loop(Shared& shared)
{
    for (;;) {
        std::shared_ptr<Task> task;
        {
            std::unique_lock lock(shared.mutex);
            shared.changed.wait(lock, [&] { return shared.ends || !shared.tasks.empty(); });
            if (shared.tasks.empty()) return;
            task = std::move(shared.tasks.front());
            shared.tasks.pop_front();
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
            const std::lock_guard lock(shared.mutex);
            task->done = true;
        }
        shared.changed.notify_all();
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
