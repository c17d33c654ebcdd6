// A lock between processes that the kernel releases when its holder ends, even by kill -9.
#pragma once

#include "gaugegl/base/file_place.h"

#include <chrono>
#include <optional>
#include <string>

namespace gaugegl {

/// Holds an exclusive lock on a small separate file, which contains the process id.  The destructor removes the file; a
/// file left by a killed process does no harm.  A symbolic link is no such file, nor is one that holds something else.
class FileLock {
public:
    /// Waits a quarter of a second at most, since who only asks for the holder (lockHolder) may have it for a moment.  In a process that
    /// writes no files (base/output_file.h) it locks nothing.  Throws FileError "PATH: `expectation` (process 1234 holds the lock)" when
    /// another process holds it, and FileError with the reason when the file cannot be made or locked.
    FileLock(const FilePlace& place, const std::string& expectation);
    /// Waits until no other process holds it.  Throws FileError when the file cannot be made or locked, and when others have held it
    /// so long.
    FileLock(const FilePlace& place, std::chrono::milliseconds patience);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    bool tryToLock();

    FilePlace place_;
    int descriptor_ = -1;
};

/// The process that holds the lock of this file, 0 if it has not written its number yet; nothing if none does, or if there is no such
/// file.  Nothing is changed, and who makes a FileLock meanwhile gets it.  Throws FileError if that cannot be known.
std::optional<int> lockHolder(const FilePlace& place);

} // namespace gaugegl
