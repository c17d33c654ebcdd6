// Files that appear whole or not at all: written under a temporary name in the same folder, then renamed.
#pragma once

#include "gaugegl/base/file_place.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gaugegl {

/// Whether this process writes files: true unless setWritesFiles(false) was called.
bool writesFiles();
/// For processes that share a run, of which one writes its files: in the others every OutputFile and GrowingFile takes
/// what it is given and writes nothing, unless it is everybody's.  An OutputFilePart writes in every process.
void setWritesFiles(bool writes);

/// Which of these processes write a file.
enum class Writers { First, Everybody };

/// A file being written.  Until commit() an older file of that name stays as it is; without commit() the destructor
/// removes the temporary.  A symbolic link is followed where a user named it (FilePlace).  Every member throws FileError naming the file
/// and the reason (no folder, no permission, ...), DiskError for a full disk.
class OutputFile {
public:
    /// Throws FileError also when the place is taken by something that is not a regular file, such as a folder or a device, or by a
    /// symbolic link that is not followed.
    explicit OutputFile(const FilePlace& place, Writers writers = Writers::First);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Appends bytes.
    void write(std::span<const std::byte> bytes);
    /// Appends text.
    void write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }

    /// Replaces bytes written before, from `offset` on; the end of the file does not move.
    void overwrite(std::uint64_t offset, std::span<const std::byte> bytes);

    /// Leaves room for so many bytes, which are written by their positions (OutputFilePart), and goes on behind them.
    void reserve(std::uint64_t bytes);

    /// Flushes what was written to the disk.
    void flush();

    /// The name of the file until commit(), by which other processes can open it (OutputFilePart).
    std::string unfinishedName() const;

    /// Bytes written so far.
    std::uint64_t size() const { return size_; }

    /// Flushes the file to the disk and gives it its name.  To be called once, after the last write.
    void commit();

private:
    struct Close {
        void operator()(std::FILE* file) const;
    };

    [[noreturn]] void fail(const std::string& what) const;
    void put(std::span<const std::byte> bytes);
    void seek(std::uint64_t offset);
    void discard();

    std::string path_;                   ///< as given by the caller: the name in messages
    FilePlace target_;                   ///< with a symbolic link followed, if it is to be
    std::optional<FilePlace> temporary_; ///< nothing after commit()
    std::unique_ptr<std::FILE, Close> file_;
    std::uint64_t size_ = 0;
};

/// Writes at given positions into the unfinished file of an OutputFile, which may be that of another process, even on another host if
/// both see the same folder.  Every member throws FileError, DiskError for a full disk.
class OutputFilePart {
public:
    /// Opens the file; `path` is the name in messages.  Throws FileError also if it has less than `size` bytes.
    OutputFilePart(std::string path, const std::string& unfinishedName, std::uint64_t size);
    ~OutputFilePart();
    OutputFilePart(const OutputFilePart&) = delete;
    OutputFilePart& operator=(const OutputFilePart&) = delete;

    /// Writes bytes from `offset` on.
    void write(std::span<const std::byte> bytes, std::uint64_t offset);
    /// Flushes what was written to the disk.  To be called before the owner commits the file.
    void flush();

private:
    std::string path_;
    int descriptor_;
};

/// Whether an errno value means that the disk, the quota or the file size limit is exhausted, or that the disk fails.
bool isDiskTrouble(int error);

/// Throws DiskError or FileError for an operation on a file that failed with this errno value.
[[noreturn]] void failToWrite(const std::string& file, const std::string& what, int error);

/// Writes a whole text file through OutputFile.  Throws FileError.
void writeTextFile(const FilePlace& place, std::string_view text);

/// A text file that is extended row by row, so that all rows so far survive however the process ends.  A row is never
/// written partially.
class GrowingFile {
public:
    /// Replaces an older file of that name by one with this initial text, through OutputFile.  Throws FileError.
    GrowingFile(const FilePlace& place, std::string_view beginning);
    ~GrowingFile();
    GrowingFile(const GrowingFile&) = delete;
    GrowingFile& operator=(const GrowingFile&) = delete;

    /// Adds rows.  Throws FileError; the file is then unchanged.
    void append(std::string_view rows);
    /// Flushes what was added to the disk.  Throws FileError.
    void flush();

private:
    int open() const;

    FilePlace place_;
    int descriptor_;
};

/// Removes the temporary file of every uncommitted OutputFile of the process, and folders of temporary files.  After that no OutputFile
/// can be made or committed.  For a process that exits early.
void removeUnfinishedFiles();

} // namespace gaugegl
