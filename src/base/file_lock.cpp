#include "base/file_lock.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/base/output_file.h"

#include <array>
#include <cerrno>
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

std::string reason() { return std::generic_category().message(errno); }

/// Whether the name still is that of the open file: its last holder may have removed it between open and lock.
bool hasName(int descriptor, const std::string& path)
{
    struct stat open = {}, named = {};
    return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

/// What the holder wrote: its process number, or nothing yet.
std::string holder(int descriptor)
{
    std::array<char, 24> text{};
    const ssize_t count = ::pread(descriptor, text.data(), text.size(), 0);
    return count > 0 ? fmt::format("process {} holds the lock", std::string_view(text.data(), std::size_t(count)))
                     : "another process holds the lock";
}

} // namespace

FileLock::FileLock(const std::string& path, const std::string& expectation) : path_(path)
{
    if (!writesFiles()) return;
    if (!tryToLock()) {
        const int other = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        const std::string who = holder(other);
        if (other >= 0) ::close(other);
        throw FileError(path, fmt::format("{} ({})", expectation, who));
    }
    sign();
}

FileLock::FileLock(const std::string& path) : path_(path)
{
    const BlockingCall waiting; // for a driver that compiles
    while (!tryToLock())
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
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

FileLock::~FileLock()
{
    if (descriptor_ < 0) return;
    ::unlink(path_.c_str()); // while it is held: whoever opened it finds that the name is gone
    ::close(descriptor_);
}

} // namespace gaugegl
