// A binary file with random access; every error names the file and the byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

namespace gaugegl::io {

class PackedInput;

/// A regular file opened for reading, or bytes in memory that are read as one.  Every member throws FileError.
class InputFile {
public:
    /// Opens a file.
    explicit InputFile(const std::string& path);

    /// Reads `bytes`, which must outlive the object; `name` takes the place of the path in messages.
    InputFile(std::string name, std::span<const std::byte> bytes);

    /// Reads what `packed` stands for; `name` takes the place of the path in messages.
    InputFile(std::string name, std::unique_ptr<PackedInput> packed);

    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) noexcept;
    ~InputFile();

    /// A file of gzip or zstd is from now on what it stands for, another one what it was.
    void unpack();

    /// The path or name, as in messages.
    const std::string& path() const { return path_; }
    /// Whether path() is that of these bytes, and not of a file that they were unpacked from, or of none.
    bool onDisk() const { return file_ != nullptr; }
    /// The size in bytes.
    std::uint64_t size() const { return size_; }

    /// Fills `bytes` from `offset` on.  Throws FileError when the file ends before.
    void read(std::span<std::byte> bytes, std::uint64_t offset);

    /// At most `length` bytes from `offset` on, fewer at the end of the file.  The caller bounds `length`.
    std::string text(std::uint64_t offset, std::uint64_t length);

    /// Throws FileError; the message may contain text from the file, which oneLine() makes printable.
    [[noreturn]] void fail(const std::string& message) const;
    /// Throws FileError about the byte at `offset`.
    [[noreturn]] void fail(std::uint64_t offset, const std::string& message) const;

private:
    struct Close {
        void operator()(std::FILE* file) const;
    };

    std::string path_;
    std::unique_ptr<std::FILE, Close> file_; ///< none where the bytes are in memory
    std::span<const std::byte> memory_;
    std::unique_ptr<PackedInput> packed_; ///< else none of both
    std::uint64_t size_ = 0;
};

} // namespace gaugegl::io
