// A lock between processes that the kernel releases when its holder ends, also by kill -9.
#pragma once

#include <string>

namespace gaugegl {

/// Holds an exclusive lock (flock) on a small file of its own, which holds the process number.  The end removes the
/// file; one that a killed process left is no obstacle.
class FileLock {
public:
    /// Does not wait.  Throws FileError "PATH: `expectation` (process 1234 holds the lock)" when another process holds
    /// it, and FileError with the reason when the file cannot be made or locked.
    FileLock(const std::string& path, const std::string& expectation);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    std::string path_;
    int descriptor_ = -1;
};

} // namespace gaugegl
