// Named sections of bytes, by which objects save and restore their state in a checkpoint.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace gaugegl {

/// The next bytes of a section, in blocks of any length; valid until the next call.
using SectionBlocks = std::function<std::span<const std::byte>()>;

/// Writes named sections.
class SectionWriter {
public:
    virtual ~SectionWriter() = default;
    /// Adds a section; names are unique and shorter than 100 characters.  Throws FileError.
    void add(const std::string& name, std::span<const std::byte> data)
    {
        add(name, data.size(), [data] { return data; });
    }
    /// Adds a section of so many bytes, block by block.  Throws FileError.
    virtual void add(const std::string& name, std::size_t bytes, const SectionBlocks& next) = 0;
};

/// Reads named sections.
class SectionReader {
public:
    virtual ~SectionReader() = default;
    /// The name of the file, for messages.
    virtual const std::string& path() const = 0;
    /// Whether there is a section of that name.
    virtual bool has(const std::string& name) const = 0;
    /// The section with that name.  Throws FileError if there is none, or if its size is not `bytes`.
    std::vector<std::byte> section(const std::string& name, std::size_t bytes)
    {
        std::vector<std::byte> data(bytes);
        read(name, bytes, 0, data);
        return data;
    }
    /// Fills `out` from byte `offset` of that section on.  Throws as section().
    virtual void read(const std::string& name, std::size_t bytes, std::size_t offset, std::span<std::byte> out) = 0;
};

} // namespace gaugegl
