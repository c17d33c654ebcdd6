#include "base/file_lock.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/base/output_file.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace gaugegl {
namespace {

constexpr int mostTries = 50; // of a lock that is not waited for
constexpr std::chrono::milliseconds untilNextTry{5};

std::string reason() { return std::generic_category().message(errno); }

/// Whether the name still is that of the open file: its last holder may have removed it between open and lock.
bool hasName(int descriptor, const std::string& path)
{
    struct stat open = {}, named = {};
    return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

/// What the holder wrote: its process number; 0 if nothing yet.
int holder(int descriptor)
{
    std::array<char, 24> text{};
    const ssize_t count = ::pread(descriptor, text.data(), text.size(), 0);
    int process = 0;
    if (count > 0) std::from_chars(text.data(), text.data() + count, process);
    return process;
}

} // namespace

FileLock::FileLock(const std::string& path, const std::string& expectation) : path_(path)
{
    if (!writesFiles()) return;
    for (int tries = 1; !tryToLock(); ++tries) {
        if (tries < mostTries) {
            std::this_thread::sleep_for(untilNextTry);
            continue;
        }
        const int other = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        const int process = holder(other);
        if (other >= 0) ::close(other);
        const std::string who = process > 0 ? fmt::format("process {}", process) : "another process";
        throw FileError(path, fmt::format("{} ({} holds the lock)", expectation, who));
    }
    sign();
}

FileLock::FileLock(const std::string& path) : path_(path)
{
    const BlockingCall waiting; // for a driver that compiles
    while (!tryToLock())
        std::this_thread::sleep_for(untilNextTry);
    sign();
}

/// False if another process has the lock.
bool FileLock::tryToLock()
{
    while (true) {
        const int descriptor = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0) failToWrite(path_, "cannot be made", errno);
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            const bool held = errno == EWOULDBLOCK;
            const std::string why = "cannot be locked: " + reason();
            ::close(descriptor);
            if (held) return false;
            throw FileError(path_, why);
        }
        if (hasName(descriptor, path_)) {
            descriptor_ = descriptor;
            return true;
        }
        ::close(descriptor);
    }
}

/// Only for the message of another process: a full disk is no reason to stop here.
void FileLock::sign() const
{
    const std::string number = std::to_string(::getpid());
    if (::ftruncate(descriptor_, 0) != 0 || ::pwrite(descriptor_, number.data(), number.size(), 0) < 0) errno = 0;
}

std::optional<int> lockHolder(const std::string& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        if (errno == ENOENT) return std::nullopt;
        throw FileError(path, "cannot be opened: " + reason());
    }
    std::optional<int> process;
    // A shared lock for a moment, which several processes may have, is the only question that every file system answers.
    const bool free = ::flock(descriptor, LOCK_SH | LOCK_NB) == 0;
    const int error = errno;
    if (!free && error == EWOULDBLOCK) process = holder(descriptor);
    ::close(descriptor);
    if (!free && error != EWOULDBLOCK)
        throw FileError(path, "cannot be asked for its lock: " + std::generic_category().message(error));
    return process;
}

FileLock::~FileLock()
{
    if (descriptor_ < 0) return;
    ::unlink(path_.c_str()); // while it is held: whoever opened it finds that the name is gone
    ::close(descriptor_);
}

} // namespace gaugegl
