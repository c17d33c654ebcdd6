#include "base/descriptors.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace gaugegl {

const char* const nowhere = "/dev/null";
const bool openFilesCanBeReplaced = true;

int folderOf(const FilePlace& place) { return place.folder() ? place.folder()->descriptor() : AT_FDCWD; }

int openFile(const FilePlace& place, OpenFor use)
{
    const auto open = [&](int flags) {
        const int link = place.followsLink() ? 0 : O_NOFOLLOW;
        return ::openat(folderOf(place), place.name().c_str(), flags | link | O_CLOEXEC, 0666);
    };
    switch (use) {
    case OpenFor::Reading: // a pipe to which nobody writes is open at once; of other files it changes nothing
        return open(O_RDONLY | O_NONBLOCK);
    case OpenFor::Creation:
        return open(O_RDWR | O_CREAT | O_EXCL);
    case OpenFor::Appending:
        return open(O_WRONLY | O_APPEND);
    case OpenFor::Overwriting:
        // For writing alone: clients of network file systems then send just the bytes that were written, and not the pages around
        // them as they had read them.
        return open(O_WRONLY);
    }
    errno = EINVAL;
    return -1;
}

NameOf whatIsAt(const FilePlace& place)
{
    struct stat status = {};
    if (::fstatat(folderOf(place), place.name().c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return NameOf::Nothing;
    return S_ISREG(status.st_mode) ? NameOf::File : S_ISLNK(status.st_mode) ? NameOf::Link : NameOf::Other;
}

int openFolder(const std::string& path, int& descriptor)
{
    descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return descriptor < 0 ? errno : 0;
}

void closeFile(int descriptor)
{
    if (descriptor >= 0) ::close(descriptor);
}

std::FILE* streamOf(int descriptor) { return ::fdopen(descriptor, "w+b"); }

int descriptorOf(std::FILE* stream) { return ::fileno(stream); }

bool seekTo(std::FILE* stream, std::uint64_t offset)
{
    return ::fseeko(stream, static_cast<off_t>(offset), SEEK_SET) == 0;
}

std::int64_t sizeOf(int descriptor)
{
    struct stat status = {};
    return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) ? std::int64_t(status.st_size) : -1;
}

std::int64_t readSome(int descriptor, std::span<char> bytes)
{
    ssize_t count = 0;
    do {
        count = ::read(descriptor, bytes.data(), bytes.size());
    } while (count < 0 && errno == EINTR);
    return count;
}

std::int64_t writeSome(int descriptor, std::string_view text) { return ::write(descriptor, text.data(), text.size()); }

std::int64_t writeSomeAt(int descriptor, std::span<const std::byte> bytes, std::uint64_t offset)
{
    ssize_t written = 0;
    do {
        written = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    } while (written < 0 && errno == EINTR);
    return written;
}

bool setSize(int descriptor, std::uint64_t bytes) { return ::ftruncate(descriptor, static_cast<off_t>(bytes)) == 0; }

bool flushToDisk(int descriptor) { return ::fsync(descriptor) == 0 || errno == EINVAL; }

void flushFolderOf(const FilePlace& place)
{
    if (place.folder()) {
        ::fsync(place.folder()->descriptor());
        return;
    }
    const std::string folder = std::filesystem::path(place.path()).parent_path().string();
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

bool replaceFile(const FilePlace& from, const FilePlace& to)
{
    return ::renameat(folderOf(from), from.name().c_str(), folderOf(to), to.name().c_str()) == 0;
}

bool removeFile(const FilePlace& place)
{
    return ::unlinkat(folderOf(place), place.name().c_str(), 0) == 0 || errno == ENOENT;
}

std::string makeOwnFolder(const std::string& beginning)
{
    std::string name = beginning + std::string(6, 'X'); // mkdtemp() puts letters of its own in the place of these
    return ::mkdtemp(name.data()) == nullptr ? "" : name;
}

} // namespace gaugegl
