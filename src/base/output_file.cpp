#include "gaugegl/base/output_file.h"

#include "gaugegl/base/error.h"

#include <cassert>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace gaugegl {

namespace {

bool writes = true;

/// Takes everything and keeps nothing.
constexpr const char* nowhere = "/dev/null";

std::string followedLink(const std::string& path)
{
    std::error_code ignored;
    if (!std::filesystem::is_symlink(path, ignored)) return path;
    const auto target = std::filesystem::weakly_canonical(path, ignored);
    return ignored ? path : target.string();
}

/// Makes the rename itself durable; not every file system can, so a failure is no error.
void flushFolder(const std::string& path)
{
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

/// The temporaries that lie on the disk just now.
struct Unfinished {
    std::mutex mutex;
    std::set<std::string> names;
};
Unfinished& unfinished()
{
    static Unfinished files;
    return files;
}

} // namespace

bool writesFiles() { return writes; }
void setWritesFiles(bool value) { writes = value; }

void OutputFile::Close::operator()(std::FILE* file) const { std::fclose(file); }

OutputFile::OutputFile(const std::string& path, Writers writers) : path_(path), target_(followedLink(path))
{
    if (!writes && writers == Writers::First) {
        file_.reset(std::fopen(nowhere, "w+b"));
        if (!file_) fail("cannot be created");
        return;
    }
    std::error_code ignored;
    const auto status = std::filesystem::status(target_, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw FileError(path_, "cannot be written: it is there already and is not a regular file");

    int descriptor = -1;
    const std::lock_guard lock(unfinished().mutex);
    for (int attempt = 0; descriptor < 0 && attempt < 100; ++attempt) {
        temporary_ = fmt::format("{}.part-{}-{}", target_, ::getpid(), attempt);
        descriptor = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST) break;
    }
    if (descriptor < 0) fail("cannot be created");
    file_.reset(::fdopen(descriptor, "w+b"));
    if (!file_) {
        ::close(descriptor);
        ::unlink(temporary_.c_str());
        fail("cannot be created");
    }
    unfinished().names.insert(temporary_);
}

OutputFile::~OutputFile()
{
    file_.reset();
    if (temporary_.empty()) return;
    const std::lock_guard lock(unfinished().mutex);
    ::unlink(temporary_.c_str());
    unfinished().names.erase(temporary_);
}

void OutputFile::fail(const std::string& what) const { failToWrite(path_, what, errno); }

void OutputFile::put(std::span<const std::byte> bytes)
{
    assert(file_);
    if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
        fail("cannot be written");
}

void OutputFile::seek(std::uint64_t offset)
{
    if (::fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) != 0) fail("cannot be written");
}

void OutputFile::write(std::span<const std::byte> bytes)
{
    put(bytes);
    size_ += bytes.size();
}

void OutputFile::overwrite(std::uint64_t offset, std::span<const std::byte> bytes)
{
    assert(offset + bytes.size() <= size_);
    seek(offset);
    put(bytes);
    seek(size_);
}

void OutputFile::reserve(std::uint64_t bytes)
{
    if (std::fflush(file_.get()) != 0) fail("cannot be written");
    size_ += bytes;
    seek(size_);
}

std::string OutputFile::unfinishedName() const { return temporary_.empty() ? nowhere : temporary_; }

void OutputFile::flush()
{
    assert(file_);
    if (temporary_.empty()) return; // it is written nowhere
    if (std::fflush(file_.get()) != 0 || ::fsync(::fileno(file_.get())) != 0) fail("cannot be written");
}

void OutputFile::commit()
{
    if (temporary_.empty()) return file_.reset();
    flush();
    if (std::fclose(file_.release()) != 0) fail("cannot be written");
    {
        const std::lock_guard lock(unfinished().mutex);
        if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("cannot be renamed from " + temporary_);
        unfinished().names.erase(temporary_);
        temporary_.clear();
    }
    flushFolder(target_);
}

// Opened for writing alone: clients of network file systems then send just the bytes that were written, and not the pages around them
// as they had read them.
OutputFilePart::OutputFilePart(std::string path, const std::string& unfinishedName, std::uint64_t size)
    : path_(std::move(path)), descriptor_(::open(unfinishedName.c_str(), O_WRONLY | O_CLOEXEC))
{
    std::string wrong;
    struct stat status = {};
    if (descriptor_ < 0)
        wrong = "cannot be opened: " + std::generic_category().message(errno);
    else if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode) && std::uint64_t(status.st_size) < size)
        wrong = "is not the file that the first rank made";
    if (wrong.empty()) return;
    if (descriptor_ >= 0) ::close(descriptor_);
    throw FileError(path_, fmt::format("cannot be written: {} {}; every rank writes its part of this file, so its "
                                       "folder must be the same on all hosts (a shared file system)",
                                       unfinishedName, wrong));
}

OutputFilePart::~OutputFilePart() { ::close(descriptor_); }

void OutputFilePart::write(std::span<const std::byte> bytes, std::uint64_t offset)
{
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), off_t(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) failToWrite(path_, "cannot be written", written < 0 ? errno : ENOSPC);
        bytes = bytes.subspan(std::size_t(written));
        offset += std::uint64_t(written);
    }
}

void OutputFilePart::flush()
{
    // What is no file on a disk, such as /dev/null, has nothing to flush.
    if (::fsync(descriptor_) != 0 && errno != EINVAL) failToWrite(path_, "cannot be written", errno);
}

bool isDiskTrouble(int error) { return error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO; }

void failToWrite(const std::string& file, const std::string& what, int error)
{
    const std::string message = what + ": " + std::generic_category().message(error);
    if (isDiskTrouble(error)) throw DiskError(file, message);
    throw FileError(file, message);
}

void writeTextFile(const std::string& path, std::string_view text)
{
    OutputFile file(path);
    file.write(text);
    file.commit();
}

GrowingFile::GrowingFile(const std::string& path, std::string_view beginning) : path_(path)
{
    writeTextFile(path, beginning);
    descriptor_ = ::open(writes ? path.c_str() : nowhere, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor_ < 0) failToWrite(path_, "cannot be written", errno);
}

GrowingFile::~GrowingFile() { ::close(descriptor_); }

void GrowingFile::append(std::string_view rows)
{
    const off_t before = ::lseek(descriptor_, 0, SEEK_END);
    const ssize_t written = ::write(descriptor_, rows.data(), rows.size());
    if (written == ssize_t(rows.size())) return;
    if (written >= 0) errno = ENOSPC; // of a regular file a part is taken only when there is no room for more
    const int why = errno;
    [[maybe_unused]] const int ignored = written > 0 ? ::ftruncate(descriptor_, before) : 0;
    failToWrite(path_, "cannot be written", why);
}

void removeUnfinishedFiles()
{
    unfinished().mutex.lock(); // never unlocked: no file may be made or committed afterwards
    for (const std::string& name : unfinished().names)
        ::unlink(name.c_str());
}

} // namespace gaugegl
