// Named sections of bytes, by which objects save and restore their state in a checkpoint.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace gaugegl {

/// Writes named sections.
class SectionWriter {
public:
    virtual ~SectionWriter() = default;
    /// Adds a section; names are unique and shorter than 100 characters.  Throws FileError.
    virtual void add(const std::string& name, std::span<const std::byte> data) = 0;
};

/// Reads named sections.
class SectionReader {
public:
    virtual ~SectionReader() = default;
    /// The name of the file, for messages.
    virtual const std::string& path() const = 0;
    /// The section with that name.  Throws FileError if there is none, or if its size is not `bytes`.
    virtual std::vector<std::byte> section(const std::string& name, std::size_t bytes) = 0;
};

} // namespace gaugegl
