#include "base/output_file.h"

#include "base/descriptors.h"
#include "base/platform.h"
#include "base/unfinished.h"
#include "gaugegl/base/error.h"

#include <cassert>
#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace gaugegl {

namespace {

bool writes = true;

/// The place that a symbolic link leads to, be it there or not.
FilePlace followed(const FilePlace& place)
{
    if (!place.followsLink()) return place;
    constexpr int mostLinks = 40; // as the system takes
    std::filesystem::path path = place.path();
    std::error_code none;
    for (int k = 0; k < mostLinks && std::filesystem::is_symlink(path, none); ++k)
        path = path.parent_path() / std::filesystem::read_symlink(path, none);
    return FilePlace::ofProgram(path.string());
}

/// Beside the place.  A file system takes names of this length, which the ending may not exceed.
FilePlace temporaryBeside(const FilePlace& place, int attempt)
{
    constexpr std::size_t longest = 255;
    const std::string ending = fmt::format(".part-{}-{}", processId(), attempt);
    std::string name = place.fileName();
    if (name.size() <= longest && name.size() + ending.size() > longest) {
        std::size_t end = longest - ending.size();
        while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80)
            --end; // no character is cut in two
        name.resize(end);
    }
    return place.beside(name + ending);
}

} // namespace

bool writesFiles() { return writes; }
void setWritesFiles(bool value) { writes = value; }

void OutputFile::Close::operator()(std::FILE* file) const { std::fclose(file); }

OutputFile::OutputFile(const FilePlace& place, Writers writers) : path_(place.path()), target_(followed(place))
{
    if (!writes && writers == Writers::First) {
        file_.reset(std::fopen(nowhere, "w+b"));
        if (!file_) fail("cannot be created");
        return;
    }
    if (path_.empty()) throw FileError("the name of a file to be written is empty");
    const NameOf there = whatIsAt(target_);
    if (there == NameOf::Link)
        throw FileError(path_, place.followsLink()
                                   ? "cannot be written: it is a symbolic link that leads round in a circle"
                                   : "cannot be written: it is a symbolic link, which is not followed here; remove it");
    if (there == NameOf::Other)
        throw FileError(path_, "cannot be written: it is there already and is not a regular file");

    int descriptor = -1;
    for (int attempt = 0; descriptor < 0 && attempt < 100; ++attempt) {
        const FilePlace temporary = temporaryBeside(target_, attempt);
        const bool made = makeUnfinished(temporary, [&] {
            descriptor = openFile(temporary, OpenFor::Creation);
            return descriptor >= 0;
        });
        if (made) temporary_ = temporary;
        if (!made && errno != EEXIST) break;
    }
    if (descriptor < 0) fail("cannot be created");
    file_.reset(streamOf(descriptor));
    if (file_) return;
    const int error = errno;
    closeFile(descriptor);
    discard();
    errno = error;
    fail("cannot be created");
}

/// Nobody hears of a temporary file that cannot be removed.
void OutputFile::discard()
{
    if (!temporary_) return;
    endUnfinished(*temporary_, [&] {
        removeFile(*temporary_);
        return true;
    });
    temporary_.reset();
}

OutputFile::~OutputFile()
{
    file_.reset();
    discard();
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

std::string OutputFile::unfinishedName() const { return temporary_ ? temporary_->path() : nowhere; }

void OutputFile::flush()
{
    assert(file_);
    if (!temporary_) return; // it is written nowhere
    if (std::fflush(file_.get()) != 0 || !flushToDisk(descriptorOf(file_.get()))) fail("cannot be written");
}

void OutputFile::commit()
{
    if (!temporary_) return file_.reset();
    flush();
    if (std::fclose(file_.release()) != 0) fail("cannot be written");
    if (!endUnfinished(*temporary_, [&] { return replaceFile(*temporary_, target_); }))
        fail("cannot be renamed from " + temporary_->path());
    temporary_.reset();
    flushFolderOf(target_);
}

OutputFilePart::OutputFilePart(std::string path, const std::string& unfinishedName, std::uint64_t size)
    : path_(std::move(path)), descriptor_(openFile(FilePlace::ofProgram(unfinishedName), OpenFor::Overwriting))
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

void writeTextFile(const FilePlace& place, std::string_view text)
{
    OutputFile file(place);
    file.write(text);
    file.commit();
}

GrowingFile::GrowingFile(const FilePlace& place, std::string_view beginning) : place_(place), descriptor_(-1)
{
    writeTextFile(place_, beginning);
    descriptor_ = open();
    if (!openFilesCanBeReplaced) closeFile(std::exchange(descriptor_, -1));
}

int GrowingFile::open() const
{
    const int descriptor = openFile(writes ? place_ : FilePlace(nowhere), OpenFor::Appending);
    if (descriptor < 0) failToWrite(place_.path(), "cannot be written", errno);
    return descriptor;
}

GrowingFile::~GrowingFile() { closeFile(descriptor_); }

void GrowingFile::append(std::string_view rows)
{
    // Closed after each row where nobody could replace the file else.
    if (descriptor_ < 0) descriptor_ = open();
    const std::int64_t before = sizeOf(descriptor_);
    const std::int64_t written = writeSome(descriptor_, rows);
    int why = written < 0 ? errno : 0;
    if (written >= 0 && written < std::int64_t(rows.size())) {
        why = ENOSPC; // of a regular file a part is taken only when there is no room for more
        if (before >= 0) setSize(descriptor_, std::uint64_t(before));
    }
    if (!openFilesCanBeReplaced) closeFile(std::exchange(descriptor_, -1));
    if (why != 0) failToWrite(place_.path(), "cannot be written", why);
}

void GrowingFile::flush()
{
    if (descriptor_ < 0) descriptor_ = open();
    const bool flushed = flushToDisk(descriptor_);
    const int why = errno;
    if (!openFilesCanBeReplaced) closeFile(std::exchange(descriptor_, -1));
    if (!flushed) failToWrite(place_.path(), "cannot be written", why);
}

} // namespace gaugegl
