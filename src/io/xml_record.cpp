#include "xml_record.h"

#include "base/one_line.h"
#include "base/trimmed.h"

#include <charconv>
#include <fmt/format.h>

namespace gaugegl::io {
namespace {

std::string_view withoutPrefix(std::string_view name) { return name.substr(name.find(':') + 1); } // npos + 1 is 0

} // namespace

XmlRecord::XmlRecord(InputFile& file, const LimeRecord& record, std::string_view root) : file_(file), record_(record)
{
    const std::string text = limeText(file, record);
    const pugi::xml_parse_result result = document_.load_buffer(text.data(), text.size());
    if (!result)
        file.fail(record.offset + static_cast<std::uint64_t>(result.offset),
                  fmt::format("record '{}': XML is damaged: {}", record.type, result.description()));
    root_ = child(document_, root);
    if (!root_) fail(fmt::format("element <{}> is missing", root));
}

std::string XmlRecord::text(std::string_view element) const
{
    if (!has(element)) fail(fmt::format("element <{}> is missing", element));
    std::string text = textOrNone(element);
    if (text.empty()) fail(fmt::format("element <{}> is empty", element));
    return text;
}

std::string XmlRecord::textOrNone(std::string_view element) const
{
    return std::string(trimmed(child(root_, element).text().get()));
}

int XmlRecord::integer(std::string_view element) const
{
    const std::string digits = text(element);
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size())
        fail(fmt::format("element <{}> is '{}', expected an integer", element, oneLine(digits, 80)));
    return value;
}

std::uint32_t XmlRecord::hex(std::string_view element) const
{
    const auto value = parseHex(text(element));
    if (!value) fail(fmt::format("element <{}> is '{}', expected 32 bits in hex", element, oneLine(text(element), 80)));
    return *value;
}

void XmlRecord::fail(const std::string& message) const { failInRecord(file_, record_, message); }

pugi::xml_node XmlRecord::child(const pugi::xml_node& parent, std::string_view name)
{
    return parent.find_child([name](const pugi::xml_node& node) { return withoutPrefix(node.name()) == name; });
}

std::optional<std::string> rootOf(InputFile& file, const LimeRecord& record)
{
    const std::string text = limeText(file, record);
    pugi::xml_document document;
    if (!document.load_buffer(text.data(), text.size())) return std::nullopt;
    return std::string(withoutPrefix(document.document_element().name()));
}

std::string escapedXml(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else
            result += c;
    }
    return result;
}

ScidacChecksum readChecksum(InputFile& file, const LimeRecord& record)
{
    const XmlRecord xml(file, record, "scidacChecksum");
    return {xml.hex("suma"), xml.hex("sumb")};
}

std::string checksumXml(const ScidacChecksum& sum)
{
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<scidacChecksum><version>1.0</version>"
                       "<suma>{:x}</suma><sumb>{:x}</sumb></scidacChecksum>",
                       sum.suma, sum.sumb);
}

} // namespace gaugegl::io
