// The layout of files of links without a header that is known, as the user says it.
#pragma once

#include <string>

namespace gaugegl::io {

/// Where the links of a file lie, from its end backwards; what is before them is not read.
struct RawLayout {
    std::string order;       ///< "tzyxd": coordinates and the direction, the slowest first
    std::string directions;  ///< "xyzt": the order of the directions
    bool bigEndian = true;   ///< the order of bytes
    int bits = 64;           ///< of a real number
    bool transposed = false; ///< matrices column by column

    /// From "ORDER/DIRECTIONS/big or little/32 or 64", with "/transposed" behind it for matrices column by column.  Throws InputError.
    static RawLayout parse(const std::string& text);
};

} // namespace gaugegl::io
