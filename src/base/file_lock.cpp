#include "base/file_lock.h"

#include "base/lock_file.h"
#include "base/output_file.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace gaugegl {
namespace {

constexpr int triesOfLock = 50; // of a lock that is not waited for
constexpr std::chrono::milliseconds untilNextTry{5};

} // namespace

FileLock::FileLock(const FilePlace& place, const std::string& expectation) : place_(place)
{
    if (!writesFiles()) return;
    for (int tries = 1; !tryToLock(); ++tries) {
        if (tries < triesOfLock) {
            std::this_thread::sleep_for(untilNextTry);
            continue;
        }
        const int process = signatureOf(place);
        const std::string who = process > 0 ? fmt::format("process {}", process) : "another process";
        throw FileError(place.path(), fmt::format("{} ({} holds the lock)", expectation, who));
    }
    signLockFile(descriptor_);
}

FileLock::FileLock(const FilePlace& place, std::chrono::milliseconds patience) : place_(place)
{
    const BlockingCall waiting; // for a driver that compiles
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!tryToLock()) {
        if (std::chrono::steady_clock::now() > end)
            throw FileError(place.path(), fmt::format("another process has held the lock for {:g} s",
                                                      std::chrono::duration<double>(patience).count()));
        std::this_thread::sleep_for(untilNextTry);
    }
    signLockFile(descriptor_);
}

/// False if another process has the lock.
bool FileLock::tryToLock()
{
    const std::optional<int> descriptor = tryToLockFile(place_);
    descriptor_ = descriptor.value_or(-1);
    return descriptor.has_value();
}

FileLock::~FileLock()
{
    if (descriptor_ >= 0) releaseLockFile(descriptor_, place_);
}

} // namespace gaugegl
