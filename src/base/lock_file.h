// The lock of base/file_lock.h in the words of the operating system.
#pragma once

#include <optional>
#include <string>

namespace gaugegl {

/// Opens the file, which is made if it is not there, and locks it; nothing if another process has the lock.  Throws FileError.
std::optional<int> tryToLockFile(const std::string& path);

/// Removes the file, so that whoever opened it meanwhile finds its name gone, and gives up the lock.
void releaseLockFile(int descriptor, const std::string& path);

/// Writes the number of this process into the file.  Only for the message of another process: a full disk is no reason to stop.
void signLockFile(int descriptor);

/// The process that wrote its number into the file; 0 if it is not there or empty.
int signatureOf(const std::string& path);

} // namespace gaugegl
