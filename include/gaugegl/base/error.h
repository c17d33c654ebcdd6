// What can go wrong: every error names the value, the expectation and the place.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace gaugegl {

/// Base of all errors thrown by the library.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Wrong input: an option, an extent, a run file, a configuration file.  The program exits with 2.
class InputError : public Error {
public:
    using Error::Error;
};

/// A file that cannot be read or written, or whose content is wrong; says where.
class FileError : public InputError {
public:
    /// About the file as a whole.
    FileError(const std::string& file, const std::string& message) : InputError(file + ": " + message) {}
    /// About the byte at `offset`.
    FileError(const std::string& file, std::uint64_t offset, const std::string& message)
        : InputError(file + ": at byte " + std::to_string(offset) + ": " + message)
    {}

protected:
    /// A message that names the file already.
    explicit FileError(const std::string& message) : InputError(message) {}
};

/// A file that cannot be written although what was asked for is right: no room on the disk, in the quota or below the
/// limit of a file's size, or a disk that fails.  The program exits with 5.
class DiskError : public FileError {
public:
    using FileError::FileError;
    /// A message that names the file already.
    explicit DiskError(const std::string& message) : FileError(message) {}
};

/// A system of equations that a measurement needs was not solved.  The program exits with 3.
class UnsolvedError : public Error {
public:
    using Error::Error;
};

/// The driver or the card cannot do what is asked.  The program exits with 4.
class DeviceError : public Error {
public:
    using Error::Error;
};

} // namespace gaugegl
