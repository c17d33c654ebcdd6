// Files of zstd (RFC 8878), where its library was there when the program was built.
#pragma once

#include "io/input_file.h"
#include "io/packed_input.h"

#include <memory>

namespace gaugegl::io {

/// Null, and the file is kept, for one that is not of zstd, and without the library.  Else unpacks all of it once, for its size and its
/// checksum; a position before the last one is reached from the nearest beginning of a frame.  Throws FileError.
std::unique_ptr<PackedInput> openZstd(InputFile&& packed);

} // namespace gaugegl::io
