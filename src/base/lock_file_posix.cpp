#include "base/lock_file.h"

#include "base/descriptors.h"
#include "base/file_lock.h"
#include "base/output_file.h"
#include "gaugegl/base/error.h"

#include <algorithm>
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

/// Opens it without following a link, and without waiting where it is no regular file.
int openLock(const FilePlace& place, int flags)
{
    return ::openat(folderOf(place), place.name().c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
}

/// Whether the name still is that of the open file: its last holder may have removed it between open and lock.
bool hasName(int descriptor, const FilePlace& place)
{
    struct stat open = {}, named = {};
    return ::fstat(descriptor, &open) == 0 &&
           ::fstatat(folderOf(place), place.name().c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           open.st_dev == named.st_dev && open.st_ino == named.st_ino;
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

/// A regular file with a number in it, or with nothing.
bool isLock(int descriptor)
{
    struct stat status = {};
    std::array<char, 24> text{};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return false;
    const ssize_t count = ::pread(descriptor, text.data(), text.size(), 0);
    return count >= 0 && status.st_size < off_t(text.size()) &&
           std::all_of(text.begin(), text.begin() + count, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

std::optional<int> tryToLockFile(const FilePlace& place)
{
    for (int tries = 0; tries < mostTries; ++tries) {
        const int descriptor = openLock(place, O_RDWR | O_CREAT);
        if (descriptor < 0 && errno == ELOOP)
            throw FileError(place.path(), "is a symbolic link, which a lock never is; remove it");
        if (descriptor < 0) failToWrite(place.path(), "cannot be made", errno);
        if (!isLock(descriptor)) {
            ::close(descriptor);
            throw FileError(place.path(), "is there already and is not a lock of gaugegl; move it elsewhere");
        }
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            const bool held = errno == EWOULDBLOCK;
            const std::string why = "cannot be locked: " + reason();
            ::close(descriptor);
            if (held) return std::nullopt;
            throw FileError(place.path(), why);
        }
        if (hasName(descriptor, place)) return descriptor;
        ::close(descriptor);
    }
    return std::nullopt; // others make and remove it all the time
}

void releaseLockFile(int descriptor, const FilePlace& place)
{
    removeFile(place);
    ::close(descriptor);
}

void signLockFile(int descriptor)
{
    const std::string number = std::to_string(::getpid());
    if (::ftruncate(descriptor, 0) != 0 || ::pwrite(descriptor, number.data(), number.size(), 0) < 0) errno = 0;
}

int signatureOf(const FilePlace& place)
{
    const int descriptor = openLock(place, O_RDONLY);
    if (descriptor < 0) return 0;
    const int process = holder(descriptor);
    ::close(descriptor);
    return process;
}

std::optional<int> lockHolder(const FilePlace& place)
{
    const int descriptor = openLock(place, O_RDONLY);
    if (descriptor < 0) {
        if (errno == ENOENT) return std::nullopt;
        throw FileError(place.path(), "cannot be opened: " + reason());
    }
    std::optional<int> process;
    // A shared lock for a moment, which several processes may have, is the only question that every file system answers.
    const bool free = ::flock(descriptor, LOCK_SH | LOCK_NB) == 0;
    const int error = errno;
    if (!free && error == EWOULDBLOCK) process = holder(descriptor);
    ::close(descriptor);
    if (!free && error != EWOULDBLOCK)
        throw FileError(place.path(), "cannot be asked for its lock: " + std::generic_category().message(error));
    return process;
}

} // namespace gaugegl
