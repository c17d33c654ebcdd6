#include "gaugegl/base/output_file.h"

#include "base/descriptors.h"
#include "base/file_name.h"
#include "base/platform.h"
#include "gaugegl/base/error.h"

#include <cassert>
#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

namespace gaugegl {

namespace {

bool writes = true;

std::string followedLink(const std::string& path)
{
    std::error_code ignored;
    if (!std::filesystem::is_symlink(path, ignored)) return path;
    const auto target = std::filesystem::weakly_canonical(path, ignored);
    return ignored ? path : target.string();
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
    requireFileName(path_);
    std::error_code ignored;
    const auto status = std::filesystem::status(target_, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw FileError(path_, "cannot be written: it is there already and is not a regular file");

    int descriptor = -1;
    const std::lock_guard lock(unfinished().mutex);
    for (int attempt = 0; descriptor < 0 && attempt < 100; ++attempt) {
        temporary_ = fmt::format("{}.part-{}-{}", target_, processId(), attempt);
        descriptor = openFile(temporary_, OpenFor::Creation);
        if (descriptor < 0 && errno != EEXIST) break;
    }
    if (descriptor < 0) fail("cannot be created");
    file_.reset(streamOf(descriptor));
    if (!file_) {
        closeFile(descriptor);
        removeFileQuietly(temporary_);
        fail("cannot be created");
    }
    unfinished().names.insert(temporary_);
}

OutputFile::~OutputFile()
{
    file_.reset();
    if (temporary_.empty()) return;
    const std::lock_guard lock(unfinished().mutex);
    removeFileQuietly(temporary_);
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
    if (!seekTo(file_.get(), offset)) fail("cannot be written");
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
    if (std::fflush(file_.get()) != 0 || !flushToDisk(descriptorOf(file_.get()))) fail("cannot be written");
}

void OutputFile::commit()
{
    if (temporary_.empty()) return file_.reset();
    flush();
    if (std::fclose(file_.release()) != 0) fail("cannot be written");
    {
        const std::lock_guard lock(unfinished().mutex);
        if (!replaceFile(temporary_, target_)) fail("cannot be renamed from " + temporary_);
        unfinished().names.erase(temporary_);
        temporary_.clear();
    }
    flushFolderOf(target_);
}

OutputFilePart::OutputFilePart(std::string path, const std::string& unfinishedName, std::uint64_t size)
    : path_(std::move(path)), descriptor_(openFile(unfinishedName, OpenFor::Overwriting))
{
    std::string wrong;
    if (descriptor_ < 0)
        wrong = "cannot be opened: " + std::generic_category().message(errno);
    else if (const std::int64_t there = sizeOf(descriptor_); there >= 0 && std::uint64_t(there) < size)
        wrong = "is not the file that the first rank made";
    if (wrong.empty()) return;
    closeFile(descriptor_);
    throw FileError(path_, fmt::format("cannot be written: {} {}; every rank writes its part of this file, so its "
                                       "folder must be the same on all hosts (a shared file system)",
                                       unfinishedName, wrong));
}

OutputFilePart::~OutputFilePart() { closeFile(descriptor_); }

void OutputFilePart::write(std::span<const std::byte> bytes, std::uint64_t offset)
{
    while (!bytes.empty()) {
        const std::int64_t written = writeSomeAt(descriptor_, bytes, offset);
        if (written <= 0) failToWrite(path_, "cannot be written", written < 0 ? errno : ENOSPC);
        bytes = bytes.subspan(std::size_t(written));
        offset += std::uint64_t(written);
    }
}

void OutputFilePart::flush()
{
    if (!flushToDisk(descriptor_)) failToWrite(path_, "cannot be written", errno);
}

bool isDiskTrouble(int error)
{
#ifdef EDQUOT
    if (error == EDQUOT) return true;
#endif
    return error == ENOSPC || error == EFBIG || error == EIO;
}

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

GrowingFile::GrowingFile(const std::string& path, std::string_view beginning) : path_(path), descriptor_(-1)
{
    writeTextFile(path, beginning);
    descriptor_ = openFile(writes ? path_ : nowhere, OpenFor::Appending);
    if (descriptor_ < 0) failToWrite(path_, "cannot be written", errno);
    if (!openFilesCanBeReplaced) closeFile(std::exchange(descriptor_, -1));
}

GrowingFile::~GrowingFile() { closeFile(descriptor_); }

void GrowingFile::append(std::string_view rows)
{
    // Closed after each row where nobody could replace the file else.
    if (descriptor_ < 0) descriptor_ = openFile(writes ? path_ : nowhere, OpenFor::Appending);
    if (descriptor_ < 0) failToWrite(path_, "cannot be written", errno);
    const std::int64_t before = sizeOf(descriptor_);
    const std::int64_t written = writeSome(descriptor_, rows);
    int why = written < 0 ? errno : 0;
    if (written >= 0 && written < std::int64_t(rows.size())) {
        why = ENOSPC; // of a regular file a part is taken only when there is no room for more
        if (before >= 0) setSize(descriptor_, std::uint64_t(before));
    }
    if (!openFilesCanBeReplaced) closeFile(std::exchange(descriptor_, -1));
    if (why != 0) failToWrite(path_, "cannot be written", why);
}

void removeUnfinishedFiles()
{
    unfinished().mutex.lock(); // never unlocked: no file may be made or committed afterwards
    for (const std::string& name : unfinished().names)
        removeFileQuietly(name);
}

} // namespace gaugegl
