// Files that appear whole or not at all: written under a temporary name in the same folder, then renamed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace gaugegl {

/// A file being written.  Until commit() an older file of that name stays as it is; without commit() the destructor
/// removes the temporary.  A symbolic link is followed.  Every member throws FileError naming the file and the reason
/// (no folder, no permission, ...), DiskError for a full disk.
class OutputFile {
public:
    /// Throws FileError also when `path` is there already and is not a regular file, such as a folder or a device.
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Appends.
    void write(std::span<const std::byte> bytes);
    /// Appends.
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

    /// Replaces bytes written before, from `offset` on; the end of the file does not move.
    void overwrite(std::uint64_t offset, std::span<const std::byte> bytes);

    /// Flushes what was written to the disk.
    void flush();

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

    std::string path_;      ///< as asked for: the name in messages
    std::string target_;    ///< path_ with a symbolic link followed
    std::string temporary_; ///< empty once the file has its name
    std::unique_ptr<std::FILE, Close> file_;
    std::uint64_t size_ = 0;
};

/// Whether the number of a system's error says that there is no room for a file or that the disk fails.
bool isDiskTrouble(int error);

/// Throws for an operation on a file that failed with that number, DiskError or FileError.
[[noreturn]] void failToWrite(const std::string& file, const std::string& what, int error);

/// Writes a whole text file through OutputFile.  Throws FileError.
void writeTextFile(const std::string& path, std::string_view text);

/// A text file that grows while its rows are made, so that it has all of them whatever ends the process; each row is
/// there whole or not at all.
class GrowingFile {
public:
    /// Replaces an older file of that name by one with this beginning, through OutputFile.  Throws FileError.
    GrowingFile(const std::string& path, std::string_view beginning);
    ~GrowingFile();
    GrowingFile(const GrowingFile&) = delete;
    GrowingFile& operator=(const GrowingFile&) = delete;

    /// Adds rows.  Throws FileError, and then leaves the file as it was before.
    void append(std::string_view rows);

private:
    std::string path_;
    int descriptor_;
};

/// Removes what every OutputFile of the process wrote and has not committed; after that none can be made or committed.
/// For a process that ends in the midst of its work.
void removeUnfinishedFiles();

} // namespace gaugegl
