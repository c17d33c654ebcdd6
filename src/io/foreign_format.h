// Files that nothing here reads, named by their content.
#pragma once

#include "io/input_file.h"

#include <optional>
#include <string>

namespace gaugegl::io {

/// A file of another program.
struct ForeignFormat {
    std::string what;          ///< what it is and how its content can be had: "is a MILC configuration ...: ..."
    bool mayHoldField = false; ///< whether it may be, or have in it, a configuration that somebody would miss
};

/// Which one a file is; nothing if the first bytes say nothing.
std::optional<ForeignFormat> foreignFormat(InputFile& file);

/// Throws FileError about a file that is not what was expected, such as "a LIME file": what it is, or its first bytes and those of what was
/// expected, such as "it begins with the bytes 456789ab".
[[noreturn]] void failAsForeign(InputFile& file, const std::string& expected, const std::string& beginning);

} // namespace gaugegl::io
