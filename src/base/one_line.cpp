#include "base/one_line.h"

#include <cstdint>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr std::string_view dots = "...";

/// A character, or a byte that belongs to none.
struct Piece {
    std::size_t length = 1;
    char32_t character = 0; ///< of a byte: its value
    bool isCharacter = false;
};

/// What the text begins with, by the Unicode standard, table 3-7: no character has two encodings.
Piece firstOf(std::string_view text)
{
    const auto byteAt = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const char32_t first = byteAt(0);
    if (first < 0x80) return {1, first, true};
    const Piece alone{1, first, false};
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) return alone;
    char32_t character = first & (length == 4 ? 0x07 : length == 3 ? 0x0f : 0x1f);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byteAt(i) & 0xc0) != 0x80) return alone;
        character = character << 6 | (byteAt(i) & 0x3f);
    }
    const bool longer = (length == 3 && character < 0x800) || (length == 4 && character < 0x10000);
    const bool surrogate = character >= 0xd800 && character < 0xe000;
    return longer || surrogate || character > 0x10ffff ? alone : Piece{length, character, true};
}

/// Whether a terminal shows it, and in its place.
bool isShown(char32_t c)
{
    const auto isIn = [c](char32_t first, char32_t last) { return first <= c && c <= last; };
    const bool control = c < 0x20 || isIn(0x7f, 0x9f);
    const bool turns = c == 0x061c || isIn(0x200e, 0x200f) || isIn(0x202a, 0x202e) || isIn(0x2066, 0x2069);
    const bool separates = isIn(0x2028, 0x2029);
    return !control && !turns && !separates;
}

/// The first character of the text, escaped if need be; it is taken away from the text.
std::string taken(std::string_view& text)
{
    const Piece piece = firstOf(text);
    const std::string_view itself = text.substr(0, piece.length);
    text.remove_prefix(piece.length);
    if (!piece.isCharacter) return fmt::format("\\x{:02x}", std::uint32_t(piece.character));
    if (isShown(piece.character)) return std::string(itself);
    switch (piece.character) {
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return fmt::format("\\u{:04x}", std::uint32_t(piece.character));
    }
}

} // namespace

std::string printable(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const bool newline = text.front() == '\n';
        const std::string next = taken(text);
        result += newline ? "\n" : next;
    }
    return result;
}

std::string oneLine(std::string_view text, std::size_t longest)
{
    std::string line;
    std::size_t cut = 0; // where the dots go should the text turn out to be too long
    while (!text.empty() && line.size() <= longest) {
        line += taken(text);
        if (line.size() + dots.size() <= longest) cut = line.size();
    }
    if (line.size() > longest) line.replace(cut, std::string::npos, dots);
    return line;
}

} // namespace gaugegl
