#include "base/lock_file.h"

#include "base/file_lock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/output_file.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace gaugegl {
namespace {

constexpr int mostTries = 100; // of a file that others remove between opening and locking

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

std::optional<int> tryToLockFile(const std::string& path)
{
    for (int tries = 0; tries < mostTries; ++tries) {
        const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0) failToWrite(path, "cannot be made", errno);
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            const bool held = errno == EWOULDBLOCK;
            const std::string why = "cannot be locked: " + reason();
            ::close(descriptor);
            if (held) return std::nullopt;
            throw FileError(path, why);
        }
        if (hasName(descriptor, path)) return descriptor;
        ::close(descriptor);
    }
    return std::nullopt; // others make and remove it all the time
}

void releaseLockFile(int descriptor, const std::string& path)
{
    ::unlink(path.c_str());
    ::close(descriptor);
}

void signLockFile(int descriptor)
{
    const std::string number = std::to_string(::getpid());
    if (::ftruncate(descriptor, 0) != 0 || ::pwrite(descriptor, number.data(), number.size(), 0) < 0) errno = 0;
}

int signatureOf(const std::string& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return 0;
    const int process = holder(descriptor);
    ::close(descriptor);
    return process;
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

} // namespace gaugegl
