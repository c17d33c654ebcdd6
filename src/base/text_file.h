// Files that another process may replace at any moment.
#pragma once

#include <optional>
#include <string>

namespace gaugegl {

/// The whole file as it was or as it is when it is replaced meanwhile; nothing if there is none.  On Windows, where a file that is just being
/// replaced cannot be opened, it waits for a second at most.  Throws FileError.
std::optional<std::string> textOfFile(const std::string& path);

} // namespace gaugegl
