// Sanitises text of unknown origin for printing.
#pragma once

#include <string>
#include <string_view>

namespace gaugegl {

/// The text as one line of at most `longest` bytes: control characters (C0, C1, DEL), which could move a terminal's
/// cursor, and bytes that are not UTF-8 become '?', and what is too long is cut and ends in "...".
std::string oneLine(std::string_view text, std::size_t longest = 500);

} // namespace gaugegl
