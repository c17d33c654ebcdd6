// The exceptions of the library.  Every message names the value, what was expected, and where.
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

/// A file that cannot be read or written, or whose content is wrong.  The message names the file and the position.
class FileError : public InputError {
public:
    /// About the file as a whole.
    FileError(const std::string& file, const std::string& message) : InputError(file + ": " + message) {}
    /// About the byte at `offset`.
    FileError(const std::string& file, std::uint64_t offset, const std::string& message)
        : InputError(file + ": at byte " + std::to_string(offset) + ": " + message)
    {}
    /// A message that already names the file.
    explicit FileError(const std::string& message) : InputError(message) {}
};

/// A file that cannot be written although the request is valid: the disk is full, the quota or the file size limit is
/// exceeded, or the disk fails.  The program exits with 5.
class DiskError : public FileError {
public:
    using FileError::FileError;
    /// A message that already names the file.
    explicit DiskError(const std::string& message) : FileError(message) {}
};

/// A solver did not converge on a system that a measurement needs.  The program exits with 3.
class UnsolvedError : public Error {
public:
    using Error::Error;
};

/// The driver or the card does not support what is requested, or fails.  The program exits with 4.
class DeviceError : public Error {
public:
    using Error::Error;
};

/// There is no driver of OpenGL, or none that is new enough.
class NoDriverError : public DeviceError {
public:
    /// `tried`: what was tried, and why it failed.
    NoDriverError(const std::string& tried, const std::string& remedy)
        : DeviceError("no OpenGL 3.3 core context could be made; tried:" + tried + remedy), tried_(tried)
    {}
    /// What was tried.
    const std::string& tried() const { return tried_; }

private:
    std::string tried_;
};

} // namespace gaugegl
