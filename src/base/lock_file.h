// The lock of base/file_lock.h in the words of the operating system.
#pragma once

#include "gaugegl/base/file_place.h"

#include <optional>

namespace gaugegl {

/// Opens the file, which is made if it is not there, and locks it; nothing if another process has the lock.  Throws FileError, also for
/// what is no lock: a symbolic link, no regular file, or one that holds more than the number of a process.
std::optional<int> tryToLockFile(const FilePlace& place);

/// Removes the file, so that whoever opened it meanwhile finds its name gone, and gives up the lock.
void releaseLockFile(int descriptor, const FilePlace& place);

/// Writes the number of this process into the file.  Only for the message of another process: a full disk is no reason to stop.
void signLockFile(int descriptor);

/// The process that wrote its number into the file; 0 if it is not there or empty.
int signatureOf(const FilePlace& place);

} // namespace gaugegl
