#include "base/one_line.h"

#include <algorithm>

namespace gaugegl {
namespace {

constexpr std::string_view dots = "...";

unsigned char byteAt(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

/// The bytes of the printable UTF-8 character that the text begins with; 0 for anything else.
std::size_t printableLength(std::string_view text)
{
    const unsigned char first = byteAt(text, 0);
    if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byteAt(text, i) & 0xc0) != 0x80) return 0;
    const bool isC1 = first == 0xc2 && byteAt(text, 1) < 0xa0;
    const bool isSeparator = text.starts_with("\u2028") || text.starts_with("\u2029");
    return isC1 || isSeparator ? 0 : length;
}

} // namespace

std::string oneLine(std::string_view text, std::size_t longest)
{
    std::string line;
    std::size_t cut = 0; // where the dots go should the text turn out to be too long
    while (!text.empty() && line.size() <= longest) {
        const std::size_t length = printableLength(text);
        line += length == 0 ? "?" : text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
        if (line.size() + dots.size() <= longest) cut = line.size();
    }
    if (line.size() > longest) line.replace(cut, std::string::npos, dots);
    return line;
}

} // namespace gaugegl
