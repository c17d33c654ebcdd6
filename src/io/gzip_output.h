// Files of gzip (RFC 1952).
#pragma once

#include "gaugegl/base/file_place.h"

#include <string>

namespace gaugegl::io {

/// Writes what is in a file as one of gzip, in blocks, without name and time, so that the same bytes give the same file.  Throws FileError.
void writeGzip(const std::string& from, const FilePlace& to);

} // namespace gaugegl::io
