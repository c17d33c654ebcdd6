// Where the state of something goes when a run is saved, and where it comes from: named sections of bytes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace gaugegl {

/// Takes named sections.
class SectionWriter {
public:
    virtual ~SectionWriter() = default;
    /// A section; names are unique and shorter than 100 characters.  Throws FileError.
    virtual void add(const std::string& name, std::span<const std::byte> data) = 0;
};

/// Has named sections.
class SectionReader {
public:
    virtual ~SectionReader() = default;
    /// The name of the file, for messages.
    virtual const std::string& path() const = 0;
    /// The section.  Throws FileError when there is none of that name, or when its size is not the one that is expected.
    virtual std::vector<std::byte> section(const std::string& name, std::size_t bytes) = 0;
};

} // namespace gaugegl
