#include "base/descriptors.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace gaugegl {

const char* const nowhere = "/dev/null";
const bool openFilesCanBeReplaced = true;

int openFile(const std::string& path, OpenFor use)
{
    if (path.find('\0') != std::string::npos) { // the system would take what comes before it
        errno = EINVAL;
        return -1;
    }
    switch (use) {
    case OpenFor::Reading: // a pipe to which nobody writes is open at once; of other files it changes nothing
        return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    case OpenFor::Creation:
        return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    case OpenFor::Appending:
        return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    case OpenFor::Overwriting:
        // For writing alone: clients of network file systems then send just the bytes that were written, and not the pages around
        // them as they had read them.
        return ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    }
    errno = EINVAL;
    return -1;
}

void closeFile(int descriptor)
{
    if (descriptor >= 0) ::close(descriptor);
}

std::FILE* streamOf(int descriptor) { return ::fdopen(descriptor, "w+b"); }

int descriptorOf(std::FILE* stream) { return ::fileno(stream); }

std::FILE* temporaryStream() { return std::tmpfile(); }

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

void flushFolderOf(const std::string& path)
{
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

bool replaceFile(const std::string& from, const std::string& to) { return std::rename(from.c_str(), to.c_str()) == 0; }

void removeFileQuietly(const std::string& path) { ::unlink(path.c_str()); }

} // namespace gaugegl
