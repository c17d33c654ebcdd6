// Open files by their descriptors, in the words of POSIX that Windows has under other names or not at all.  Names are UTF-8.  What fails
// sets errno.
#pragma once

#include "gaugegl/base/file_place.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace gaugegl {

/// The name of the file that takes everything and keeps nothing.
extern const char* const nowhere;

/// Whether the name of a file can be given to another one while a process has it open.
extern const bool openFilesCanBeReplaced;

/// What a file is opened for.  Child processes do not get it.
enum class OpenFor {
    Reading,    ///< reading
    Creation,   ///< reading and writing; fails with EEXIST if it is there
    Appending,  ///< writing at its end
    Overwriting ///< writing at given positions
};

/// The descriptor; -1 if it cannot be opened, also for a symbolic link where the place follows none (ELOOP).  A pipe is opened for
/// reading without waiting for its writer.
int openFile(const FilePlace& place, OpenFor use);

/// What a name is that of, a symbolic link that is not followed being one.
enum class NameOf { Nothing, File, Link, Other };
NameOf whatIsAt(const FilePlace& place);

/// Where the name of a place is looked up; on POSIX systems alone.
int folderOf(const FilePlace& place);

/// Opens a folder; `descriptor` stays -1 where files are not found through folders.  Returns 0, or the value of errno.
int openFolder(const std::string& path, int& descriptor);

/// Closes a descriptor; nothing if it is negative.
void closeFile(int descriptor);

/// An open file, closed when this goes.
class OpenFile {
public:
    /// Like openFile().
    OpenFile(const FilePlace& place, OpenFor use)
        : descriptor_(openFile(place, use)), error_(descriptor_ < 0 ? errno : 0)
    {}
    ~OpenFile() { closeFile(descriptor_); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    /// -1 if it could not be opened.
    int descriptor() const { return descriptor_; }
    /// The value of errno that says why; else 0.
    int error() const { return error_; }

private:
    int descriptor_, error_;
};

/// A binary stream that reads and writes through the descriptor, and closes it; null if that cannot be, then it is still open.
std::FILE* streamOf(int descriptor);

/// The descriptor behind a stream.
int descriptorOf(std::FILE* stream);

/// Moves a stream, also beyond 2 GiB.
bool seekTo(std::FILE* stream, std::uint64_t offset);

/// The bytes of the file; nothing known, such as of nowhere: -1.
std::int64_t sizeOf(int descriptor);

/// Reads on; returns how many bytes came, 0 at the end, -1 if it fails.
std::int64_t readSome(int descriptor, std::span<char> bytes);

/// Writes at the end of a file opened to append; returns how many bytes were taken, -1 if it fails.
std::int64_t writeSome(int descriptor, std::string_view text);

/// Writes at a position; returns how many bytes were taken, -1 if it fails.
std::int64_t writeSomeAt(int descriptor, std::span<const std::byte> bytes, std::uint64_t offset);

/// Cuts the file, or lengthens it by zeros.
bool setSize(int descriptor, std::uint64_t bytes);

/// Waits until what was written is on the disk.  What is no file on a disk has nothing to wait for.
bool flushToDisk(int descriptor);

/// Makes the names in the folder of this file durable; not every file system can, so there is no error.
void flushFolderOf(const FilePlace& place);

/// Gives the file the name `to` in the same folder, of which an older file or link goes, both at once.
bool replaceFile(const FilePlace& from, const FilePlace& to);

/// Removes the file, or a link itself.  False if it cannot be removed; one that is not there is none.
bool removeFile(const FilePlace& place);

/// Makes a folder for this user alone, whose name begins so and ends in letters that nobody can foresee; empty if that cannot be.
std::string makeOwnFolder(const std::string& beginning);

} // namespace gaugegl
