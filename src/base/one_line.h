// Text of unknown origin, for printing: what comes from a file, a driver, the name of a folder or an argument.
#pragma once

#include <string>
#include <string_view>

namespace gaugegl {

/// The text with everything escaped that a terminal would obey and not show: control characters (C0 but for newlines, DEL, C1), marks
/// that turn the direction of writing round, the separators of lines and paragraphs, and bytes that are not UTF-8.  They become \u001b,
/// as in JSON and C++, those bytes \xff.
std::string printable(std::string_view text);

/// The text of printable() on one line of at most `longest` bytes: newlines become \n too, and what is too long is cut and ends in "...".
std::string oneLine(std::string_view text, std::size_t longest = 500);

} // namespace gaugegl
