// Whole files of text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gaugegl {

/// The longest text of a file that is read as a whole, unless a caller knows better: far above what the program writes.
constexpr std::uint64_t longestTextFile = std::uint64_t{1} << 30;

/// The whole file as it was or as it is when it is replaced meanwhile; nothing if there is none.  On Windows, where a file that is just being
/// replaced cannot be opened, it waits for a second at most.  Throws FileError, also for a file longer than `longest` bytes and, at once, for
/// what is no regular file: a folder, a pipe, a device.
std::optional<std::string> textOfFile(const std::string& path, std::uint64_t longest = longestTextFile);

/// textOfFile() of a file that must be there: throws FileError also if there is none.
std::string requiredTextOfFile(const std::string& path, std::uint64_t longest = longestTextFile);

} // namespace gaugegl
