// Writes pictures as PNG files.
#pragma once

#include "gaugegl/base/file_place.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gaugegl::view {

/// A picture of red, green, blue bytes, row after row from the top.
struct Picture8 {
    int width = 0;                   ///< in pixels
    int height = 0;                  ///< in pixels
    std::vector<std::uint8_t> bytes; ///< three for each pixel
};

/// The file's bytes: 8 bits of red, green and blue, without interlacing.
std::string pngBytes(const Picture8& picture);

/// Writes it under a temporary name that then becomes that of the place.  Throws FileError.
void writePng(const FilePlace& place, const Picture8& picture);

} // namespace gaugegl::view
