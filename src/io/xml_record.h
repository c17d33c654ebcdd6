// Reads the XML records of LIME files, with one clear error for each fault, and reads and writes the checksum record.
#pragma once

#include "gaugegl/io/checksums.h"
#include "io/lime.h"

#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace gaugegl::io {

/// A parsed XML record; names are compared without their namespace prefix.  Every member throws FileError at the
/// record.
class XmlRecord {
public:
    /// File and record must outlive the object.
    XmlRecord(InputFile& file, const LimeRecord& record, std::string_view root);

    /// Whether the element is there.
    bool has(std::string_view element) const { return !child(root_, element).empty(); }
    /// The text of an element, without blanks around it; not empty.
    std::string text(std::string_view element) const;
    /// The text of an element that may be missing or empty.
    std::string textOrNone(std::string_view element) const;
    int integer(std::string_view element) const;
    std::uint32_t hex(std::string_view element) const;

    [[noreturn]] void fail(const std::string& message) const;

private:
    static pugi::xml_node child(const pugi::xml_node& parent, std::string_view name);

    const InputFile& file_;
    const LimeRecord& record_;
    pugi::xml_document document_;
    pugi::xml_node root_;
};

/// The name of the root element, without its namespace prefix; nothing if the record is not XML.
std::optional<std::string> rootOf(InputFile& file, const LimeRecord& record);

/// The text with &, < and > escaped.
std::string escapedXml(std::string_view text);

/// The record scidac-checksum.
ScidacChecksum readChecksum(InputFile& file, const LimeRecord& record);
/// The text of that record.
std::string checksumXml(const ScidacChecksum& sum);

} // namespace gaugegl::io
